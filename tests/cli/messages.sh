#!/bin/bash
# Common mistakes are recognised, and the message says what to type instead.
. "$(dirname "$0")/lib.sh"
make_input

whittle_exits 4 input.txt ./test.sh
prints "whittle: error: input.txt is given as the test and cannot be run, but ./test.sh can"
prints "the test comes first: whittle ./test.sh input.txt"
prints_not "chmod"
whittle_exits 2 --algo ddmin ./test.sh input.txt
prints "unknown option '--algo', did you mean '--algorithm'?"
cp input.txt -- -q.sql
whittle_exits 2 ./test.sh -q.sql
prints "a file of that name is written as ./-q.sql"

whittle_exits 2 -i input.txt -- false @@
prints "coming from another reducer: whittle help coming-from"
prints "FILE is given without -i: whittle -o OUTPUT FILE -- COMMAND @@"
whittle_exits 4 'grep -q needle input.txt' input.txt
prints "a command comes last, with @@ for the file: whittle input.txt -- grep ... @@"

# Mistakes with -- and @@.
whittle_exits 2 -- ./test.sh input.txt
prints "there is no FILE before --"
prints "a test needs no --: whittle TEST FILE"
whittle_exits 4 ./test.sh -- input.txt
prints "input.txt is not a program on PATH"
prints "a test needs no --: whittle ./test.sh input.txt"
whittle_exits 4 input.txt -- test.sh @@
prints "to use the one in this folder, write ./test.sh"
whittle_exits 2 ./test.sh input.txt @@
prints "@@ is the candidate's path in a command, which comes after --"
# A test that is given as a command.
whittle_exits 5 input.txt -- ./test.sh @@
prints "if it is a test, which exits with 0 for an interesting file: whittle ./test.sh input.txt"
whittle_exits 5 input.txt -- cat @@
prints_not "if it is a test"
# A program that is given as the test.
printf 'import no_such_module\n' >bug.py
whittle_exits 5 python3 bug.py
prints "to keep the failure of the command python3: whittle bug.py -- python3 @@"
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"
whittle_exits 2 --resume
prints "write it as: whittle --resume FILE"
whittle_exits 3 ./test.sh -
prints "standard input cannot be reduced; write it to a file first"

# A file that the command names is not where tests run.
mkdir include
echo needle >words
whittle_exits 0 --unit lines -o kept.txt --exit 2 input.txt -- sh -c 'grep -q needle "$1" && exit 2' sh @@
prints_not "tests run in a separate folder"
rm kept.txt
whittle_exits 0 --unit lines -o kept.txt --exit 2 "$dir/input.txt" -- sh -c 'grep -q needle "$1" && exit 2' sh @@ words
prints "hint: tests run in a separate folder that does not contain words; give its absolute path, or use --around ."
rm kept.txt
whittle_exits 0 --unit lines -o kept.txt --exit 2 input.txt -- sh -c 'grep -q needle "$2" && exit 2' sh -Iinclude @@
prints "tests see the files of this folder, because the command names -Iinclude"
rm kept.txt
whittle_exits 0 --unit lines --around . -o kept.txt --exit 0 input.txt -- grep -f words @@
prints_not "tests run in a separate folder"
file_is kept.txt $'needle\n'

# What the test printed is shown, and why a test often fails here only.
printf '#!/bin/sh\necho "header.h: \033[31mnot found" >&2\nexit 3\n' >never.sh && chmod +x never.sh
whittle_exits 5 ./never.sh input.txt
prints "it must work in a folder that holds only the reduced files; to add the files around them: --around ."
prints "printed: header.h: ?[31mnot found"
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"
cmp -s input.txt pristine.txt || fail "the input was changed"

# The test is known to the run that is resumed.
whittle_exits 0 --unit lines --max-tests 2 ./test.sh input.txt
whittle_exits 9 --resume ./test.sh input.txt
prints "the test is stored with the run, so --resume needs only FILE: whittle --resume input.txt"
whittle_exits 0 --resume input.txt
file_is input.txt $'needle\nthread\n'

cp pristine.txt input.txt
whittle_exits 0 --unit lines ./test.sh input.txt
prints_not "time limit"

# Tests that reach the limit are counted in the summary.
cp pristine.txt input.txt
printf '#!/bin/sh\ngrep -q needle input.txt && grep -q thread input.txt || sleep 60\n' >slow.sh && chmod +x slow.sh
whittle_exits 0 --unit lines -j1 --max-tests 4 --timeout 1s ./slow.sh input.txt
grep -qE '[1-4] of 4 tests reached the time limit and counted as not interesting; see --timeout' out || fail "timeouts are not counted"
