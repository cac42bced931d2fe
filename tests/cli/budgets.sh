#!/bin/bash
# Budgets stop the run and leave the best so far; counts in the JSON file are exact.
. "$(dirname "$0")/lib.sh"
make_input
whittle_exits 0 --unit lines -a ddmin --max-tests 3 --json events.json ./test.sh input.txt
grep -q needle input.txt && grep -q thread input.txt || fail "the best so far is not interesting"
[ "$(grep '"event":"query"' events.json | grep -c '"remembered":false')" = 3 ] || fail "not three tests"
grep -q '"ending":"max-tests"' events.json || fail "the end does not say why"

cp pristine.txt input.txt
whittle_exits 0 --unit lines --json events.json -j1 -a ddmin ./test.sh input.txt
python3 - <<'PY' || fail "the JSON file does not add up"
import json
events = [json.loads(line) for line in open('events.json')]
queries = [e for e in events if e['event'] == 'query']
end = events[-1]
assert end['event'] == 'end' and end['ending'] == 'finished', end
assert end['asked'] == len(queries)
assert end['tested'] == sum(not q['remembered'] for q in queries)
assert end['bytes'] == 14 and end['tokens'] == 2, end
PY

cp pristine.txt input.txt
# Each test but the first hangs, so only the budget can end this run.
printf '#!/bin/sh\ncmp -s input.txt %s/pristine.txt || sleep 1000\n' "$dir" >test.sh
whittle_exits 0 --unit lines --allow-empty --max-time 1s --timeout 1h --json events.json ./test.sh input.txt
grep -q '"ending":"max-time"' events.json || fail "the end does not say why"
grep -q needle input.txt || fail "the best so far is not interesting"
