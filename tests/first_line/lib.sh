# Sourced by each job: lib.sh of the other tests, the job's files, which `generate.py JOB` writes and which are the same in each run, and the
# npm packages of package.json. $WHITTLE is the program, $MODULES a folder node_modules.
. "$(dirname "$0")/../cli/lib.sh"
# takes_long: the tool starts so slowly that `make test` leaves the job to CI.
takes_long() {
  [ -z "${WHITTLE_QUICK:-}" ] || skip "takes a minute; run with WHITTLE_QUICK="
}
# Scripts that the user of a job has, and modules.
[ -z "${MODULES:-}" ] || ln -s "$MODULES" node_modules
python3 "$here/generate.py" "$name" || fail "generate.py $name"

# first_line MOST ARGUMENTS...: what a person types. It succeeds, and uses at most MOST tests.
first_line() {
  local most=$1 used
  shift
  "$WHITTLE" "$@" >out 2>&1 </dev/null || fail "whittle $* exited with $?"
  used=$(sed -n 's/.* tests run, \([0-9,]*\) used.*/\1/p' out | tail -n 1 | tr -d ,)
  [ "${used:-0}" -gt 0 ] && [ "$used" -le "$most" ] || fail "whittle $* used ${used:-no} tests, and at most $most were expected"
}
# gives FILE: it is one that a person would give. Where people would differ, expected/ has several: FILE, FILE.2.
gives() {
  local file
  for file in "$here/expected/$1" "$here/expected/$1".*; do ! cmp -s "$file" "$1" || return 0; done
  fail "$1 is not the expected one: $(diff "$here/expected/$1" "$1" 2>&1 || cat "$1")"
}
