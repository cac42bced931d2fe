#!/bin/bash
# Brackets nested 100,000 deep, in a language with a grammar and in one without.
. "$(dirname "$0")/lib.sh"
for name in deep.c deep.json deep.txt; do
  python3 -c "print('[7, ' + '[' * 100000 + '3' + ']' * 100000 + ']')" >$name
  printf '#!/bin/sh\ngrep -q 7 %s\n' $name >test.sh
  chmod +x test.sh
  whittle_exits 0 --max-time 30s ./test.sh $name
  [ "$(wc -c <$name)" -lt 100 ] || fail "$name is still large: $(wc -c <$name)"
done
