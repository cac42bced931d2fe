#!/bin/bash
# A worker that is killed or hangs in the middle of a test costs no more than the lease: its test is given to another.
# One that hangs and goes on answers a job for the second time, which changes nothing. If all workers are lost, the
# coordinator goes on alone; a worker that joins in the middle takes part.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker one
first=$worker
start_worker two
second=$worker
start_worker three
# The 20th test of `one` begins and does not end.
echo '[ $(wc -l <'$dir"/ran/one) != 20 ] || { $falls_asleep; }" >behaves.one
# The 30th of `two` waits for a word.
echo '[ $(wc -l <'$dir'/ran/two) != 30 ] || until [ -e '$dir'/word ]; do sleep 0.05; done' >behaves.two
reduce_with
wait_until is_asleep || fail "it did not get that far"
kill -9 $first
wait_until sleepers_are_over || fail "the killed worker's test goes on"
wait_until has_run two 30 || fail "it did not get that far"
kill -STOP $second
before=$(ran_by three)
wait_until has_run three $((before + 5)) || fail "the run does not go on without the stopped worker"
# A job of the stopped worker is tested by another one too. Not every job must be: the run may have cancelled one.
other_has_tested() { cat ran/one ran/three ran/coordinator 2>/dev/null | grep -qxFf ran/two; }
wait_until other_has_tested || fail "its job was not given to another worker"
touch word
kill -CONT $second
ends_well

rm -f ran/*
reduce_with
wait_until has_run two 10 && wait_until has_run three 10 || fail "it did not get that far"
kill -9 ${pids[2]} ${pids[3]} 2>/dev/null  # two and three
wait_until has_run coordinator 5 || fail "the coordinator does not go on alone"
start_worker four
wait_until has_run four 3 || fail "the new worker gets nothing to do"
ends_well
prints "there is no worker; tests run on this host until one connects"
prints "is lost: it gave no sign of life for"
