#!/bin/bash
# In the middle of a run the test is deleted or changed, the scratch folder vanishes, the disk is full:
# said clearly, the best so far is kept, and the run goes on afterwards.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 200); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
options=(--unit lines -j 1 ./test.sh input.txt)
interesting() { [ "$(grep -c needed "$1")" = 10 ] || fail "$1 is not interesting"; }

# mishap COMMAND CODE MESSAGE: happens inside the test, once, when half is gone.
mishap() {
  rm -rf input.txt*
  cat >same.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 10 ] || exit 1
[ ! -e $dir/once ] || [ \$(wc -l <input.txt) -gt 100 ] || { rm $dir/once; $1; }
exit 0
END
  chmod +x same.sh
  cp same.sh test.sh
  cp pristine.txt input.txt
  touch once
  whittle_exits "$2" "${options[@]}"
  [ ! -e once ] || fail "it did not happen: $1"
  prints "$3"
  prints "the best so far is in input.txt; go on with: whittle --resume input.txt"
  interesting input.txt
  [ "$(wc -l <input.txt)" -lt 200 ] || fail "the best so far was not kept"
}
goes_on() {
  whittle_exits 0 --resume input.txt
  [ "$(wc -l <input.txt)" = 10 ] || fail "ended with $(wc -l <input.txt) lines"
  interesting input.txt
}
mishap "rm $dir/test.sh" 4 "test.sh was deleted while tests ran"
cp same.sh test.sh
goes_on

# One that says yes to everything from now on: none of its answers is believed.
printf '#!/bin/sh\nexit 0\n' >yes.sh
chmod +x yes.sh
mishap "mv $dir/yes.sh $dir/test.sh" 9 "test.sh was changed while tests ran"
whittle_exits 9 --resume input.txt
prints "input.txt cannot be resumed: the test has changed"
interesting input.txt
cp same.sh test.sh
goes_on

# Saved again as it is, it is no other test.
mishap_free() {
  cp pristine.txt input.txt
  touch once
  sed -i "s|rm $dir/once; .*; }|rm $dir/once; cp $dir/test.sh $dir/copy; mv $dir/copy $dir/test.sh; }|" test.sh
  whittle_exits 0 "${options[@]}"
  [ ! -e once ] || fail "it did not happen"
  [ "$(wc -l <input.txt)" = 10 ] || fail "ended with $(wc -l <input.txt) lines"
}
mishap_free

mishap 'rm -rf "${PWD%/*}"' 7 "the scratch folder "
goes_on

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
whittle_exits 6 --unit lines -j 1 ./test.sh small/input.txt
prints "whittle --resume small/input.txt"
interesting small/input.txt
rm small/filler
whittle_exits 0 --resume small/input.txt
[ "$(wc -l <small/input.txt)" = 10 ] || fail "ended with $(wc -l <small/input.txt) lines"
