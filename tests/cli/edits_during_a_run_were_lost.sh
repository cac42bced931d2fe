#!/bin/bash
# A file that the user changes while a run works on it stays as it is: the run ends with code 9 and says so. Rights may change, the
# same bytes may be written again, and a file that was removed is written again.
. "$(dirname "$0")/lib.sh"
# Does $dir/edit once, when half of the lines are removed and the result has them no longer.
cat >test.sh <<END
#!/bin/bash
[ "\$(cat input.txt p/a 2>/dev/null | grep -c needed)" = 10 ] || exit 1
[ ! -e $dir/edit ] || [ ! -e $dir/\$(cat $dir/watched) ] || [ \$(wc -l <$dir/\$(cat $dir/watched)) -gt 100 ] || { . $dir/edit; mv $dir/edit $dir/edited; }
exit 0
END
chmod +x test.sh
for i in $(seq 200); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
# edits FILE COMMAND CODE ARGUMENTS...: FILE is watched by the test; the command is run in the folder of the run.
edits() {
  local file=$1 command=$2 code=$3
  shift 3
  rm -rf input.txt* p p.* out.txt* edited
  mkdir p && cp pristine.txt p/a && seq 30 >p/0 && cp pristine.txt input.txt
  echo "$file" >watched
  echo "cd $dir; $command" >edit
  whittle_exits "$code" --unit lines -j1 ./test.sh "$@"
  [ -e edited ] || fail "it did not happen: $command"
}
for edit in 'echo precious >>input.txt' 'cp input.txt x; echo precious >>x; mv x input.txt' 'rm input.txt; mkfifo input.txt' 'rm input.txt; mkdir input.txt'; do
  edits input.txt "$edit" 9 input.txt
  prints "input.txt was changed by another program during the run"
  prints "whittle --resume --force input.txt"
  prints_not "the best so far is in"
  [ ! -f input.txt ] || grep -q precious input.txt || fail "the edit is lost"
  cmp -s input.txt.orig pristine.txt || fail "the original is lost"
done
edits input.txt 'echo precious >>input.txt' 9 input.txt
whittle_exits 9 --resume input.txt
prints "has changed since the run was stopped"
grep -q precious input.txt || fail "the edit is lost by --resume"
whittle_exits 0 --resume --force input.txt
[ "$(grep -c . input.txt)" = 10 ] || fail "not reduced"
# A file of a folder.
edits p/a 'echo precious >>p/a' 9 p
grep -q precious p/a || fail "the edit is lost"
# Lists are searched from the end, so this file is reduced after the other one.
edits p/a 'echo precious >>p/0' 9 p
grep -q precious p/0 || fail "the edit is lost"
edits out.txt 'echo precious >>out.txt' 9 -o out.txt input.txt
grep -q precious out.txt || fail "the edit is lost"
# No change, or nothing to lose.
for edit in 'chmod 600 input.txt' 'cp input.txt x; mv x input.txt' 'rm input.txt' 'touch input.txt'; do
  edits input.txt "$edit" 0 input.txt
  [ "$(grep -c . input.txt)" = 10 ] || fail "$edit: not reduced"
done
