#!/bin/bash
# The result replaces the file, the original is kept, and the last line says what was done.
. "$(dirname "$0")/lib.sh"
make_input
whittle_exits 0 --unit lines ./test.sh input.txt
file_is input.txt $'needle\nthread\n'
cmp -s input.txt.orig pristine.txt || fail "the original is not kept"
prints "38 tokens, 131 bytes -> 2 tokens, 14 bytes"

# A later run must not lose the pristine original.
whittle_exits 0 --unit lines ./test.sh input.txt
cmp -s input.txt.orig pristine.txt || fail "the second run overwrote the original"
