#!/bin/bash
# Two runs that wrote the same file were not refused if they called it by different names.
. "$(dirname "$0")/lib.sh"
mkdir real p
ln -s real/f link
printf '#!/bin/sh\nsleep 0.1\n[ ! -e %s/stop ] && cat "$@" | grep -qx 7\n' "$dir" >t.sh
printf '#!/bin/sh\nsleep 0.1\n[ ! -e %s/stop ] && grep -qx 7 p/a\n' "$dir" >u.sh
chmod +x t.sh u.sh
# refused FIRST... -- SECOND...: while a run on FIRST works, one on SECOND is refused.
refused() {
  local first=()
  while [ "$1" != -- ]; do first+=("$1") && shift; done
  shift
  # The last run may have removed the line from a file of several.
  seq 60 | tee real/f a b >p/a
  "$WHITTLE" -j1 --unit lines "${first[@]}" >first 2>&1 &
  local run=$!
  is_locked() { [ -n "$(find . -name journal.db)" ]; }
  wait_until is_locked || fail "${first[*]}: does not begin: $(cat first)"
  whittle_exits 8 -j1 --unit lines "$@"
  prints "is being reduced by process $run"
  kill -9 $run
  wait $run 2>/dev/null
  find . -name '*.whittle' -prune -exec rm -r {} +
}
refused ./t.sh link -- ./t.sh real/f
refused ./t.sh real/f -- ./t.sh link
refused ./t.sh a b -- ./t.sh b
refused ./t.sh b -- ./t.sh a b
refused ./u.sh p -- ./t.sh p/a
refused ./t.sh p/a -- ./u.sh p
# Both names resume the same run.
seq 60 >real/f
whittle_exits 0 -j1 --unit lines --max-tests 3 ./t.sh link
whittle_exits 0 --resume real/f
file_is real/f $'7\n'
