#!/bin/bash
# The disk of FILE is full in the middle of a run: a message says so, the best so far is kept, and the run can
# be resumed once there is room again.
. "$(dirname "$0")/lib.sh"
mkdir small
mount -t tmpfs -o size=1600k none small 2>/dev/null || skip "a disk of its own cannot be mounted here; root can"
trap 'umount "$dir/small"; rm -rf "$dir"' EXIT
for i in $(seq 1 200); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >small/input.txt
cat >test.sh <<END
#!/bin/sh
[ \$(grep -c needed "\$1") = 10 ] || exit 1
[ ! -e $dir/once ] || [ \$(wc -l <"\$1") -gt 100 ] || { head -c 4000000 /dev/zero >$dir/small/filler; rm $dir/once; }
exit 0
END
chmod +x test.sh
touch once
whittle_exits 6 --unit lines -j 1 ./test.sh small/input.txt
prints "whittle --resume small/input.txt"
[ "$(grep -c needed small/input.txt)" = 10 ] || fail "the best so far is not interesting"
rm small/filler
whittle_exits 0 --resume small/input.txt
[ "$(wc -l <small/input.txt)" = 10 ] || fail "ended with $(wc -l <small/input.txt) lines"
