#!/bin/bash
# The test is deleted, the disk is full, in the middle of a run: said clearly, the best so far is kept,
# and the run goes on afterwards.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 200); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
options=(--unit lines -j 1 ./test.sh input.txt)
interesting() { [ "$(grep -c needed "$1")" = 10 ] || fail "$1 is not interesting"; }

cat >same.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 10 ] || exit 1
[ ! -e $dir/once ] || [ \$(wc -l <input.txt) -gt 100 ] || { rm -f $dir/test.sh $dir/once; }
exit 0
END
chmod +x same.sh
cp same.sh test.sh
cp pristine.txt input.txt
touch once
whittle_exits 4 "${options[@]}"
prints "test.sh"
prints "the best so far is in input.txt; go on with: whittle --resume input.txt"
interesting input.txt
[ "$(wc -l <input.txt)" -lt 200 ] || fail "the best so far was not kept"
cp same.sh test.sh
whittle_exits 0 --resume input.txt
[ "$(wc -l <input.txt)" = 10 ] || fail "ended with $(wc -l <input.txt) lines"

# A disk of its own that the test fills, where that can be made.
mkdir small
mount -t tmpfs -o size=400k none small 2>/dev/null || exit 0
trap 'umount "$dir/small"; rm -rf "$dir"' EXIT
cat >test.sh <<END
#!/bin/sh
[ \$(grep -c needed "\$1") = 10 ] || exit 1
[ ! -e $dir/once ] || [ \$(wc -l <"\$1") -gt 100 ] || { head -c 1000000 /dev/zero >$dir/small/filler; rm $dir/once; }
exit 0
END
cp pristine.txt small/input.txt
touch once
whittle_exits 6 --unit lines -j 1 ./test.sh small/input.txt 2>/dev/null
prints "whittle --resume small/input.txt"
interesting small/input.txt
rm small/filler
whittle_exits 0 --resume small/input.txt
[ "$(wc -l <small/input.txt)" = 10 ] || fail "ended with $(wc -l <small/input.txt) lines"
