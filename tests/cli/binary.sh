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
prints "1,204 of the 1,208 bytes are blanks in place of bytes that could not be removed"

# Lengths and offsets are lowered with what is removed. Records: kind, length, bytes; the bug is a record of kind 9.
needs gcc readelf
cat >records.c <<'END'
#include <stdio.h>
int main(int count, char** names) {
  unsigned char data[4096] = "";
  FILE* file = count == 2 ? fopen(names[1], "rb") : NULL;
  const size_t size = file ? fread(data, 1, sizeof data, file) : 0;
  if (data[0] != 'T' || data[1] != 'L' || data[2] != 'V' || data[3] != 1) return 1;
  for (size_t at = 4; at + 3 <= size; at += 3 + data[at + 1] + 256 * data[at + 2])
    if (data[at] == 9) return 0;
  return 1;
}
END
gcc -O1 -o records records.c
python3 -c 'import random, sys
random.seed(5)
junk = lambda n: bytes(random.randrange(10, 256) for _ in range(n))
record = lambda kind, n: bytes([kind, n & 255, n >> 8]) + junk(n)
sys.stdout.buffer.write(b"TLV\1" + record(1, 300) + record(2, 77) + record(9, 5))' >crash.bin
whittle_exits 0 ./records crash.bin
[ "$(wc -c <crash.bin)" -le 13 ] || fail "$(wc -c <crash.bin) bytes are left: $(od -An -tx1 crash.bin)"

# Lengths around lengths, as in ASN.1: a part goes when all of those around it are lowered.
needs openssl
python3 -c 'import sys
def part(tag, data):
    size = len(data)
    return bytes([tag]) + (bytes([size]) if size < 128 else bytes([0x82, size >> 8, size & 255])) + data
name = lambda text: part(0x30, part(6, b"\x55\4\3") + part(12, text.encode()))
names = b"".join(name(f"a name, number {i}" if i != 11 else "the needle") for i in range(30))
sys.stdout.buffer.write(part(0x30, part(2, b"\1") + part(0x30, part(0x31, names)) + part(4, b"some more bytes" * 20)))' >names.der
printf '#!/bin/sh\nopenssl asn1parse -inform der -in names.der >out && grep -q needle out\n' >asn1.sh && chmod +x asn1.sh
whittle_exits 0 ./asn1.sh names.der
[ "$(wc -c <names.der)" -le 12 ] || fail "$(wc -c <names.der) bytes are left: $(od -An -tx1 names.der)"

# An object file: readelf finds what it prints by offsets. Its headers stay, and 40 functions of 41 do not.
for i in $(seq 10 50); do echo "int function_$i(int a) { return a * $i + (a > $i ? function_$i(a - 1) : 0); }"; done >code.c
gcc -c -O1 code.c -o code.o
before=$(wc -c <code.o)
printf '#!/bin/sh\nreadelf -sW code.o 2>/dev/null | grep -q " function_33$"\n' >symbol.sh && chmod +x symbol.sh
whittle_exits 0 ./symbol.sh code.o
after=$(wc -c <code.o)
[ $((after * 3)) -lt "$before" ] || fail "$after of $before bytes are left"
prints "counted-offsets"

# Text has no such line, and --goal is obeyed.
make_input
whittle_exits 0 ./test.sh input.txt
prints_not "blanks"
