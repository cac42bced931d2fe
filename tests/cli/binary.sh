#!/bin/bash
# Binary results are minimal: what was binary stays so when its NULs are gone, and bytes are the goal.
. "$(dirname "$0")/lib.sh"
cat >needs.py <<'END'
#!/usr/bin/env python3
import re, sys
sys.exit(0 if re.match(rb"MAGI.\xff.*BG", open(sys.argv[1], "rb").read(), re.S) else 1)
END
chmod +x needs.py
fresh() {
  python3 -c 'import random, sys
random.seed(3)
junk = lambda n: bytes(random.randrange(256) for _ in range(n))
sys.stdout.buffer.write(b"MAGI\0\xff" + junk(900) + b"BG" + junk(300))' >crash.bin
}
fresh
whittle_exits 0 ./needs.py crash.bin
[ "$(wc -c <crash.bin)" = 8 ] || fail "$(wc -c <crash.bin) bytes are left"
prints "8 bytes"

# What cannot be removed is blanked, and both numbers are shown.
printf '#!/bin/sh\n[ "$(wc -c <crash.bin)" = 1208 ] && grep -qa MAGI crash.bin\n' >size.sh && chmod +x size.sh
fresh
whittle_exits 0 ./size.sh crash.bin
prints "-> 1 token, 1,208 bytes"
prints "1,204 of the 1,208 bytes are blanks: what they replaced could not be removed"

# Text has no such line, and --goal is obeyed.
make_input
whittle_exits 0 ./test.sh input.txt
prints_not "blanks"
