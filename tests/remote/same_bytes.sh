#!/bin/bash
# The result depends on --width alone: one worker with one slot and three with two slots each give the bytes of a
# run on this host. Nothing is left on the server. Without --width, all slots are its default.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker one
reduce_with
ends_well
[ "$(ran_by one)" -gt 20 ] || fail "the worker has run $(ran_by one) tests"
rm -f ran/*
start_worker two --slots 2
start_worker three --slots 2
reduce_with --json events.json
ends_well
[ "$(ran_by two)" -gt 5 ] && [ "$(ran_by three)" -gt 5 ] || fail "not all workers took part"
grep -q '"event":"start".*"jobs":5' events.json || fail "the run does not have five slots"
# "Tests run" are those that were begun; some were stopped before they could note it.
begun=$(cat ran/* | wc -l)
started=$(sed -n 's/.*"event":"end".*"started":\([0-9]*\).*/\1/p' events.json)
used=$(sed -n 's/.*"event":"end".*"tested":\([0-9]*\).*/\1/p' events.json)
[ "$started" -ge "$used" ] && [ "$started" -le $((begun + begun / 4)) ] || fail "$started tests run, $used used, and $begun have begun"
python3 - <<'END' || fail "the slots did this: $(tail -n 1 events.json)"
import json
end = json.loads(open("events.json").readlines()[-1])
assert all(0 <= seconds <= 6 * end["seconds"] for seconds in end["slots"].values())
END
left=$("$here/left.py" "$port")
[ -z "$left" ] || fail "left on the server: $left"

cp pristine.txt input.txt
"$WHITTLE" --unit lines --workers "$url" "${credentials[@]}" --max-tests 1 --json events.json -q ./test.sh input.txt >out 2>&1 || fail "exited with $?"
grep -q -- '--width=5' events.json || fail "the width is not the number of slots: $(head -n 1 events.json)"
grep -q -- '--parallel=merge' events.json || fail "it does not run merged"
