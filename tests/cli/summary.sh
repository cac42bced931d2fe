#!/bin/bash
# The summary: sizes, tests, what removed most, what was verified; -q prints nothing of it, also on a signal.
. "$(dirname "$0")/lib.sh"
make_input
whittle_exits 0 -j 1 --unit lines ./test.sh input.txt
grep -qE '^whittle: 38 tokens, 131 bytes -> 2 tokens, 14 bytes; [0-9]+ tests run, [0-9]+ used, [0-9]+ remembered; [0-9.]+ m?s$' out ||
  fail "no summary"
prints "  20 -> 2 lines; the original is in input.txt.orig, the history in input.txt.whittle"
prints "  tokens removed by: lines 36"
prints "  the final test, in a clean folder, passed"
# The result is shown on a terminal only.
prints_not "thread"
# Run, used and remembered are counted as in the events.
rm -rf input.txt.*
cp pristine.txt input.txt
whittle_exits 0 -j 2 --json events.json ./test.sh input.txt
figures=$(sed -nE 's/.*; ([0-9]+) tests run, ([0-9]+) used, ([0-9]+) remembered;.*/\1 \2 \3/p' out)
python3 - $figures <<'END' || fail "other figures than the events have: $figures"
import json, sys
end = [json.loads(line) for line in open("events.json")][-1]
assert [end["started"], end["tested"], end["remembered"]] == [int(text) for text in sys.argv[1:]], end
END
# -q is quiet, also when it is interrupted.
rm -rf input.txt.*
cp pristine.txt input.txt
printf '#!/bin/sh\nsleep 0.2\ngrep -q needle input.txt && grep -q thread input.txt\n' >test.sh
env --default-signal=INT "$WHITTLE" -q ./test.sh input.txt >out 2>&1 &
pid=$!
wait_until test -e input.txt.whittle/journal.db
kill -INT $pid
wait $pid
[ $? = 130 ] || fail "not interrupted"
[ ! -s out ] || fail "-q prints on a signal"
# Plain lines: one at each halving, although five seconds are not over. None with --progress none.
cp pristine.txt input.txt
rm -rf input.txt.*
printf '#!/bin/sh\nsleep 0.3\ngrep -q needle input.txt && grep -q thread input.txt\n' >test.sh
whittle_exits 0 -j 1 --unit lines --progress plain ./test.sh input.txt
grep -qE '^ 0:[0-9]+  38 -> [0-9]+ tokens  131 -> [0-9]+ bytes  lines/gallop  [0-9]+ running  [0-9]+ tests? run, [0-9]+ used' out ||
  fail "no line at a halving"
cp pristine.txt input.txt
whittle_exits 0 -j 1 --unit lines --progress none ./test.sh input.txt
! grep -qE '^ 0:' out || fail "a line with --progress none"
whittle_exits 2 --progress often ./test.sh input.txt
prints "--progress: 'often' is not one of plain, view, none"
