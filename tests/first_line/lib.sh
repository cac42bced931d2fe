# Sourced by each job: a fresh folder with the job's files, which `generate.py JOB` writes and which are the same in each run, and the npm
# packages of package.json. $WHITTLE is the program, $MODULES a folder node_modules.
set -u
job=$(basename "$0" .sh)
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/whittle-first-line-$job.XXXXXX")
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

fail() {
  echo "FAILED: $*"
  [ -e out ] && { echo "--- printed:"; cat out; }
  exit 1
}
# needs PROGRAM...
needs() {
  local program
  for program; do command -v "$program" >/dev/null || fail "$program is missing; scripts/setup installs it"; done
}
# takes_long: the tool starts so slowly that `make test` leaves the job to CI.
takes_long() {
  [ -z "${WHITTLE_QUICK:-}" ] || { echo "SKIPPED first_line/$job: takes a minute; run with WHITTLE_QUICK="; exit 77; }
}
# Scripts that the user of a job has, and modules.
[ -z "${MODULES:-}" ] || ln -s "$MODULES" node_modules
python3 "$here/generate.py" "$job" || fail "generate.py $job"

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
