#!/bin/bash
# On a slow disk only some bests are published. The last one is, however the run ends: by a signal, a limit or an error. After a kill,
# --resume ends as an undisturbed run does.
. "$(dirname "$0")/lib.sh"
needs gcc
# A disk that needs 0.15 s for a sync.
cat >slow.c <<'C'
#include <sys/syscall.h>
#include <unistd.h>
int fsync(int fd) { usleep(150000); return syscall(SYS_fsync, fd); }
int fdatasync(int fd) { usleep(150000); return syscall(SYS_fdatasync, fd); }
C
gcc -shared -fPIC -O1 -o slow.so slow.c || fail "cannot make the slow disk"
seq 150 >pristine
printf '#!/bin/sh\nsleep .01; grep -qx 7 f && grep -qx 33 f && grep -qx 71 f\n' >t.sh
chmod +x t.sh
bests() { cat f.whittle/events.jsonl 2>/dev/null | grep -c '"event":"best"'; }
begin() { # begin ARGUMENTS...: a run in the background on a fresh f
  rm -rf f.* && cp pristine f
  ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$dir/slow.so env --default-signal=INT "$WHITTLE" -j1 --unit lines -a oneminimal "$@" f \
    >out 2>&1 </dev/null &
  run=$!
}
# ended CODE: the run ends with it, and f is the last best that the record has.
ended() {
  wait $run
  local code=$?
  [ $code = "$1" ] || fail "it exited with $code, and $1 was expected"
  [ "$(bests)" -ge 3 ] || fail "it found $(bests) bests: this shows nothing"
  rm -f last
  "$WHITTLE" -o last history f "$(bests)" >said 2>&1 || fail "history: $(cat said)"
  cmp -s f last || fail "f is not the last of $(bests) bests: $(wc -l <f) lines, and $(wc -l <last) were expected"
}
some_bests() { [ "$(bests)" -ge 5 ]; }
for signal in INT TERM; do
  begin ./t.sh
  wait_until some_bests || fail "it finds nothing"
  kill -$signal $run || fail "it ended too soon"
  ended 130
done
begin --max-tests 40 ./t.sh
ended 0
# As long as this machine needs for some bests.
for limit in 1 4 16 64; do
  begin --max-time ${limit}s ./t.sh
  wait $run || fail "--max-time"
  [ -e f.whittle ] || fail "it ended within the time: this shows nothing"
  some_bests && break
done
ended 0
# An error: the test is deleted.
cp t.sh t2.sh
begin ./t2.sh
wait_until some_bests || fail "it finds nothing"
rm t2.sh
ended 4
# A kill: f may be behind, and --resume ends as always.
begin ./t.sh
wait_until some_bests || fail "it finds nothing"
kill -9 $run
wait $run 2>/dev/null
grep -qx 7 f && grep -qx 33 f && grep -qx 71 f || fail "f is not interesting after a kill"
whittle_exits 0 --resume f
file_is f $'7\n33\n71\n'
