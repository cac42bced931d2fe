#!/bin/bash
# A test that cannot see /dev/shm, where scratch folders are by default, gets them elsewhere.
. "$(dirname "$0")/lib.sh"
[ -w /dev/shm ] || skip "/dev/shm cannot be written"
make_input
printf '#!/bin/sh\ncase $PWD in /dev/*) exit 1;; esac\ngrep -q needle input.txt && grep -q thread input.txt\n' >test.sh
whittle_exits 0 --unit lines ./test.sh input.txt
file_is input.txt $'needle\nthread\n'
prints "whittle: ./test.sh cannot see /dev/shm; its folders are in"
