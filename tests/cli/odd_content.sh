#!/bin/bash
# Empty files, one byte, NUL bytes, CRLF, bytes that are no UTF-8; tests that are always true.
. "$(dirname "$0")/lib.sh"
printf '#!/bin/sh\nexit 0\n' >always.sh
chmod +x always.sh
: >empty.txt
whittle_exits 0 ./always.sh empty.txt
[ ! -s empty.txt ] || fail "grew"
printf x >one.txt
whittle_exits 0 ./always.sh one.txt
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
