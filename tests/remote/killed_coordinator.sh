#!/bin/bash
# A coordinator that is killed is resumed, with the workers that are there: nothing that is known is tested again, the
# workers stop the tests of the dead one, and its queue is removed from the server.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker one
start_worker two
reduce_with
wait_until has_run one 25 || fail "it did not get that far"
echo "$falls_asleep" >behaves.one
wait_until is_asleep || fail "it did not get that far"
kill -9 $run
wait $run 2>/dev/null
rm behaves.one
"$here/left.py" "$port" | grep -q " 1 consumers" || fail "this test shows nothing"
cp input.txt then.txt
"$WHITTLE" --resume --progress none input.txt >out 2>&1 </dev/null &
run=$!
pids+=($run)
ends_well
prints "resumed;"
known=$(sed -n 's/.*resumed; \([0-9]*\) outcome.*/\1/p' out)
[ "$known" -ge 10 ] || fail "only $known outcomes were known"
wait_until sleepers_are_over || fail "the dead coordinator's test goes on"
[ -z "$("$here/left.py" "$port")" ] || fail "the old queue is still there: $("$here/left.py" "$port")"
