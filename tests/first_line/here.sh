#!/bin/bash
# The current folder: the command runs inside of it. What whittle prints is outside, or it would be reduced too.
. "$(dirname "$0")/lib.sh"
takes_long
mkdir project && mv main.py shop project/
(cd project && "$WHITTLE" . -- python3 main.py >../out 2>&1 </dev/null) || fail "whittle . -- python3 main.py exited with $?"
prints_not "hint: tests run in a separate folder"
prints "ValueError: could not convert string to float: 'N.N.N'"
(cd project && python3 main.py 2>&1) | grep -q "^ValueError" || fail "the result does not show it"
[ "$(cat project/main.py project/shop/*.py | wc -c)" -lt 200 ] || fail "more could go: $(cat project/main.py project/shop/*.py)"
