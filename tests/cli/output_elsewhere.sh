#!/bin/bash
# -o leaves the input as it is; odd names work; modes and missing newlines stay.
. "$(dirname "$0")/lib.sh"
make_input
whittle_exits 0 --unit lines -o small.txt ./test.sh input.txt
cmp -s input.txt pristine.txt || fail "the input was changed"
file_is small.txt $'needle\nthread\n'

printf 'a\nneedle\nb' >"-x y.c"
printf '#!/bin/sh\ngrep -q needle "./-x y.c"\n' >odd.sh
chmod +x odd.sh
whittle_exits 0 --unit lines ./odd.sh "./-x y.c"
file_is "./-x y.c" $'needle\n'

newline=$'two\nlines.txt'
printf 'needle\nrest' >"$newline"
chmod 750 "$newline"
printf '#!/bin/sh\ngrep -q rest ./two*\n' >odd.sh
whittle_exits 0 --unit lines ./odd.sh "$newline"
file_is "$newline" "rest"
[ "$(stat -c %a "$newline")" = 750 ] || fail "the mode was not kept"

# -o - is standard output: nothing else is printed there, and FILE stays as it is.
cp pristine.txt input.txt
"$WHITTLE" --unit lines -o - ./test.sh input.txt >printed 2>out </dev/null || fail "-o - failed"
file_is printed $'needle\nthread\n'
cmp -s input.txt pristine.txt && [ ! -e input.txt.orig ] && [ ! -e ./- ] || fail "-o - wrote a file"
[ ! -e input.txt.whittle ] || fail "-o - leaves its run folder"
# A run that was stopped prints its best so far, and is resumed by the name of the file.
"$WHITTLE" --unit lines --max-tests 1 -o - ./test.sh input.txt >printed 2>out </dev/null || fail "-o - failed"
prints "bytes) is on standard output"
prints "continue with: whittle --resume input.txt"
grep -q needle printed || fail "the best so far was not printed"
"$WHITTLE" --resume input.txt >printed 2>out </dev/null || fail "it was not resumed"
file_is printed $'needle\nthread\n'
cmp -s input.txt pristine.txt && [ ! -e input.txt.whittle ] || fail "-o - wrote a file"
mkdir folder && cp pristine.txt folder/a && cp pristine.txt folder/b
whittle_exits 2 -o - ./test.sh folder
prints "-o - prints the result, which must be one file"
whittle_exits 2 -o - --json - ./test.sh input.txt
prints "-o - and --json - would both write to standard output"
"$WHITTLE" --unit lines -o - ./test.sh input.txt >/dev/full 2>out </dev/null
[ $? = 6 ] || fail "a full standard output is no error"
