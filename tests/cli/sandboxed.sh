#!/bin/bash
# With --sandbox a mutated program deletes nothing, also when the run is resumed with the command that is
# printed. Without it a hint names the option.
. "$(dirname "$0")/lib.sh"
printf 'echo needle\necho hay >/dev/null\ntrue\n:\n' >pristine.sh
mkdir precious
# A broken line makes the program delete things: as mutated programs do.
echo "[ \$# = 0 ] && touch $dir/precious/was_here; rm -f $dir/precious/file" >>pristine.sh
touch precious/file
cp pristine.sh input.sh
whittle_exits 0 --unit lines --stdout needle input.sh -- sh @@
prints "whittle: hint: this runs mutated programs, which may delete files or use the network; confine them with --sandbox"
[ ! -e precious/file ] || fail "this test shows nothing"

rm -rf precious/* input.sh.*
touch precious/file
cp pristine.sh input.sh
"$WHITTLE" --sandbox --unit lines --stdout needle --max-tests 2 input.sh -- sh @@ >out 2>&1
case $? in
  0) ;;
  4) prints "no sandbox is available"; skip "$(cat out)" ;;
  *) fail "with --sandbox it failed" ;;
esac
prints_not "hint"
prints "continue with: whittle --resume input.sh"
whittle_exits 0 --resume input.sh
file_is input.sh $'echo needle\n'
[ -e precious/file ] && [ ! -e precious/was_here ] || fail "it wrote outside its folder"

# A compiler does not run what it reads.
whittle_exits 0 --unit lines --stdout needle --quiet input.sh -- sh @@
prints_not "hint"
whittle_exits 0 --unit lines --stdout needle input.sh -- cat @@
prints_not "hint"
# A test cannot make whittle read for it: a file that the sandbox hides, in the place of the candidate as standard input.
mkdir project secret && seq 5 >project/f && echo precious >secret/f
whittle_exits 5 --sandbox --precheck "mv project away; ln -s $dir/secret project" project --exit 0 -- grep -q precious
