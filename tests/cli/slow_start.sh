#!/bin/bash
# The first test takes long, or hangs: the user is told, and waits for it once.
. "$(dirname "$0")/lib.sh"
make_input
printf '#!/bin/sh\necho run >>%s/runs\nsleep 300\n' "$PWD" >hangs.sh && chmod +x hangs.sh

# A test that hangs was run twice in /dev/shm and twice on the disk, ten minutes each, without a word.
whittle_exits 5 --timeout 6s ./hangs.sh input.txt
prints "./hangs.sh is still running on input.txt after 5.0 s; it is stopped after 6.0 s (see --timeout)"
prints "hangs.sh does not find input.txt interesting: it was stopped after"
prints "if it needs more time, add: --timeout TIME"
[ "$(wc -l <runs)" = 1 ] || fail "the test ran $(wc -l <runs) times"
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"

# Of a command, the way to keep that it hangs.
whittle_exits 5 --timeout 6s input.txt -- ./hangs.sh @@
prints "the command is still running on input.txt after 5.0 s"
prints "if it hangs, and that is what to keep: --slower-than 10s"
prints "the command did not end within"

# A test that only takes long is told of once, and its run goes on.
printf '#!/bin/sh\n[ -s input.txt ] || exit 1\nsleep 5.5\n' >slow.sh && chmod +x slow.sh
whittle_exits 0 --unit lines --max-tests 0 ./slow.sh input.txt
[ "$(grep -c 'still running' out)" = 1 ] || fail "told $(grep -c 'still running' out) times"
prints "is stopped after 10 min"
# What is asked for is not told.
whittle_exits 0 --unit lines --max-tests 0 -o kept.txt --slower-than 6s input.txt -- sh -c '[ -s "$1" ] && sleep 300' sh @@
prints_not "still running"
