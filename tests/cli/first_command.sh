#!/bin/bash
# The first command that a person types works, or is answered with the one that does.
. "$(dirname "$0")/lib.sh"
make_input

# A command in quotes is a command of the shell, with @@ or with the candidate on standard input.
whittle_exits 0 --unit lines --exit 3 input.txt -- 'grep -q needle < @@ && exit 3'
prints "whittle: the shell runs: grep -q needle < @@ && exit 3"
file_is input.txt $'needle\n'
cp pristine.txt input.txt
whittle_exits 0 --unit lines input.txt -- 'tr a-z A-Z | grep -q NEEDLE && { echo found >&2; exit 3; }'
file_is input.txt $'needle\n'
# A name with blanks and quotes is one word for the shell.
cp pristine.txt "it's mine.txt"
whittle_exits 0 --unit lines --exit 3 "it's mine.txt" -- 'grep -q needle @@ && exit 3'
file_is "it's mine.txt" $'needle\n'

# A forgotten --, also if the command has options that are not ours.
cp pristine.txt input.txt
whittle_exits 2 input.txt grep -q needle input.txt
prints "whittle: error: grep is a command, and a command comes after --"
prints "  write it as: whittle input.txt -- grep -q needle @@"
# -c is one of C-Vise's options, too.
whittle_exits 2 input.txt grep -c needle input.txt
prints "write it as: whittle input.txt -- grep -c needle @@"
whittle_exits 2 -j 2 input.txt sort -R input.txt
prints "  write it as: whittle -j 2 input.txt -- sort -R @@"
mkdir -p tools && cp test.sh tools/run
whittle_exits 2 input.txt tools/run --compress input.txt
prints "  write it as: whittle input.txt -- tools/run --compress @@"
# An unknown option of ours in front of it is named.
whittle_exits 2 --jbos 2 input.txt sort -R input.txt
prints "unknown option '--jbos', did you mean '--jobs'?"
# A test and a file are what they were, and so are values of options.
whittle_exits 0 --json test.json --unit lines ./test.sh input.txt
cp pristine.txt input.txt
whittle_exits 0 --json test.json --unit lines ./test.sh input.txt

# Tests see the files of the folder if the command names one of them, also inside of quotes.
cp pristine.txt input.txt
echo needle >words
whittle_exits 0 --unit lines --exit 0 input.txt -- grep -f words input.txt
prints "whittle: tests see the files of this folder, because the command names words"
file_is input.txt $'needle\n'
cp pristine.txt input.txt
whittle_exits 0 --unit lines --exit 0 input.txt -- 'grep -f words <@@'
prints "because the command names words"
file_is input.txt $'needle\n'
cp pristine.txt input.txt
whittle_exits 0 --unit lines --exit 0 input.txt -- grep needle @@
prints_not "tests see the files"

"$WHITTLE" --help >out
prints "@@, COMMAND reads the candidate from standard input"
