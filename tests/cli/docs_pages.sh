#!/bin/bash
# The commands of docs/flaky.md and docs/same-bug.md work as printed: they succeed, and print the lines that the page shows, up to
# their figures.
. "$(dirname "$0")/lib.sh"
export PATH="$dir/bin:$PATH"
mkdir bin && ln -s "$WHITTLE" bin/whittle
# run_page PAGE: a `$ cat FILE` of a file that is not there makes it; all other commands are run.
run_page() {
  local command='' shown='' line
  while IFS= read -r line; do
    case $line in
      '$ '*)
        check_command "$command" "$shown"
        command=${line#'$ '} shown=
        ;;
      *) shown+=$line$'\n' ;;
    esac
  done < <(sed -n '/^```console$/,/^```$/{/^```/d;p}' "$1")
  check_command "$command" "$shown"
}
masked() { sed 's/[0-9][0-9,.]*/N/g' <<<"$1"; }
check_command() {
  [ -n "$1" ] || return 0
  local file=${1#cat } line
  if [ "$file" != "$1" ] && [ ! -e "$file" ]; then
    printf '%s' "$2" >"$file"
    return
  fi
  bash -c "$1" >out 2>&1 </dev/null || fail "$1 exited with $?"
  while IFS= read -r line; do
    masked "$(cat out)" | grep -qF -- "$(masked "${line#whittle: }")" || fail "$1 does not print: $line"
  done < <(printf '%s' "$2")
}
needs clang
in_new_folder() { mkdir "$dir/$1" && cd "$dir/$1" || fail "no folder"; }
in_new_folder same-bug && run_page "$here/../../docs/same-bug.md"
# Chance refuses a right edit twice in about one of sixty runs, and the result keeps a line too many. So the page has two tries.
for try in 1 2; do
  in_new_folder "flaky-$try" && run_page "$here/../../docs/flaky.md"
  [ "$(cat job.txt)" != $'lock users\nlock orders' ] || break
done
file_is job.txt $'lock users\nlock orders\n'

# The result that the recipe of miscompilations prints shows the bug, is valid, and the pass to blame is the one on the page. bench/recipes
# repeats the whole page, which takes minutes.
if command -v clang-19 >/dev/null; then
  page=$here/../../docs/recipes/miscompilation.md
  mkdir "$dir/miscompilation" && cd "$dir/miscompilation" || fail "no folder"
  # lines_after COMMAND: what the page prints after its first `$ COMMAND`.
  lines_after() { awk -v command="\$ $1" '/^(\$ |```)/ { if (on) exit } on { print } $0 == command { on = 1 }' "$page"; }
  lines_after 'cat run.sh' >run.sh && lines_after 'cat invoice.c' >invoice.c && chmod +x run.sh
  [ "$(./run.sh -O1 invoice.c)" != "$(./run.sh -O2 invoice.c)" ] || fail "the printed result shows no bug: $(cat invoice.c)"
  whittle --valid c --max-tests 0 invoice.c -- ./run.sh -O1 @@ --vs ./run.sh -O2 @@ >out 2>&1 || fail "the printed result is not valid: $(cat out)"
  whittle blame invoice.c -- ./run.sh -O1 @@ --vs ./run.sh -O2 @@ >out 2>&1 || fail "no pass is to blame: $(cat out)"
  grep -qF "$(grep -o 'SLPVectorizerPass on main' "$page")" out || fail "another pass is to blame: $(cat out)"
fi
