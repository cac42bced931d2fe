#!/bin/bash
# A race that goes on finds its winner among what is known, and stops the tests that lost. One that went
# on was read against other chunks, and a test that always says the same was called unreliable.
. "$(dirname "$0")/lib.sh"
seq 1 8 >input.txt
cat >test.sh <<'END'
#!/bin/sh
# Either half will do, and the first is slow.
[ "$(head -c 8 input.txt | tr -d '\n')" = 1234 ] && sleep 0.3 && exit 0
[ "$(tail -c 8 input.txt | tr -d '\n')" = 5678 ]
END
chmod +x test.sh
whittle_exits 0 -j2 -u lines -a ddmin:race --max-tests 1 ./test.sh input.txt
whittle_exits 0 --resume input.txt
file_is input.txt $'5\n6\n7\n8\n'
