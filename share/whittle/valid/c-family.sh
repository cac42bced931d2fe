# What c.sh and c++.sh share; it is no recipe.
#
# check_c_family LANGUAGE COMPILER COMPILER FLAGS... -- FILES...
check_c_family() {
  language=$1 first=$2 second=$3
  shift 3
  flags=
  while [ "$1" != -- ]; do flags="$flags $1"; shift; done
  shift
  folder=$(mktemp -d) || exit 1
  trap 'rm -rf "$folder"' EXIT
  compilers=
  for compiler in $first $second; do command -v $compiler >/dev/null && compilers="$compilers $compiler"; done
  [ -n "$compilers" ] || { echo "neither $first nor $second is installed" >&2; exit 1; }

  # 1. Warnings that mean undefined behaviour. -O1, because some are found by the optimizer only.
  for compiler in $compilers; do
    for file; do
      case $compiler in clang*) own=-Werror=unsequenced ;; *) own="-Werror=sequence-point -Werror=overflow" ;; esac
      $compiler -x $language $VALID_FLAGS -O1 -c -o "$folder/object" $flags $own \
        -Werror=uninitialized -Werror=return-type -Werror=format -Werror=array-bounds -Werror=div-by-zero \
        -Werror=shift-count-overflow -Werror=shift-count-negative "$file" >/dev/null 2>&1 || exit 1
    done
  done

  # A part of a program cannot be run.
  $first -x $language $VALID_FLAGS -w -O0 -o "$folder/program" "$@" -lm >/dev/null 2>&1 || exit 0

  # 2. All compilers agree at -O0. This is before the sanitizers because they need longer for a program that does not end.
  for compiler in $compilers; do
    $compiler -x $language $VALID_FLAGS -w -O0 -o "$folder/program" "$@" -lm >/dev/null 2>&1 || exit 1
    run "$folder/program" >"$folder/output" 2>/dev/null
    status=$?
    [ $status = 124 ] && exit 1  # it does not end
    echo "status $status" >>"$folder/output"
    [ ! -e "$folder/before" ] || cmp -s "$folder/output" "$folder/before" || exit 1
    mv "$folder/output" "$folder/before"
  done

  # 3. The sanitizers, at two levels: what is optimized away is not seen. One that cannot be linked here is left out.
  for level in 0 2; do
    for compiler in $compilers; do
      $compiler -x $language $VALID_FLAGS -w -O$level -fsanitize=address,undefined -fno-sanitize-recover=all \
        -o "$folder/checked" "$@" -lm >/dev/null 2>&1 || continue
      run "$folder/checked" >/dev/null 2>&1
      case $? in 0) ;; *) grep_report "$folder/checked" && exit 1 ;; esac
    done
  done
  exit 0
}

run() { timeout "${VALID_SECONDS:-5}" "$@" </dev/null; }

# Whether a sanitizer has something to say. A program may exit with any status by itself.
grep_report() { run "$1" 2>&1 | grep -aqE 'runtime error:|ERROR: (Address|Leak)Sanitizer|Sanitizer:DEADLYSIGNAL'; }
