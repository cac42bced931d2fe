#!/bin/bash
# Every algorithm reduces every unit to what is needed.
. "$(dirname "$0")/lib.sh"
make_input
[ "$("$WHITTLE" --list algorithms | wc -l)" -gt 5 ] || fail "they are not listed"
for algorithm in $("$WHITTLE" --list algorithms | cut -d' ' -f1); do
  for unit in lines tokens; do
    cp pristine.txt input.txt
    whittle_exits 0 --unit $unit --algorithm "$algorithm:one-minimal" ./test.sh input.txt
    [ "$(tr -d '\n ' <input.txt)" = needlethread ] || fail "$algorithm over $unit left: $(cat input.txt)"
  done
done
