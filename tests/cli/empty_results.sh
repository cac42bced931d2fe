#!/bin/bash
# A test that finds an empty file interesting is an error, before anything is changed.
. "$(dirname "$0")/lib.sh"
make_input
unchanged() { cmp -s input.txt pristine.txt && [ ! -e input.txt.orig ] || fail "something was changed"; }

printf '#!/bin/sh\nexit 0\n' >always.sh
printf '#!/bin/sh\nexec grep -q needle %s/input.txt\n' "$PWD" >absolute.sh
chmod +x always.sh absolute.sh
for test in ./always.sh ./absolute.sh; do
  whittle_exits 11 "$test" input.txt
  prints "whittle: error: $test finds an empty input interesting"
  prints "perhaps it reads another copy, by an absolute path: it must read input.txt in the folder it is started in"
  prints "perhaps it accepts anything"
  prints "--allow-empty"
  unchanged
done
whittle_exits 11 input.txt -- false @@
prints "nothing that it prints tells them apart"
prints_not "missing around it"
unchanged
# Only numbers tell them apart, which the failure does not contain: the line can be kept by hand.
whittle_exits 11 input.txt -- sh -c 'echo "read $(wc -c <"$1") bytes"; exit 1' sh @@
prints "on an empty file:"
prints "printed: read 0 bytes"
line=$(sed -n "s/.*to keep a line that it prints: --output '\\(.*\\)'/\\1/p" out)
[ -n "$line" ] || fail "no line to paste"
whittle_exits 0 -o kept.txt --output "$line" --max-tests 0 input.txt -- sh -c 'echo "read $(wc -c <"$1") bytes"; exit 1' sh @@
rm -f kept.txt* input.txt.*
unchanged
# A command that needs more than FILE: what it says of that is not what the user wants to keep.
whittle_exits 11 input.txt -- sh -c 'cat words.txt && grep needle "$1"' sh @@
prints "perhaps this is no failure on input.txt, but a file that is missing around it: cat: words.txt: No such"
prints "tests see only what is reduced; to show them the rest: --around ."
unchanged

# The test is reduced as well: sh runs it, and an empty script succeeds.
cp test.sh same.sh
whittle_exits 11 sh test.sh input.txt
prints "perhaps test.sh is the test, and should not be reduced: whittle ./test.sh input.txt"
cmp -s test.sh same.sh || fail "the test was changed"
unchanged

# It wants a file that is not empty, and reads another one.
printf '#!/bin/sh\n[ -s input.txt ] && grep -q needle %s/input.txt\n' "$PWD" >elsewhere.sh
chmod +x elsewhere.sh
whittle_exits 0 -o kept.txt ./elsewhere.sh input.txt
prints "warning: only blanks are left: ./elsewhere.sh may accept anything that is not empty"
prints "or it reads another copy of FILE, by an absolute path"
rm kept.txt
unchanged

# A command that was not found says so of any input.
whittle_exits 4 input.txt -- sh -c 'no-such-compiler "$0"' @@
prints "whittle: error: the command exits with 127: a program was not found"
prints "to keep that, add: --exit 127"
prints "no-such-compiler"
whittle_exits 4 input.txt -- sh -c 'exit 126' @@
prints "the command exits with 126: a program could not be run"
unchanged
whittle_exits 0 --unit lines -o kept.txt --exit 127 input.txt -- sh -c 'grep -q needle "$0" && exit 127' @@
file_is kept.txt $'needle\n'

# An empty file is interesting later, but was not at the start: found at the end.
cat >later.sh <<END
#!/bin/sh
[ -s input.txt ] || [ -e $PWD/seen ] || { touch $PWD/seen; exit 1; }
END
chmod +x later.sh
whittle_exits 11 -j1 ./later.sh input.txt
prints "finds an empty input interesting"
prints_not "--resume"
cmp -s input.txt pristine.txt || fail "the original is not back in place"
whittle_exits 9 --resume input.txt
rm -f seen input.txt.orig
whittle_exits 11 -j1 -o result.txt ./later.sh input.txt
[ ! -e result.txt ] || fail "-o leaves a file"
unchanged

# The test of the empty file is no query, and happens once.
printf '#!/bin/sh\necho run >>%s/runs\nexec grep -q needle input.txt\n' "$PWD" >counting.sh
chmod +x counting.sh
whittle_exits 0 --unit lines --max-tests 0 ./counting.sh input.txt
[ "$(wc -l <runs)" = 2 ] || fail "the test ran $(wc -l <runs) times"
prints "0 tests"
# A run that is resumed has had it.
: >runs
whittle_exits 0 --resume --max-tests 0 input.txt
[ "$(wc -l <runs)" = 1 ] || fail "the test of a resumed run ran $(wc -l <runs) times"

# A test that hangs on an empty file does not wait for the whole --timeout.
cp pristine.txt input.txt
printf '#!/bin/sh\n[ -s input.txt ] || { sleep 300; touch %s/waited; }\n' "$PWD" >hangs.sh && chmod +x hangs.sh
whittle_exits 0 --unit lines --max-tests 0 --timeout 1h ./hangs.sh input.txt
[ ! -e waited ] || fail "it waited for the test of the empty file"

cp pristine.txt input.txt
whittle_exits 0 --allow-empty ./always.sh input.txt
file_is input.txt ""
prints "warning: an empty input is interesting"
whittle_exits 0 --help all
prints "11  an empty FILE is interesting"
whittle_exits 0 --help man
prints "EXIT STATUS"
prints "an empty FILE is interesting, so the test accepts too much"
