#!/bin/bash
# Several files, and a folder with the test in it: modes and links stay, the test is not reduced.
. "$(dirname "$0")/lib.sh"
printf 'a\nneedle\nb\n' >one.txt
printf 'c\nthread\nd\n' >two.txt
printf '#!/bin/sh\ngrep -q needle one.txt && grep -q thread two.txt\n' >test.sh
chmod +x test.sh
whittle_exits 0 ./test.sh one.txt two.txt
file_is one.txt $'needle\n'
file_is two.txt $'thread\n'
file_is one.txt.orig $'a\nneedle\nb\n'
file_is two.txt.orig $'c\nthread\nd\n'

mkdir -p project/src project/empty
printf 'x\nneedle\ny\n' >project/src/a.txt
printf '#!/bin/sh\necho thread\necho not needed\n' >project/run
chmod 750 project/run
ln -s src/a.txt project/link
cat >project/test.sh <<'END'
#!/bin/sh
cd project && [ -d empty ] && [ -x run ] && [ -L link ] && grep -q needle link && ./run | grep -q thread
END
chmod +x project/test.sh
cp project/test.sh kept.sh
whittle_exits 0 project/test.sh project
[ "$(stat -c %a project/run)" = 750 ] || fail "the mode was not kept"
[ "$(readlink project/link)" = src/a.txt ] || fail "the link was not kept"
[ -d project/empty ] || fail "the empty folder is gone"
file_is project/src/a.txt $'needle\n'
grep -q "not needed" project/run && fail "project/run was not reduced"
cmp -s project/test.sh kept.sh || fail "the test was changed"
grep -q "not needed" project.orig/run || fail "the original is not kept"

# Two runs in one folder, on different files, know nothing of each other.
seq 1 30 >left.txt
seq 1 30 >right.txt
for side in left right; do
  printf '#!/bin/sh\nsleep 0.02\ngrep -qx 7 %s.txt\n' $side >$side.sh
  chmod +x $side.sh
  "$WHITTLE" -q --unit lines ./$side.sh $side.txt >$side.out 2>&1 &
done
wait
for side in left right; do
  [ ! -s $side.out ] || fail "$side: $(cat $side.out)"
  file_is $side.txt $'7\n'
  [ "$(wc -l <$side.txt.orig)" = 30 ] || fail "the original of $side is not kept"
done

# Two files with the same content are two candidates, whichever of them is left alone.
for needed in a.c b.c; do
  rm -rf same && mkdir same && cd same || exit 1
  printf 'x\n' | tee a.c >b.c
  printf '#!/bin/sh\ngrep -q x %s\n' $needed >test.sh
  chmod +x test.sh
  whittle_exits 0 --only drop-file ./test.sh a.c b.c
  [ "$(ls ./*.c)" = "./$needed" ] || fail "left of a.c and b.c, of which $needed is needed: $(ls ./*.c)"
  cd ..
done

# A message names what exists: the run is known by a file that it has removed.
rm -rf gone && mkdir gone && cd gone || exit 1
for file in one three four five; do echo $file >$file.txt; done
echo needle >two.txt
echo thread >six.txt
printf '#!/bin/sh\ngrep -q needle two.txt && grep -q thread six.txt\n' >test.sh
chmod +x test.sh
whittle_exits 0 -j1 --only drop-file --max-tests 8 ./test.sh one.txt two.txt three.txt four.txt five.txt six.txt
[ ! -e one.txt ] || fail "one.txt is not needed"
prints "is in two.txt, without one.txt"
whittle_exits 0 --resume one.txt
[ "$(echo ./*.txt)" = "./six.txt ./two.txt" ] || fail "left: $(ls)"
cd ..
