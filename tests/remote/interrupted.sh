#!/bin/bash
# Ctrl-C ends a run with workers as it ends any other: the best so far is kept, the workers stop its tests, and the server keeps
# nothing. It is resumed without workers with the same result; where there is no server any more, the user is told.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker one
start_worker two
reduce_with
wait_until has_run one 15 || fail "it did not get that far"
echo "$falls_asleep" | tee behaves.one >behaves.two
wait_until is_asleep || fail "it did not get that far"
rm behaves.*
kill -INT $run
wait $run
code=$?
[ $code = 130 ] || fail "it exited with $code"
prints "whittle --resume input.txt"
[ "$(grep -c needed input.txt)" = 10 ] || fail "the best so far is not interesting"
wait_until sleepers_are_over || fail "the workers did not stop its tests"
[ -z "$("$here/left.py" "$port")" ] || fail "something is left on the server: $("$here/left.py" "$port")"
whittle_exits 2 --resume --flaky half input.txt
prints "--workers cannot be combined with --flaky"
kill -9 $server
whittle_exits 2 --resume input.txt
prints "cannot connect to $url"
whittle_exits 0 --resume --workers none input.txt
cmp -s input.txt expected.txt || fail "another result: $(cat input.txt)"
