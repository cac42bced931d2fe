#!/bin/bash
# --without leaves out the passes that it names, and --only leaves out all others.
. "$(dirname "$0")/lib.sh"
cp "$here/../passes/code/shop.c" pristine.c
words_in_order pristine.c >property
printf '#!/bin/sh\n"%s/property" shop.c\n' "$dir" >test.sh
chmod +x property test.sh
# stages OPTIONS...: the names of the stages that a run has, in `stages`.
stages() {
  rm -rf shop.c*
  cp pristine.c shop.c
  whittle_exits 0 -q -j 2 --json events "$@" ./test.sh shop.c
  grep -oE '"stage":"[^"]*"' events | sort -u >stages
}
stages
grep -q '"statements/' stages && grep -q '"lines/' stages || fail "this test shows nothing: $(cat stages)"
stages --without statements
! grep -q '"statements/' stages || fail "--without statements used it: $(cat stages)"
grep -q '"lines/' stages || fail "--without statements left out more: $(cat stages)"
stages --without statements,lines
! grep -qE '"(statements|lines)/' stages || fail "--without with two names used one: $(cat stages)"
stages --only lines
[ "$(grep -vc '"lines/' stages)" = 0 ] || fail "--only lines used others: $(cat stages)"
whittle_exits 2 --without statemens ./test.sh shop.c
prints "unknown pass 'statemens'"
