#!/bin/bash
# --reduce-command removes words of the command and writes a script that shows the failure.
. "$(dirname "$0")/lib.sh"
# Fails as a compiler might, if it is given --crash with a level and the variable MODE is bad.
cat >compiler <<'END'
#!/bin/sh
for last; do :; done
level=0
while [ $# -gt 1 ]; do [ "$1" = --crash ] && level=$2; shift; done
grep -q needle "$last" && [ "$level" = 9 ] && [ "$MODE" = bad ] && echo "fatal: internal compiler error" >&2 && exit 3
exit 0
END
chmod +x compiler
make_input
export MODE=bad OTHER=fine
whittle_exits 0 --reduce-command input.txt -- ./compiler -O2 -W --crash 9 -o out.o -Iinclude @@
prints "the command has 4 of 9 words: ./compiler --crash 9 @@"
prints "input.txt.sh shows it: ./compiler --crash 9 @@"
file_is input.txt $'needle\n'
[ -x input.txt.sh ] || fail "no script"
grep -q 'MODE=bad' input.txt.sh || fail "the variable it needs is missing: $(cat input.txt.sh)"
! grep -q OTHER input.txt.sh || fail "a variable that it does not need: $(cat input.txt.sh)"
# Anyone can run it, from anywhere.
(unset MODE; cd / && "$dir/input.txt.sh" >"$dir/out" 2>&1)
[ $? = 3 ] || fail "the script does not show the failure: $(cat input.txt.sh)"
prints "internal compiler error"

# A run that was stopped goes on with the shorter command.
rm -rf input.txt.*; cp pristine.txt input.txt
whittle_exits 0 --reduce-command -j1 --max-tests 1 input.txt -- ./compiler -O2 --crash 9 @@
rm -f input.txt.sh
whittle_exits 0 --resume input.txt
prints "input.txt.sh shows it: ./compiler --crash 9 @@"
file_is input.txt $'needle\n'

# --max-time is one limit for all parts: the words, each of which is needed, take all of it, and nothing is left for the file.
rm -rf input.txt.*; cp pristine.txt input.txt
cat >needs_all_words <<'END'
#!/bin/sh
sleep 0.2
[ $# = 13 ] && echo "fatal: internal compiler error" >&2 && exit 3
exit 0
END
chmod +x needs_all_words
whittle_exits 0 --reduce-command --max-time 1s --allow-empty input.txt -- ./needs_all_words -1 -2 -3 -4 -5 -6 -7 -8 -9 -a -b -c @@
prints "words of the command are removed first"
prints "the limit of --max-time is reached"
cmp -s input.txt pristine.txt || fail "the file was reduced after the time was over"

# A result elsewhere has its script beside it; the candidate may come on standard input.
cp pristine.txt input.txt
whittle_exits 0 -o less.txt --reduce-command input.txt -- sh -c 'grep -q needle && exit 3' unused words
prints "less.txt.sh shows it: sh -c 'grep -q needle && exit 3'"
(cd / && "$dir/less.txt.sh"); [ $? = 3 ] || fail "$(cat less.txt.sh)"

# What can be wrong.
rm -rf input.txt.*; cp pristine.txt input.txt
whittle_exits 2 --reduce-command ./test.sh input.txt
prints "--reduce-command needs a command, and TEST is a script"
echo mine >input.txt.sh
whittle_exits 2 --reduce-command input.txt -- ./compiler --crash 9 @@
prints "input.txt.sh exists; --reduce-command does not overwrite it"
file_is input.txt.sh $'mine\n'
rm input.txt.sh
whittle_exits 2 --reduce-command input.txt -- cat @@ --vs tac @@
prints "--reduce-command cannot be combined with --vs"
whittle_exits 2 --reduce-command --view gzip input.txt -- cat @@
prints "--reduce-command cannot be combined with --view"
whittle_exits 2 --reduce-command -o - input.txt -- ./compiler --crash 9 @@
prints "--reduce-command works with one file, and not with -o -"
cmp -s input.txt pristine.txt || fail "the input was changed"
