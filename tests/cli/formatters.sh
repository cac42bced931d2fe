#!/bin/bash
# The result is laid out by the formatter of its language, where one is installed, if it stays interesting.
. "$(dirname "$0")/lib.sh"
needs jq xmllint

printf '{"hay": [1, 2, 3], "needle": {"x": 1, "thread": 2}, "more": "hay"}\n' >input.json
cp input.json pristine.json
printf '#!/bin/sh\ngrep -q needle input.json && grep -q thread input.json && jq . input.json >/dev/null\n' >test.sh
chmod +x test.sh
whittle_exits 0 ./test.sh input.json
jq . input.json | cmp -s - input.json || fail "not laid out: $(cat input.json)"
[ "$(wc -l <input.json)" -gt 1 ] || fail "on one line: $(cat input.json)"

# Not if it is larger by the goal, not if it is turned off, and not if it is not interesting any more.
again() { rm -rf input.json.*; cp pristine.json input.json; }
again
whittle_exits 0 --goal bytes ./test.sh input.json
[ "$(wc -l <input.json)" -le 1 ] || fail "a layout that costs bytes: $(cat input.json)"
again
WHITTLE_JQ= whittle_exits 0 ./test.sh input.json
[ "$(wc -l <input.json)" -le 1 ] || fail "turned off, and used: $(cat input.json)"
again
printf '#!/bin/sh\ngrep -q "needle.*thread" input.json && jq . input.json >/dev/null\n' >test.sh
whittle_exits 0 ./test.sh input.json
grep -q 'needle.*thread' input.json || fail "not interesting any more: $(cat input.json)"

printf '<a><needle><x/></needle><b>hay</b></a>\n' >input.xml
printf '#!/bin/sh\ngrep -q "<needle>" input.xml && grep -q "<x/>" input.xml && xmllint --noout input.xml\n' >xml.sh && chmod +x xml.sh
whittle_exits 0 ./xml.sh input.xml
file_is input.xml $'<needle>\n  <x/>\n</needle>\n'
