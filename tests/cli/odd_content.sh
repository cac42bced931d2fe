#!/bin/bash
# Empty files, one byte, NUL bytes, CRLF, bytes that are no UTF-8; tests that are always true.
. "$(dirname "$0")/lib.sh"
printf '#!/bin/sh\nexit 0\n' >always.sh
chmod +x always.sh
: >empty.txt
whittle_exits 0 ./always.sh empty.txt
[ ! -s empty.txt ] || fail "grew"
printf x >one.txt
whittle_exits 0 --allow-empty ./always.sh one.txt
prints "warning: an empty input is interesting: ./always.sh may accept too much"
printf 'a\r\nneedle\r\nb\r\n' >crlf.txt
printf '#!/bin/sh\ngrep -q needle crlf.txt\n' >test.sh
chmod +x test.sh
whittle_exits 0 --unit lines ./test.sh crlf.txt
file_is crlf.txt $'needle\r\n'
head -c 2000 /dev/urandom >binary.bin
printf '\0needle\0\377\376' >>binary.bin
head -c 2000 /dev/urandom >>binary.bin
printf '#!/bin/sh\ngrep -qa needle binary.bin\n' >test.sh
whittle_exits 0 --unit bytes ./test.sh binary.bin
file_is binary.bin needle

# The same by the default plan, and C with all of it inside: nothing is lost, added or made valid.
printf 'a\r\nneedle\r\nb\r\n' >crlf.txt
printf '#!/bin/sh\ngrep -q "^needle.$" crlf.txt\n' >test.sh
whittle_exits 0 ./test.sh crlf.txt
[ "$(od -An -c crlf.txt | tr -d ' \n')" = 'needle\r\n' ] || fail "CRLF: $(od -c crlf.txt)"
printf 'int a; // \377\376\r\nint b = f("\0\200needle");\nint c;' >odd.c
printf '#!/bin/sh\nLC_ALL=C grep -qaP "\\x00\\x80needle" odd.c\n' >test.sh
whittle_exits 0 ./test.sh odd.c
[ "$(wc -c <odd.c)" -lt 16 ] || fail "hardly reduced: $(od -c odd.c)"
LC_ALL=C grep -qaP '\x00\x80needle' odd.c || fail "not interesting"
for text in needle $'needle\n' $'\n\nneedle'; do
  printf '%s' "$text" >end.txt
  printf '#!/bin/sh\ngrep -q needle end.txt\n' >test.sh
  whittle_exits 0 ./test.sh end.txt
  [ "$(tr -d '\n' <end.txt)" = needle ] || fail "left: $(od -c end.txt)"
done
