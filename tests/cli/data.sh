#!/bin/bash
# Of data only parts are deleted, so that the guilty values stay, and a valid file stays valid. Real tool: python3.
. "$(dirname "$0")/lib.sh"
needs python3

# A table: the record and the columns that the failure needs, with the header, and no cell is emptied.
{ echo 'id,day,amount,note'; for i in $(seq 1 40); do echo "$i,2024-01-0$((i % 9 + 1)),$((i * 7)),ok"; done; } >pay.csv
sed -i '23s/.*/22,1000-09-10,"1.2,5",see "below"/' pay.csv
cat >total.py <<'CODE'
import csv, sys
print(sum(float(row["amount"]) for row in csv.DictReader(open(sys.argv[1]))))
CODE
whittle_exits 0 pay.csv -- python3 "$dir/total.py" @@
file_is pay.csv $'amount\n"1.2,5"\n'
prints "to shorten and replace them too: --delete-only=off"

# JSON stays JSON, though the test would take anything; it says how to turn that off.
printf '{"a": [1, 2, {"needle": [3, 4]}], "b": {"thread": null, "c": "hay"}}\n' >in.json
cp in.json pristine.json
printf '#!/bin/sh\ngrep -q needle in.json && grep -q thread in.json\n' >json.sh && chmod +x json.sh
whittle_exits 0 ./json.sh in.json
python3 -m json.tool in.json >/dev/null || fail "no longer JSON: $(cat in.json)"
prints "--well-formed=off"
cp pristine.json in.json && rm -rf in.json.*
whittle_exits 0 --well-formed=off ./json.sh in.json
python3 -m json.tool in.json >/dev/null 2>&1 && fail "nothing was tested that is not JSON: $(cat in.json)"

# Code may break, and the summary says so.
printf 'int f(int a) { return a; }\nint needle(void) { return f(1); }\n' >in.c
printf '#!/bin/sh\ngrep -q "needle(void) {" in.c\n' >c.sh && chmod +x c.sh
whittle_exits 0 ./c.sh in.c
prints "and the original none; to avoid that: --well-formed"
cp in.c.orig in.c && rm -rf in.c.*
whittle_exits 0 --well-formed ./c.sh in.c
prints_not "and the original none"

# Lines of JSON: whole records go first, then pairs.
for i in $(seq 1 30); do echo "{\"id\": $i, \"name\": \"item $i\", \"price\": $((i * 3))}"; done >items.jsonl
sed -i '17s/51/"5 sec"/' items.jsonl
cat >prices.py <<'CODE'
import json, sys
for line in open(sys.argv[1]): json.loads(line).get("price", 0) + 1
CODE
whittle_exits 0 items.jsonl -- python3 "$dir/prices.py" @@
file_is items.jsonl $'{"price": "5 sec"}\n'
