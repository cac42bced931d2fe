#!/bin/bash
# The bundled example is reduced to the features that its test asks for, and stays readable; parts of the
# plan can be turned off, and are refused elsewhere.
. "$(dirname "$0")/lib.sh"
example=$(cd "$here/../../examples/debloat" && pwd)
cp "$example"/* .

# debloated OPTIONS...: a run on a fresh copy.
debloated() {
  cp "$example/count.c" count.c
  rm -f count.c.orig
  whittle_exits 0 --plan debloat "$@" ./keep-lines-and-words.sh count.c
}
debloated
./keep-lines-and-words.sh || fail "the result fails its test"
for gone in usage note print_sorted print_most_frequent string.h verbose; do
  ! grep -q "$gone" count.c || fail "$gone is still there"
done
for kept in 'static struct totals count(void) {' 'if (is_word(c)) {' 'printf("%ld\n", all.words);' '  return 0;'; do
  grep -qF "$kept" count.c || fail "is no longer there: $kept"
done
cp count.c first.c

# The same bytes on more slots, and with other algorithms that end at the same program here.
debloated -j 3
cmp -s count.c first.c || fail "-j 3 gives another result"
debloated --algorithm chisel
cmp -s count.c first.c || fail "chisel gives another result"

# Without dependencies, what cannot work is tested too.
debloated -j 1 --json with.json
debloated -j 1 --without-dependencies --json without.json
tests() { grep -c '"remembered":false' "$1"; }
[ "$(tests without.json)" -gt "$(tests with.json)" ] || fail "dependencies save no tests"
debloated -j 1 --without-dce --json no-dce.json
! grep -q dead-code no-dce.json || fail "--without-dce removed dead code"
grep -q '"stage":"dead-code/gallop"' with.json || fail "no dead code was removed"

cp "$example/count.c" count.c
whittle_exits 2 --without-dce ./keep-lines-and-words.sh count.c
prints "the plan auto does not take --without-dce"
prints "debloat"
