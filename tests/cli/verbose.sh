#!/bin/bash
# --verbose also prints what each stage did; what it counts is what the test saw.
. "$(dirname "$0")/lib.sh"
make_input
printf '#!/bin/sh\necho x >>%s/runs\ngrep -q needle input.txt && grep -q thread input.txt\n' "$dir" >test.sh
whittle_exits 0 -j 1 --unit lines ./test.sh input.txt
prints_not "stage"
rm -rf input.txt* runs
cp pristine.txt input.txt
whittle_exits 0 -j 1 --unit lines --verbose ./test.sh input.txt
grep -qE '^stage +asked +tested +interesting +time +bytes gone$' out || fail "no heading"
row=$(grep -E '^lines/gallop ' out) || fail "no row of the stage"
read -r stage asked tested interesting rest <<<"$row"
gone=${rest##* }
[ "$gone" = $(($(wc -c <pristine.txt) - $(wc -c <input.txt))) ] || fail "$gone bytes gone"
# The original is tested before the stage, and the result after it.
[ "$tested" -le "$(wc -l <runs)" ] && [ "$tested" -ge $(($(wc -l <runs) - 3)) ] ||
  fail "$tested tests, and the test ran $(wc -l <runs) times"
[ "$interesting" -gt 0 ] && [ "$interesting" -lt "$tested" ] && [ "$tested" -le "$asked" ] || fail "$row"
