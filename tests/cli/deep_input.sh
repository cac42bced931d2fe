#!/bin/bash
# Brackets nested 100,000 deep, with and without a grammar, closed and not. What is needed stands beside
# them, or is the innermost thing, so that all of them have to be removed.
. "$(dirname "$0")/lib.sh"
nested() { python3 -c "print('$1' + '$2' * 100000 + '3' + '$3' * 100000 + '$4')"; }
reduces() { # FILE NEEDED
  printf '#!/bin/sh\ngrep -q %s %s\n' "$2" "$1" >test.sh
  chmod +x test.sh
  whittle_exits 0 --max-time "$(patience 25000)ms" ./test.sh "$1"
  [ "$(wc -c <"$1")" -lt 100 ] || fail "$1 is still large: $(wc -c <"$1")"
}
nested 'int y = 7; int x = ' '(' ')' ';' >deep.c
reduces deep.c 7
nested '[7, ' '[' ']' ']' >deep.json
reduces deep.json 7
nested 'int x = ' '(' ')' ';' >inner.c
reduces inner.c 3
nested 'int x = ' '(' '' ';' >unclosed.c
reduces unclosed.c 3
nested 'int f() ' '{' '' '' >unclosed_blocks.c
reduces unclosed_blocks.c 3
nested 'a ' '{' '}' '' >deep.txt
reduces deep.txt 3
