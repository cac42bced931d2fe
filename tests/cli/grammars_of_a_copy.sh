#!/bin/bash
# A program that was copied out of the build says that it uses the build's grammars.
. "$(dirname "$0")/lib.sh"
printf 'int a;\nint needle;\n' >input.c
cp input.c pristine.c
printf '#!/bin/sh\ngrep -q needle input.c\n' >test.sh && chmod +x test.sh
whittle_exits 0 ./test.sh input.c
prints_not "copied"
cp "$WHITTLE" alone
rm -rf input.c.*; cp pristine.c input.c
./alone ./test.sh input.c >out 2>&1 || fail "the copy does not run"
prints "warning: this program was copied from a build; its grammars are read from the build folder: /"
prints "WHITTLE_GRAMMARS"
# With grammars of its own it says nothing.
folder=$(sed -n 's/.*build folder: //p' out | head -n 1)
rm -rf input.c.*; cp pristine.c input.c
WHITTLE_GRAMMARS=$folder ./alone ./test.sh input.c >out 2>&1 || fail "the copy does not run"
prints_not "copied"
# Nor where no grammar is used.
make_input
./alone ./test.sh input.txt >out 2>&1 || fail "the copy does not run"
prints_not "copied"
