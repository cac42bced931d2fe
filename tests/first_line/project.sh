#!/bin/bash
# A folder with a program that make builds and runs.
. "$(dirname "$0")/lib.sh"
takes_long
needs gcc make
first_line 600 shop -- make -C shop check
prints "make: *** [Makefile:N: check] Aborted"
cmp -s shop/Makefile shop.orig/Makefile || fail "the Makefile was changed"
make -C shop check 2>&1 | grep -q 'check\] Aborted' || fail "the result does not show it"
[ "$(cat shop/*.c | wc -c)" -lt 200 ] || fail "more could go: $(cat shop/*.c)"
