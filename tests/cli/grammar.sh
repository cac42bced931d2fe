#!/bin/bash
# --language reads FILE with a tree-sitter parser of the user's: here the bundled one of JSON, under other names.
. "$(dirname "$0")/lib.sh"
modules=$here/../../build/grammars/modules
cp "$modules/json.so" mine.so
cp "$modules/json.json" mine.json
printf '{"a": [1, {"b": 2}], "c": 3}\n' >input.xyz
whittle_exits 0 --show-tree input.xyz
prints_not "array"
whittle_exits 0 --show-tree --language ./mine.so:json input.xyz
prints "array"
# Commas go with their items: the grammar says so, and the test wants it.
printf '#!/bin/sh\ngrep -q 2 input.xyz && ! grep -qE ",[ ]*[]}]|[[{] *,|,,|: *[],}]" input.xyz\n' >test.sh
chmod +x test.sh
whittle_exits 0 --plan hdd --language ./mine.so:json ./test.sh input.xyz
prints "whittle: json by tree-sitter"
[ "$(wc -c <input.xyz)" -lt 20 ] && python3 -m json.tool input.xyz >/dev/null || fail "the result is $(cat input.xyz)"

whittle_exits 3 --language ./none.so ./test.sh input.xyz
prints "none.so does not exist"
