#!/bin/bash
# --effort: normal leaves out what earlier refusals make hopeless, and says so; full tests everything; quick stops early.
. "$(dirname "$0")/lib.sh"
cp "$here/../passes/code/shop.c" pristine.c
words_in_order pristine.c >test.sh
chmod +x test.sh
# tests LEVEL OPTION...: reduces with this effort, and prints how many tests it took.
tests() {
  local level=$1
  shift
  cp pristine.c shop.c
  "$WHITTLE" -j2 --effort "$level" --json "$level.json" "$@" ./test.sh shop.c >out 2>&1 </dev/null || fail "effort $level"
  cp shop.c "$level.c"
  grep -o '"tested":[0-9]*' "$level.json" | cut -d: -f2
}
full=$(tests full) || exit 1
prints_not "untried"
grep -q '"left_out":0' full.json || fail "full leaves something out"
normal=$(tests normal) || exit 1
prints "of the result left untried, because parts of them were refused; to try all: --effort full"
grep -q '"left_out":[1-9]' normal.json || fail "normal does not say what it left out"
[ "$normal" -lt "$full" ] || fail "normal took $normal tests, full $full"
./test.sh normal.c || fail "the result is not interesting"

# Only a run that verified claims anything.
prints_not "no single"
tests normal --verify >/dev/null || exit 1
prints "no single node can be removed ("
prints_not "untried"

# With a test that wants everything, quick gives up soon.
cat >test.sh <<'T'
#!/bin/sh
[ "$(tr -d ' \n' <shop.c | cksum)" = "$(tr -d ' \n' <"${0%/*}/pristine.c" | cksum)" ]
T
quick=$(tests quick) || exit 1
prints "stopped after 100 tests without a gain; to try more: --effort normal"
grep -q '"ending":"no-gain"' quick.json || fail "the end does not say why"
[ "$quick" -le 101 ] || fail "quick took $quick tests"
[ ! -e shop.c.whittle/journal.db ] || fail "a run that is over left its folder"

# The level belongs to the search: a resumed run keeps it.
cp pristine.c shop.c
whittle_exits 0 --effort full --max-tests 3 ./test.sh shop.c
whittle_exits 2 --resume --effort quick shop.c
prints "--effort"
whittle_exits 2 --effort much ./test.sh shop.c
prints "'much' is not one of quick, normal, full"
