#!/bin/bash
# The result that the recipe of miscompilations prints shows the bug, is valid, and the pass to blame is the one on the page. bench/recipes
# repeats the whole page, which takes minutes. The bug is one of clang 19.
. "$(dirname "$0")/lib.sh"
needs clang-19
export PATH="$dir/bin:$PATH"
mkdir bin && ln -s "$WHITTLE" bin/whittle
page=$here/../../docs/recipes/miscompilation.md
# lines_after COMMAND: what the page prints after its first `$ COMMAND`.
lines_after() { awk -v command="\$ $1" '/^(\$ |```)/ { if (on) exit } on { print } $0 == command { on = 1 }' "$page"; }
lines_after 'cat run.sh' >run.sh && lines_after 'cat invoice.c' >invoice.c && chmod +x run.sh
[ "$(./run.sh -O1 invoice.c)" != "$(./run.sh -O2 invoice.c)" ] || fail "the printed result shows no bug: $(cat invoice.c)"
whittle --valid c --max-tests 0 invoice.c -- ./run.sh -O1 @@ --vs ./run.sh -O2 @@ >out 2>&1 || fail "the printed result is not valid: $(cat out)"
whittle blame invoice.c -- ./run.sh -O1 @@ --vs ./run.sh -O2 @@ >out 2>&1 || fail "no pass is to blame: $(cat out)"
grep -qF "$(grep -o 'SLPVectorizerPass on main' "$page")" out || fail "another pass is to blame: $(cat out)"
# Other compilers do not have this bug, and whittle says so.
if command -v gcc >/dev/null; then
  ! CC=gcc whittle invoice.c -- ./run.sh -O1 @@ --vs ./run.sh -O2 @@ >out 2>&1 && grep -q 'both commands print the same' out ||
    fail "the bug is not only in clang 19: $(cat out)"
fi
