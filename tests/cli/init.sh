#!/bin/bash
# whittle init asks what to keep, runs the command once, shows what it saw, and gives a command line or a script. Flags answer too.
. "$(dirname "$0")/lib.sh"
make_input
cat >tool <<'END'
#!/bin/sh
grep -q needle "$1" || exit 0
echo "reading"
echo "error: there is a needle" >&2
exit 3
END
chmod +x tool
# answered ANSWER...: whittle init, with these answers.
answered() { printf '%s\n' "$@" | "$WHITTLE" init input.txt >command 2>out || fail "init failed"; }

answered "$dir/tool @@" "" ""
prints "Which command shows the problem with input.txt? Write @@ for the file, as in: gcc -O2 -c @@"
prints "whittle: the command exits with 3:"
prints "  error: there is a needle"
prints "  1  this failure: exits with 3 and prints: error: there is a needle"
file_is command "whittle input.txt -- $dir/tool @@"$'\n'
cmp -s input.txt pristine.txt || fail "init reduced something"
# The command that it gives works as it is.
PATH=$(dirname "$WHITTLE"):$PATH sh ./command >out 2>&1 || fail "the command fails"
file_is input.txt $'needle\n'

cp pristine.txt input.txt
answered "$dir/tool @@" 2 1
file_is command "whittle --same-bug any input.txt -- $dir/tool @@"$'\n'
answered "$dir/tool @@" 3 reading 1
file_is command "whittle --output reading input.txt -- $dir/tool @@"$'\n'
answered "$dir/tool @@ | cat" 1 5s 9 ""
prints "that it takes long"
# A script, with comments.
rm -rf input.txt.*
answered "$dir/tool @@" 1 2
file_is command $'whittle ./input.txt.test.sh input.txt\n'
grep -q '^#.*exits with 3 and prints' input.txt.test.sh || fail "no comments: $(cat input.txt.test.sh)"
./input.txt.test.sh input.txt || fail "the script refuses the original"
echo hay >hay.txt
! ./input.txt.test.sh hay.txt || fail "the script accepts another file"

# The same by flags.
"$WHITTLE" --output reading init input.txt -- "$dir/tool" @@ >command 2>out </dev/null || fail "flags"
prints "whittle: the command exits with 3:"
file_is command "whittle --output=reading input.txt -- $dir/tool @@"$'\n'
rm -f made.sh
whittle_exits 0 --make-test made.sh init input.txt -- "$dir/tool" @@
./made.sh input.txt || fail "the script made by flags refuses the original"
# Of a long output, the last line is shown too: it says what a traceback is about.
printf '#!/bin/sh\nseq 1 9 >&2; grep -q needle "$1" || exit 0; echo "ValueError: needle" >&2; exit 1\n' >tool
answered "$dir/tool @@" "" ""
[ "$(sed -n "/^  3$/,/ValueError/p" out)" = $'  3\n  ...\n  ValueError: needle' ] || fail "not the last line"
# Nobody answers.
whittle_exits 2 init input.txt
prints "error: there is no answer to read"
prints "answer by flags: whittle init FILE -- COMMAND @@"
whittle_exits 3 init missing.txt
prints "missing.txt does not exist"
# FILE alone asks only on a terminal.
whittle_exits 2 input.txt
prints "whittle init FILE, which asks what to keep"
