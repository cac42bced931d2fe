#!/bin/bash
# What was stopped goes on with --resume and ends the same; what changed meanwhile is noticed; a
# second run on a file is refused and touches nothing.
. "$(dirname "$0")/lib.sh"
make_input
cp test.sh same.sh
options=(--unit lines --algorithm ddmin -j 1 ./test.sh input.txt)
whittle_exits 0 "${options[@]}"
cp input.txt expected.txt

stopped() {
  rm -rf input.txt.whittle && cp pristine.txt input.txt && cp same.sh test.sh
  whittle_exits 0 --max-tests 8 "${options[@]}"
  prints "  continue with: whittle --resume input.txt"
}
stopped
whittle_exits 0 --resume input.txt
prints "whittle: resumed; "
cmp -s input.txt expected.txt || fail "ended otherwise than in one go"
[ -e input.txt.whittle/journal.db ] && fail "a finished run left its journal"
whittle_exits 9 --resume input.txt
prints "whittle: error: the run on input.txt has finished"
rm -r input.txt.whittle
whittle_exits 9 --resume input.txt
prints "whittle: error: there is no unfinished run of input.txt to continue"

stopped
echo "# changed" >>test.sh
whittle_exits 9 --resume input.txt
prints "whittle: error: input.txt cannot be resumed: the test has changed"
prints "  to start again: omit --resume"
whittle_exits 0 --resume --force input.txt
cmp -s input.txt expected.txt || fail "with --force it ended otherwise"

stopped
echo "this is no journal, and long enough to be seen as what it is" >input.txt.whittle/journal.db
whittle_exits 9 --resume input.txt
prints "input.txt.whittle/journal.db is damaged"
prints "start again without --resume"
whittle_exits 0 "${options[@]}"

stopped
whittle_exits 0 "${options[@]}"
prints "whittle: warning: an earlier run on this file was not finished; this one starts again from the current file"
prints "  next time, continue with: whittle --resume input.txt"
cmp -s input.txt.orig pristine.txt || fail "the original is not kept"

# FILE itself was changed meanwhile: somebody's work, not to be overwritten without a word.
stopped
echo "my own work" >>input.txt
whittle_exits 9 --resume input.txt
prints "whittle: error: input.txt has changed since the run was stopped"
prints "  to overwrite it and continue: whittle --resume --force input.txt"
grep -q "my own work" input.txt || fail "it was overwritten"
whittle_exits 0 --resume --force input.txt
cmp -s input.txt expected.txt || fail "with --force it ended otherwise"
stopped
rm input.txt
whittle_exits 0 --resume input.txt
cmp -s input.txt expected.txt || fail "a file that was deleted is not there again"

# Of several files some may be gone, taken by the run itself or by somebody else.
printf 'a\nneedle\nb\nc\nd\ne\n' >one.txt
seq 1 100 >two.txt
printf '#!/bin/sh\ngrep -q needle one.txt && { [ ! -e two.txt ] || grep -q 7 two.txt; }\n' >several.sh
chmod +x several.sh
whittle_exits 0 -j 1 --max-tests 5 ./several.sh one.txt two.txt
rm -f two.txt
whittle_exits 0 --resume one.txt
file_is one.txt $'needle\n'
[ ! -e two.txt ] || fail "two.txt is not needed"

# What a kill left half-written is removed; not what a living process is writing, or a user's file.
stopped
left=.whittle-0123456789abcdef.tmp held=.whittle-fedcba9876543210.tmp
touch $left $held .whittle-mine.tmp
exec 7<$held
flock 7
whittle_exits 0 --resume input.txt
exec 7<&-
[ ! -e $left ] || fail "what a dead process left is still there"
[ -e $held ] && [ -e .whittle-mine.tmp ] || fail "removed what is not ours"
mkdir deep results && echo needle >deep/a.txt && touch deep/$left results/$left
printf '#!/bin/sh\n[ -e deep/a.txt ] && [ ! -e deep/%s ]\n' $left >deep.sh
chmod +x deep.sh
whittle_exits 0 --allow-empty -o results/deep ./deep.sh deep
[ ! -e deep/$left ] && [ ! -e results/$left ] || fail "left in a folder"

# A name of any bytes, here and in the folder.
odd=$'b\xff\n"d".txt'
mkdir "$odd.d" && cp pristine.txt "$odd.d/$odd"
printf '#!/bin/sh\ngrep -q needle "$1" && grep -q thread "$1"\n' >any.sh
chmod +x any.sh
(cd "$odd.d" && "$WHITTLE" --max-tests 8 --unit lines --algorithm ddmin -j 1 ../any.sh "$odd") >out 2>&1 ||
  fail "a name that is no UTF-8 ends it"
whittle_exits 0 --resume "$odd.d/$odd"
prints "whittle: resumed; "
cmp -s "$odd.d/$odd" expected.txt || fail "by a name that is no UTF-8 it ended otherwise"

# Two at a time.
rm -rf input.txt.* .whittle-* && cp pristine.txt input.txt
printf '#!/bin/sh\nsleep 0.2\ngrep -q needle input.txt && grep -q thread input.txt\n' >test.sh
"$WHITTLE" "${options[@]}" >first 2>&1 &
first=$!
was_reduced() { ! cmp -s input.txt pristine.txt; }
wait_until was_reduced || fail "the first run does nothing"
whittle_exits 8 "${options[@]}"
prints "whittle: error: input.txt is being reduced by process $first, for "
prints "  wait for it, or stop it with: kill $first"
whittle_exits 8 --resume input.txt
kill $first
wait $first
cmp -s input.txt.orig pristine.txt || fail "the original is not kept"
whittle_exits 0 --resume input.txt
cmp -s input.txt expected.txt || fail "ended otherwise than in one go"
