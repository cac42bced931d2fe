#!/bin/bash
# A candidate that takes its worker with it is delivered three times; then the coordinator tests it itself, and the run ends with the
# same bytes.
. "$(dirname "$0")/lib.sh"
start_server
make_run
poison=$(sed -n 15p asked)
for name in one two three four; do
  echo '[ "$(cksum <input.txt)" != "'$poison'" ] || { kill -9 $PPID; sleep 5; }' >behaves.$name
  start_worker $name
done
reduce_with
ends_well
grep -qxF "$poison" ran/coordinator || fail "the coordinator did not test it"
dead=$(cat ran/one ran/two ran/three ran/four | grep -cxF "$poison")
[ "$dead" = 3 ] || fail "it was delivered $dead times"
