#!/bin/bash
# Brackets nested 100,000 deep, in languages with a grammar and without.
. "$(dirname "$0")/lib.sh"
nested() { python3 -c "print('$1' + '$2' * 100000 + '3' + '$3' * 100000 + '$4')"; }
nested 'int y = 7; int x = ' '(' ')' ';' >deep.c
nested '[7, ' '[' ']' ']' >deep.json
nested '7 ' '{' '}' '' >deep.txt
for name in deep.c deep.json deep.txt; do
  printf '#!/bin/sh\ngrep -q 7 %s\n' $name >test.sh
  chmod +x test.sh
  whittle_exits 0 --max-time 35s ./test.sh $name
  [ "$(wc -c <$name)" -lt 100 ] || fail "$name is still large: $(wc -c <$name)"
done
