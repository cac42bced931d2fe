#!/bin/bash
# Each mistake has its message and its exit code, and changes nothing.
. "$(dirname "$0")/lib.sh"
make_input
unchanged() { cmp -s input.txt pristine.txt && [ ! -e input.txt.orig ] || fail "something was changed"; }

whittle_exits 2
prints "usage: whittle [options] TEST FILE..."
whittle_exits 2 --algoritm gallop ./test.sh input.txt
prints "whittle: error: unknown option '--algoritm', did you mean '--algorithm'?"
whittle_exits 2 --algorithm prodd ./test.sh input.txt
prints "whittle: error: unknown algorithm 'prodd', did you mean 'probdd'?"
whittle_exits 2 --plan line ./test.sh input.txt
prints "unknown plan 'line', did you mean 'lines'?"
whittle_exits 2 --unit words ./test.sh input.txt
prints "--unit: 'words' is not one of bytes, chars, tokens, lines, brackets, auto"
whittle_exits 2 --max-time soon ./test.sh input.txt
prints "--max-time: 'soon' is not a time; write it as 500ms, 10s, 5m or 1h30m"
whittle_exits 2 -j 0 ./test.sh input.txt
prints "--jobs: '0' is not a number from 1 to 4096"
whittle_exits 2 --timeout
prints "--timeout needs a value: --timeout TIME"
whittle_exits 2 "" input.txt
prints "whittle: error: the name of the test is empty"
whittle_exits 2 input.txt -- ""
prints "whittle: error: the command is empty"
unchanged

echo needle >"-x y.c"
whittle_exits 2 ./test.sh "-x y.c"
prints "a file of that name is written as ./-x y.c"
whittle_exits 3 ./test.sh missing.txt
prints "missing.txt"
mkdir folder
chmod +x test.sh
whittle_exits 4 ./missing.sh input.txt
prints "missing.sh"
printf '#!/bin/sh\nexit 0\n' >plain.sh
whittle_exits 4 ./plain.sh input.txt
prints "try: chmod +x"
printf '#!/no/such/interpreter\n' >strange.sh
chmod +x strange.sh
whittle_exits 4 ./strange.sh input.txt
prints "/no/such/interpreter"
unchanged

printf '#!/bin/sh\necho why not\nexit 7\n' >never.sh
chmod +x never.sh
whittle_exits 5 ./never.sh input.txt
prints "never.sh does not find input.txt interesting: it exited with 7, and 0 was expected"
prints "ran:"
prints "output:"
grep -q "why not" "$(sed -n 's/.*output: *//p' out)" || fail "the output that is named does not hold what was printed"
(export TMPDIR=/no/such/folder && whittle_exits 5 ./never.sh input.txt) || exit 1
unchanged
cp out named
# Of a folder too the original is tested first.
mkdir project && echo text >project/a.txt && cp -r project project.same
whittle_exits 5 ./never.sh project
diff -r project project.same && [ ! -e project.orig ] || fail "the folder was changed"
cp named out
# The folder that was kept for a look is ours to remove: never anything above it.
kept=$(sed -n 's/.*output: *//p' out)
while [ "$kept" != / ] && [[ $(basename "$kept") != whittle-* ]]; do kept=$(dirname "$kept"); done
[ "$kept" != / ] && rm -rf "$kept"

# More than there is memory for. (What runs under asan takes terabytes of addresses and cannot be held.)
if (ulimit -v 600000; "$WHITTLE" --version) >/dev/null 2>&1; then
  truncate -s 900M hole.bin
  (ulimit -v 600000; whittle_exits 70 ./test.sh hole.bin) || exit 1
  prints "whittle: error: out of memory"
  prints "if a run had begun, the best so far is in hole.bin"
  rm hole.bin
fi
