#!/bin/bash
# --verify tries every single node, or unit, once the search has ended; what can go is gone then.
. "$(dirname "$0")/lib.sh"
program=$'int a;\n/* of no use */\nint f(int x) { g(); return x; }\n'
printf '#!/bin/sh\ngrep -q "return x" a.c\n' >test.sh
chmod +x test.sh

for plan in tree perses hdd; do
  printf '%s' "$program" >a.c
  whittle_exits 0 --plan $plan --verify ./test.sh a.c
  prints "verified: no single node can be removed ("
done

# A plan that only takes comments leaves much that can go.
printf '%s' "$program" >a.c
whittle_exits 0 --only comments --verify ./test.sh a.c
prints "verify found more: 18 tokens, "
prints "; now no single node can be removed ("
grep -q 'return x' a.c && ! grep -q 'g()' a.c || fail "not the smaller result: $(cat a.c)"
whittle_exits 0 --only comments ./test.sh a.c
prints_not "no single"

make_input
whittle_exits 0 --unit lines --verify ./test.sh input.txt
prints "verified: no single line can be removed (2 tried)"
# dd isolates one difference and is not out for the smallest input.
cp pristine.txt input.txt
whittle_exits 0 --unit lines --algorithm dd --verify ./test.sh input.txt
prints "no single line can be removed ("
file_is input.txt $'needle\nthread\n'
cp pristine.txt input.txt
whittle_exits 0 --unit lines --verify --quiet ./test.sh input.txt
prints_not "verified"
# Its tests count, and where they end nothing is claimed.
cp pristine.txt input.txt
whittle_exits 0 --only comments --max-tests 1 --verify ./test.sh input.txt
prints "the limit of --max-tests is reached"
prints_not "no single"
