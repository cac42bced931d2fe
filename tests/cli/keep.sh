#!/bin/bash
# --keep leaves text that matches, and DDBEGIN and DDEND leave everything outside of their lines. A pattern
# that RE2 does not accept is refused with the reason.
. "$(dirname "$0")/lib.sh"
make_input
reduces_to() { # TEXT OPTIONS...
  local wanted=$1
  shift
  rm -rf input.txt*
  cp pristine.txt input.txt
  whittle_exits 0 -q -j 2 "$@" ./test.sh input.txt
  file_is input.txt "$wanted"
}
reduces_to $'needle\nthread\n' --unit lines
reduces_to $'hay 3\nneedle\nhay 13\nthread\n' --unit lines --keep '^hay \d?3$'
reduces_to $'hay 1\nhay 2\nneedle\nthread\n' --unit lines --keep 'hay 1\nhay 2\n'
reduces_to $'hay 1\nneedle\nhay 18\nthread\n' --unit lines --keep '(?i)HAY 1$' --keep '8\nthread'
# Under the default plan, which also changes lines.
reduces_to $'hay 7\nneedle\nthread\n' --keep '^hay 7\n'

sed -i '5s/$/ DDBEGIN/; 15s/$/ DDEND/' pristine.txt
reduces_to "$(sed -n '1,5p; 10p; 15,$p' pristine.txt)
" --unit lines
reduces_to "$(sed -n '1,5p; 10p; 15,$p' pristine.txt)
"

whittle_exits 2 --keep 'hay(' ./test.sh input.txt
prints "--keep: bad regular expression 'hay(': missing )"
prints "RE2"
whittle_exits 2 --keep '(a)\1' ./test.sh input.txt
prints "--keep: bad regular expression '(a)\\1': invalid escape sequence: '\\1' at character 4"

# A line of a megabyte and a pattern that takes a backtracking engine forever.
{ head -c 1000000 /dev/zero | tr '\0' a; echo; cat pristine.txt; } >long.txt
cp long.txt input.txt
whittle_exits 0 -q --unit lines --keep '(a*)*b' --keep '(a|aa)*$' ./test.sh input.txt
[ "$(head -n 1 input.txt | wc -c)" = 1000001 ] || fail "the long line was not kept"
