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
