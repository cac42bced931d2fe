#!/bin/bash
# A second bug that the search removed in one chunk is kept all the same, and the result is as without it.
. "$(dirname "$0")/lib.sh"
# Reads line by line and stops at the first bad one. The second bug hides behind the first.
cat >reader <<'END2'
#!/bin/sh
echo run >>"$RUNS"
while read -r word rest; do
  case $word$rest in
  size?????*) echo "internal error: in check_size" >&2; exit 4 ;;
  name?????*) echo "internal error: in copy_name" >&2; exit 4 ;;
  esac
done <"$1"
exit 0
END2
chmod +x reader
export RUNS=$dir/runs
for i in $(seq 40); do echo "size $i"; done >pristine.txt
echo "size abcdefgh" >>pristine.txt
for i in $(seq 40); do echo "note $i"; done >>pristine.txt
echo "name abcdefgh" >>pristine.txt

cp pristine.txt input.txt
whittle_exits 0 input.txt -- "$dir/reader" @@
cp input.txt result.txt
"$dir/reader" result.txt 2>said
grep -q check_size said || fail "the result shows another bug"
prints "another failure was seen: exits with 4 and prints: internal error: in copy_name"
"$dir/reader" input.txt.bugs/1/input.txt 2>said
grep -q copy_name said || fail "the example does not show its bug"
! grep -q abcdefgh <(grep size input.txt.bugs/1/input.txt) || fail "the example has the first bug too"
whittle_exits 0 --resume --bug 1 input.txt
prints "to keep: exits with 4 and prints: internal error: in copy_name"

# Few tests, none of them if nothing is kept, and the same result.
count() { wc -l <runs; }
rm -rf input.txt.bugs input.txt.orig runs
cp pristine.txt input.txt
whittle_exits 0 -j1 input.txt -- "$dir/reader" @@
with=$(count)
rm -rf input.txt.bugs input.txt.orig runs
cp pristine.txt input.txt
whittle_exits 0 -j1 --leave nothing input.txt -- "$dir/reader" @@
[ $((with - $(count))) -gt 0 ] && [ $((with - $(count))) -le 12 ] || fail "$((with - $(count))) more runs"
cmp -s input.txt result.txt || fail "the result depends on the search for a second bug"
