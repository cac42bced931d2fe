#!/bin/bash
# The bundled example is reduced to the features that its test asks for, and stays readable; the report says what is left; parts of
# the plan can be turned off, and are refused elsewhere; a test in stages can be made.
. "$(dirname "$0")/lib.sh"
example=$(cd "$here/../../examples/debloat" && pwd)
cp "$example"/* .

# The runs below ask about much the same programs, so each answer is kept.
mkdir answers
cat >keep.sh <<END
#!/bin/bash
answer=$dir/answers/\$(md5sum <count.c)
[ -e "\$answer" ] || { $dir/keep-lines-and-words.sh; echo \$? >"\$answer.\$\$" && mv "\$answer.\$\$" "\$answer"; }
exit \$(cat "\$answer")
END
chmod +x keep.sh

# debloated OPTIONS...: a run on a fresh copy.
debloated() {
  cp "$example/count.c" count.c
  rm -f count.c.orig
  whittle_exits 0 --plan debloat "$@" ./keep.sh count.c
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
if [ -z "${WHITTLE_QUICK:-}" ]; then
  debloated -j 3
  cmp -s count.c first.c || fail "-j 3 gives another result"
  debloated --algorithm chisel
  cmp -s count.c first.c || fail "chisel gives another result"
fi

# In stages, and with what is left of the functions.
stages=()
for stage in compiles desired undesired; do stages+=(--stage "$stage=$PWD/keep-lines-and-words.sh $stage"); done
cp "$example/count.c" count.c
whittle_exits 0 --plan debloat -v "${stages[@]}" --json stages.json count.c
cmp -s count.c first.c || fail "stages give another result"
prints "3 functions kept, 0 emptied, 6 removed; 21 of 75 statements left"
grep -qE '^print_sorted +removed$' out || fail "no table of functions"
grep -qE '^count +kept$' out || fail "no table of functions"
prints "refused by compiles "
python3 "$here/../report/check_events.py" "$here/../../docs/json-schema.json" stages.json >checked || fail "events: $(cat checked)"
grep -q '"functions":{"emptied":\[\],"kept":\["is_word","count","main"\]' stages.json || fail "no functions in the events"

# Without dependencies, what cannot work is tested too.
debloated -j 1 --json with.json
debloated -j 1 --without dependencies --json without.json
tests() { grep -c '"remembered":false' "$1"; }
[ "$(tests without.json)" -gt "$(tests with.json)" ] || fail "dependencies save no tests"
debloated -j 1 --without dead-code --json no-dce.json
! grep -q '"stage":"dead-code' no-dce.json || fail "--without dead-code removed dead code"
grep -q '"stage":"dead-code/gallop"' with.json || fail "no dead code was removed"

# Learning can be switched off, which asks more; CHISEL's own plan uses its own algorithm unless another one is named.
if [ -z "${WHITTLE_QUICK:-}" ]; then
  debloated -j 1 --policy none --json unlearned.json
  [ "$(tests unlearned.json)" -ge "$(tests with.json)" ] || fail "refusals cost tests"
fi
cp "$example/count.c" count.c
whittle_exits 0 -j 1 --plan chisel --json chisel.json ./keep.sh count.c
grep -q '"stage":"statements/chisel"' chisel.json || fail "--plan chisel runs another algorithm"
prints_not "left untried"
cp "$example/count.c" count.c
whittle_exits 0 -j 1 --force --plan chisel --algorithm cdd --max-tests 60 --json cdd.json ./keep.sh count.c
grep -q '"stage":"statements/cdd"' cdd.json || fail "--plan chisel ignores --algorithm"
whittle_exits 2 --plan hdd --policy none ./keep-lines-and-words.sh count.c
prints "the plan hdd does not support --policy"

# A test to begin with: it names FILE and its stages, accepts nothing until it is filled in, and then is a test.
whittle_exits 0 --make-test debloat count.c
prints "debloat.sh is a template"
whittle_exits 2 --make-test debloat count.c
prints "debloat.sh exists"
! ./debloat.sh 2>said || fail "debloat.sh accepts everything before it is filled in"
grep -q "state in desired()" said || fail "debloat.sh does not say what is missing: $(cat said)"
sed -i "/remove this line/c\\  gives 0 0 -l" debloat.sh
sed -i "s/survives --help/survives -c/" debloat.sh
./debloat.sh || fail "debloat.sh refuses the original"
for stage in compiles desired undesired disaster sanitizers; do ./debloat.sh $stage || fail "debloat.sh refuses at $stage"; done

cp "$example/count.c" count.c
whittle_exits 2 --without dead-code ./keep-lines-and-words.sh count.c
prints "the plan auto does not support --without=dead-code"
prints "debloat"
