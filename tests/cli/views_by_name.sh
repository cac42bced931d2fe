#!/bin/bash
# A file whose name has a ready view is read through it if that gives its bytes again; otherwise the view is named.
. "$(dirname "$0")/lib.sh"
needs gzip wat2wasm llvm-as
make_input
gzip -nc pristine.txt >input.gz
whittle_exits 0 input.gz -- sh -c 'gzip -dc "$1" | grep -q needle && exit 3' sh @@
prints "input.gz is decoded before it is reduced (--view gzip); to reduce its bytes: --unit bytes"
[ "$(gzip -dc input.gz)" = needle ] || fail "left: $(gzip -dc input.gz)"

# Another level of compression gives other bytes.
head -c 20000 /dev/zero | gzip -n1c >other.gz
whittle_exits 0 --max-tests 1 other.gz -- sh -c 'gzip -t "$1" 2>"$TMPDIR/e" && exit 3' sh @@
prints "hint: other.gz is binary; to reduce what is in it: --view gzip"

printf '(module (func (export "a") (result i32) i32.const 7) (func (export "b")))' >m.wat
wat2wasm m.wat -o m.wasm
whittle_exits 0 m.wasm -- sh -c 'wasm2wat "$1" | grep -q "export \"a\"" && exit 3' sh @@
prints "m.wasm is decoded before it is reduced (--view wasm)"
! wasm2wat m.wasm | grep -q '"b"' || fail "left: $(wasm2wat m.wasm)"

printf '\312\376\272\276 needle' >A.class
whittle_exits 0 --max-tests 5 A.class -- sh -c 'grep -q needle "$1" && exit 3' sh @@
prints "hint: A.class is binary; to reduce it as text: --view 'DECODE' 'ENCODE' (see: whittle help views)"

# What the user says counts.
cp input.gz again.gz
whittle_exits 0 --unit bytes --max-tests 1 again.gz -- sh -c 'gzip -t "$1" && exit 3' sh @@
prints_not "decoded before"
