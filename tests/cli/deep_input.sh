#!/bin/bash
# Brackets nested 100,000 deep, in C and in JSON.
. "$(dirname "$0")/lib.sh"
nested() { python3 -c "print('$1' + '$2' * 100000 + '3' + '$3' * 100000 + '$4')"; }
nested 'int y = 7; int x = ' '(' ')' ';' >deep.c
nested '[7, ' '[' ']' ']' >deep.json
for name in deep.c deep.json; do
  printf '#!/bin/sh\ngrep -q 7 %s\n' $name >test.sh
  chmod +x test.sh
  whittle_exits 0 --max-time 35s ./test.sh $name
  [ "$(wc -c <$name)" -lt 100 ] || fail "$name is still large: $(wc -c <$name)"
done
