#!/bin/bash
# A server that is killed and started again in the middle of a run: coordinator and workers connect again by
# themselves. The same for a server that has lost all its data.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker one
start_worker two
echo pause=0.1 | tee behaves.one >behaves.two
reduce_with
wait_until has_run one 10 || fail "it did not get that far"
kill -9 $server
sleep 0.5
start_server $port
ends_well
[ "$(ran_by one)" -gt 20 ] || fail "after the restart the worker has run $(ran_by one) tests in all"

rm -f ran/*
reduce_with
wait_until has_run one 10 || fail "it did not get that far"
kill -9 $server
rm -rf server/store
sleep 0.5
start_server $port
ends_well
