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

# A table with line ends of Windows keeps them.
printf 'name,price\r\nann,1\r\nbob,2\r\ncy,x3\r\ndee,4\r\n' >pay.csv
sed 's/float(row\["amount"\])/int(row["price"])/' total.py >prices.py
whittle_exits 0 pay.csv -- python3 "$dir/prices.py" @@
file_is pay.csv $'price\r\nx3\r\n'

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

# Files of lines: settings, and instructions whose lines are continued.
printf '# settings\nHOST=example.org\nPORT=80x\nDEBUG=1\nNAME="a b"\n' >.env
printf '#!/bin/sh\n. ./.env && [ "$PORT" = 80x ]\n' >env.sh && chmod +x env.sh
whittle_exits 0 ./env.sh .env
file_is .env $'PORT=80x\n'
printf 'FROM debian AS base\n# tools\nRUN apt-get update && \\\n    apt-get install -y gcc \\\n      make\nENV LEVEL=1 MODE=fast\nCMD ["run"]\n' >Dockerfile
cat >docker.sh <<'CODE'
#!/bin/sh
sed -e ':a' -e '/\\$/N' -e 's/\\\n//' -e 'ta' Dockerfile >joined
grep -q '^FROM debian' joined && grep -q '^RUN .*apt-get install.* make$' joined && ! grep -qvE '^(FROM|RUN|ENV|CMD|#)' joined
CODE
chmod +x docker.sh
whittle_exits 0 ./docker.sh Dockerfile
file_is Dockerfile $'FROM debian\nRUN \\\napt-get install \\\nmake\n'

# A page: its script is reduced as JavaScript, and stays inside of its element. Half a minute, so not for newcomers.
[ -z "${WHITTLE_QUICK:-}" ] || exit 0
needs node
cat >page.html <<'CODE'
<!DOCTYPE html>
<html>
<head>
<style>
p { color: red; margin: 0 }
a { color: blue }
</style>
<script>
function hay(x) { return x + 1; }
function needle() { const list = [1, 2, 3]; return hay(list.length); }
needle();
</script>
</head>
<body><p>text</p></body>
</html>
CODE
cat >page.py <<'CODE'
#!/usr/bin/env python3
import re, subprocess, sys
page = open("page.html").read()
scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
sys.exit(not (scripts and scripts[0].count("needle") > 1 and re.search(r"<style>[^<]*red[^<]*</style>", page) and
              subprocess.run(["node", "-e", scripts[0]], capture_output=True).returncode == 0))
CODE
chmod +x page.py
whittle_exits 0 ./page.py page.html
grep -qx 'function needle() {}' page.html || fail "the script was not reduced as JavaScript: $(cat page.html)"
! grep -qE 'hay|blue|body' page.html || fail "more could go: $(cat page.html)"
