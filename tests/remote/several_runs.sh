#!/bin/bash
# A worker serves several runs at once, fairly; one that ends gives its test back and says good-bye.
. "$(dirname "$0")/lib.sh"
start_server
make_run
export pause=0.1  # on a busy machine a worker hears late of a second run, which must not be over by then
start_worker one
start_worker two
leaving=$worker
mkdir other
chmod 755 other
sed "s/input.txt/other.txt/g; s#/ran/#/ran/other-#" test.sh >other/test.sh
chmod 755 other/test.sh
cp pristine.txt other/other.txt
reduce_with
first=$run
(cd other && exec "$WHITTLE" --unit lines --workers "$url" "${credentials[@]}" --width 4 --lease 1s -q ./test.sh other.txt) >other.out 2>&1 </dev/null &
second=$!
pids+=($second)
wait_until has_run other-one 10 && wait_until has_run one 10 || fail "one run has to wait for the other"
kill -0 $first && kill -0 $second || fail "they do not run at the same time"
kill -TERM $leaving
wait $leaving || fail "the worker that was told to end exited with $?"
run=$first
ends_well
wait $second || fail "the second run failed: $(cat other.out)"
cmp -s other/other.txt expected.txt || fail "the second run has another result"
