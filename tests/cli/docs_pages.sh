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
