#!/bin/bash
# A power cut at any moment leaves FILE in an old or a new version and FILE.orig complete, and --resume ends with the same
# bytes. A run is recorded, and its record cut at every point (power_cut.py). POWER_CUTS: how many states are resumed; CI resumes all.
. "$(dirname "$0")/lib.sh"
needs gcc python3
most=${POWER_CUTS:-${WHITTLE_QUICK:+40}}
gcc -shared -fPIC -O1 -w -o trace.so "$here/power_cut.c" || fail "cannot make the recorder"
# cut NAME ARGUMENTS...: records a run in a copy of before/ that reduces NAME, and cuts it.
cut() {
  local name=$1
  shift
  rm -rf result trace.log
  cp -r before result
  (cd result && TRACE=$dir/trace.log TRACE_ROOT=$dir/result ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$dir/trace.so \
    "$WHITTLE" -j1 --no-outputs "$@" "$name") >out 2>&1 </dev/null || fail "the run that is recorded"
  grep -q '^rename .*'"$name" trace.log || fail "nothing was recorded"
  rm -rf final
  mv result final # it is resumed in the folder in which it was started
  python3 "$here/power_cut.py" trace.log before final result "${most:-100000}" "$WHITTLE" "$name" >out 2>&1 || fail "$name"
}
mkdir -p before
seq 30 >before/f
printf '#!/bin/sh\ngrep -qx 7 f && grep -qx 21 f\n' >before/t.sh
chmod +x before/t.sh
cut f --unit lines ./t.sh
cat out
rm -r before
mkdir -p before/p/sub
seq 20 >before/p/a
seq 5 >before/p/sub/b
seq 5 >before/p/c
printf '#!/bin/sh\ngrep -qx 7 p/a && { [ ! -e p/sub/b ] || grep -qx 3 p/sub/b; }\n' >before/t.sh
chmod +x before/t.sh
cut p ./t.sh
cat out
