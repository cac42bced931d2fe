#!/bin/bash
# In the middle of a run the test is deleted or changed, or the scratch folder vanishes: a message says so,
# the best so far is kept, and the run can be resumed. full_disk.sh does the same with a full disk.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 200); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
options=(--unit lines -j 1 ./test.sh input.txt)
interesting() { [ "$(grep -c needed "$1")" = 10 ] || fail "$1 is not interesting"; }

# mishap COMMAND CODE MESSAGE: happens inside the test, once, when half of the lines are removed.
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
  prints "the best so far is in input.txt; continue with: whittle --resume input.txt"
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

# A test that accepts everything from now on: none of its answers is used.
printf '#!/bin/sh\nexit 0\n' >yes.sh
chmod +x yes.sh
mishap "mv $dir/yes.sh $dir/test.sh" 9 "test.sh was changed while tests ran"
whittle_exits 9 --resume input.txt
prints "input.txt cannot be resumed: the test has changed"
interesting input.txt
cp same.sh test.sh
goes_on

# Saved again with the same content, it is the same test.
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
