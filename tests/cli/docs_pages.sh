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
for page in flaky same-bug; do
  mkdir "$dir/$page" && cd "$dir/$page" || fail "no folder"
  run_page "$here/../../docs/$page.md"
done
file_is ../flaky/job.txt $'lock users\nlock orders\n'
