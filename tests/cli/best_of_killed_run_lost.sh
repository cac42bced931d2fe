#!/bin/bash
# A new run after a killed `-o -` run deleted the only copy of the best.
. "$(dirname "$0")/lib.sh"
seq 200 >f
printf '#!/bin/sh\nsleep .05\ngrep -qx 7 f && echo >>%s/asked\n' "$dir" >t.sh
chmod +x t.sh
"$WHITTLE" -j1 --unit lines -a oneminimal -o - ./t.sh f >out 2>&1 &
run=$!
went_on() { [ "$(cat asked 2>/dev/null | wc -l)" -ge 20 ]; }
wait_until went_on || fail "the run does not go on"
kill -9 $run
wait $run 2>/dev/null
printf '#!/bin/sh\ngrep -qx 7 f\n' >t.sh
whittle_exits 0 --unit lines -o - ./t.sh f
prints "the best of an earlier run is in f.best"
grep -qx 7 f.best || fail "f.best is not interesting"
[ "$(wc -l <f.best)" -lt 195 ] || fail "f.best is not the best: $(wc -l <f.best) lines"
# It is never replaced, and a best that FILE has is not kept twice.
cp f.best kept
whittle_exits 0 --unit lines --max-tests 4 -o - ./t.sh f
whittle_exits 0 --unit lines -o - ./t.sh f
prints "the best of an earlier run is in f.best.1"
cmp -s f.best kept || fail "f.best was replaced"
whittle_exits 0 --unit lines --max-tests 4 ./t.sh f
whittle_exits 0 --unit lines ./t.sh f
[ ! -e f.best.2 ] || fail "FILE has this best already"
