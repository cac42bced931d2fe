# What c.sh and c++.sh share; it is no recipe. README.md lists what is found and what is not.
#
# check_c_family LANGUAGE COMPILER COMPILER FLAGS... -- FILES...
#
# The checks that refuse most for their time come first. A program that passes all of them is compiled nine times.
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
  for compiler in $first $second; do command -v $compiler >/dev/null || left_out "$compiler is not installed"; done
  first=${compilers# } first=${first%% *}

  for compiler in $compilers; do warnings $compiler "$@" || refused "a warning of $compiler"; done
  if ! build $first "$folder/program" -O0 "$@"; then
    for file; do build $first "$folder/object" "-O0 -c" "$file" || refused "$first does not compile it"; done
    left_out "a part of a program cannot be run, so only warnings are looked at"
    exit 0
  fi
  all_agree "$@" || refused "the compilers disagree at -O0, or it does not end"
  for compiler in $compilers; do sanitized $compiler "$@" || refused "a sanitizer of $compiler"; done
  agrees_when_optimized "$@" || refused "an optimized program behaves differently"
  analyzed "$@" || refused "the analyzer of $first"
  exit 0
}

# Seen by those who run the recipe by hand, and if it refuses the original.
refused() { echo "refused: $1" >&2; exit 1; }
# whittle shows such a line about the original as a warning.
left_out() { echo "not checked: $1" >&2; }

# build COMPILER PROGRAM FLAGS FILES...
build() {
  _compiler=$1 _program=$2 _flags=$3
  shift 3
  $_compiler -x $language $VALID_FLAGS -w $_flags -o "$_program" "$@" -lm >/dev/null 2>&1
}

# Warnings that mean undefined behaviour. -O2, because some are found by the optimizer only.
warnings() {
  case $1 in
    clang*) own="-Werror=unsequenced -Werror=return-stack-address -Werror=dangling -Werror=infinite-recursion" ;;
    *) own="-Werror=sequence-point -Werror=overflow -Werror=strict-aliasing -Wstrict-aliasing=1 -Werror=return-local-addr
       -Werror=use-after-free=1 -Werror=free-nonheap-object -Werror=aggressive-loop-optimizations -Werror=infinite-recursion" ;;
  esac
  for file in "$@"; do
    [ "$file" = "$1" ] || $1 -x $language $VALID_FLAGS -O2 -c -o "$folder/object" $flags $own \
      -Werror=uninitialized -Werror=return-type -Werror=format -Werror=array-bounds -Werror=div-by-zero -Werror=nonnull \
      -Werror=shift-count-overflow -Werror=shift-count-negative "$file" >/dev/null 2>&1 || return 1
  done
}

# All compilers agree at -O0. One of them fills variables with zeros and blocks of malloc with one pattern, the other one both
# with others, so that a program that reads what it did not write gives itself away. This is before the sanitizers because they
# need longer for a program that does not end.
all_agree() {
  fill=zero perturb=1
  for compiler in $compilers; do
    build $compiler "$folder/program" "-O0 $(filling $compiler $fill)" "$@" || return 1
    MALLOC_PERTURB_=$perturb outcome "$folder/program" >"$folder/output"
    [ "$(tail -n 1 "$folder/output")" != "status 124" ] || return 1  # it does not end
    [ ! -e "$folder/plain" ] || cmp -s "$folder/output" "$folder/plain" || return 1
    mv "$folder/output" "$folder/plain"
    fill=pattern perturb=170
  done
}

# filling COMPILER HOW: the flags for -ftrivial-auto-var-init, if the compiler knows them.
filling() {
  for extra in "" -enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang; do
    echo 'int x;' | $1 -ftrivial-auto-var-init=$2 $extra -x c -c -o "$folder/object" - >/dev/null 2>&1 || continue
    echo "-ftrivial-auto-var-init=$2 $extra"
    return
  done
}

# outcome PROGRAM: what it prints, and how it ends.
outcome() {
  export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:strict_string_checks=1
  run "$1" 2>/dev/null
  echo "status $?"
}

# The sanitizers. MemorySanitizer would have to know the library of C++.
sanitized() {
  compiler=$1
  shift
  case $compiler in
    clang*) level=-O1 more=float-divide-by-zero,float-cast-overflow,nullability ;;
    *) level=-O0 more=float-divide-by-zero,float-cast-overflow,pointer-compare,pointer-subtract ;;
  esac
  silent "$level -fno-sanitize-recover=all -fsanitize=address,undefined,$more" "$@"
  [ $? != 1 ] || return 1
  case $language-$compiler in c-clang*) ;; *) return 0 ;; esac
  memory="-O0 -fno-sanitize-recover=all -fsanitize=memory"
  silent "$memory -fsanitize-memory-param-retval" "$@"
  case $? in 0) return 0 ;; 1) return 1 ;; esac
  silent "$memory" "$@"  # clang 13 does not know the other flag
  [ $? != 1 ]
}

# silent FLAGS FILES...: whether the program does the same with a sanitizer as without. It does not if the sanitizer reports
# something, crashes or needs too long. A sanitizer that does not work for an empty program either is left out (2).
silent() {
  if build $compiler "$folder/checked" "$@"; then
    limit=$((${limit%%.*}0 / 10 * 4 + 4))  # the limit may be 0.5 or .5
    outcome "$folder/checked" >"$folder/output"
    limit=${VALID_SECONDS:-5}
    cmp -s "$folder/output" "$folder/plain" && return
  fi
  works "$1" && return 1
  left_out "$compiler ${1##* } does not work"
  return 2
}

# works FLAGS: whether $compiler makes a program of an empty one that runs.
works() {
  echo 'int main(void) { return 0; }' >"$folder/empty"
  build $compiler "$folder/empty.out" "$1" "$folder/empty" && run "$folder/empty.out" >/dev/null 2>&1
}

# A miscompilation is what the user looks for, so a compiler may disagree with itself. It must then do so without the rules
# about aliasing too (VALID_ALIASING=any: it need not). At least one compiler must behave at -O2 as at -O0, and all of them
# if VALID_TESTED names the compiler with the bug.
agrees_when_optimized() {
  agree=0
  for compiler in $compilers; do
    build $compiler "$folder/program" -O2 "$@" || return 1
    outcome "$folder/program" >"$folder/optimized"
    cmp -s "$folder/optimized" "$folder/plain" && agree=$((agree + 1)) && continue
    case " $VALID_TESTED " in "  " | *" $compiler "*) ;; *) return 1 ;; esac
    [ "$VALID_ALIASING" != any ] || continue
    build $compiler "$folder/program" "-O2 -fno-strict-aliasing" "$@" || return 1
    outcome "$folder/program" >"$folder/output"
    cmp -s "$folder/output" "$folder/optimized" || return 1
  done
  [ $agree -gt 0 ]
}

# gcc's analyzer sees what no run shows. It is left out for C++, which it does not know, and for large files.
analyzed() {
  case $language-$first in c-gcc*) ;; *) return 0 ;; esac
  for file; do
    [ "$(wc -c <"$file")" -lt 20000 ] || continue
    timeout 5 $first -x $language $VALID_FLAGS -w -O0 -fanalyzer -c -o "$folder/object" -Werror=analyzer-double-free \
      -Werror=analyzer-use-after-free -Werror=analyzer-null-dereference -Werror=analyzer-free-of-non-heap \
      -Werror=analyzer-use-of-uninitialized-value "$file" >/dev/null 2>"$folder/report"
    [ $? != 124 ] || left_out "$first -fanalyzer needs more than 5 s"
    ! grep -q '\[-Werror=analyzer' "$folder/report" || return 1
  done
}

limit=${VALID_SECONDS:-5}
run() { timeout "$limit" "$@" </dev/null; }
