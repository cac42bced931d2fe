#!/bin/bash
# 100 MB: large pieces are removed first, before anything is parsed.
. "$(dirname "$0")/lib.sh"
line='int function(int a, int b) { return a * 31 + b; } // and so on, for a hundred megabytes'
yes "$line" | head -c 60000000 >bug.c
printf '\nint needle = 42;\n' >>bug.c
yes "$line" | head -c 40000000 >>bug.c
printf '#!/bin/sh\ngrep -q "needle = 42" bug.c\n' >test.sh
chmod +x test.sh
whittle_exits 0 --max-time "$(patience 60000)ms" --json log.json ./test.sh bug.c
file_is bug.c $'needle = 42\n'
python3 - <<'PY' || fail "too many tests"
import json
queries = [e for e in map(json.loads, open('log.json')) if e['event'] == 'query' and not e['remembered']]
assert queries[0]['stage'].startswith('coarse/'), queries[0]
assert len(queries) < 300, len(queries)
PY
