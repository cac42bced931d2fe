#!/bin/bash
# What a test prints, and the name of a file, cannot command the terminal: escape sequences are not printed as they are.
. "$(dirname "$0")/lib.sh"
make_input
escape=$(printf '\033')
clean() { ! grep -q "[$escape$(printf '\a\b\r')]" out || fail "an escape sequence reaches the terminal: $(cat -v out)"; }
title="$escape]0;owned$(printf '\a')"
printf '#!/bin/sh\necho "%s red"; echo "%s[2J" >&2; exit 1\n' "$title" "$escape" >shout.sh
chmod +x shout.sh
whittle_exits 5 ./shout.sh input.txt
prints "red"
clean
cp input.txt "in$title.txt"
whittle_exits 5 ./shout.sh "in$title.txt"
clean
whittle_exits 4 "./no$title" input.txt
clean
whittle_exits 2 "--no$title" ./test.sh input.txt
clean
