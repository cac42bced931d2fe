#!/bin/bash
# The clock of the machine jumps by weeks, forth and back, at every look: limits, budgets and the result
# are as ever, since only the clock that never jumps is used for them.
. "$(dirname "$0")/lib.sh"
make_input
cat >jumps.c <<'END'
// Every look at the clock of the day gives another day; the monotonic clock stays what it is.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long jump(void) {
  static long count;
  if (++count == 1) {
    FILE* seen = fopen(getenv("SEEN"), "a");
    if (seen) fclose(seen);
  }
  return (count % 3 - 1) * 3000000;
}
int clock_gettime(clockid_t clock, struct timespec* now) {
  const long result = syscall(SYS_clock_gettime, clock, now);
  if (clock == CLOCK_REALTIME) now->tv_sec += jump();
  return (int)result;
}
int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}
time_t time(time_t* to) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}
END
gcc -shared -fPIC -O1 -w -o jumps.so jumps.c || fail "cannot make the clock"
export SEEN=$dir/seen
with_jumps() { # CODE ARGUMENTS...
  expected=$1
  shift
  # Should it be built with the address sanitizer, that one wants to be loaded first.
  ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$dir/jumps.so "$WHITTLE" "$@" >out 2>&1 </dev/null
  code=$?
  [ $code = $expected ] || fail "whittle $* exited with $code, and $expected was expected"
  [ -e seen ] || fail "nobody looked at that clock: this test shows nothing"
  rm seen
}
options=(-j 1 --unit lines -a oneminimal)
queries() { grep '"event":"query"' "$1" | sed 's/"at":[^,]*,//; s/"seconds":[^,}]*//'; }

whittle_exits 0 "${options[@]}" --json steady.json ./test.sh input.txt
cp input.txt expected.txt
cp pristine.txt input.txt
with_jumps 0 "${options[@]}" --json jumping.json --max-time 1h --timeout 20s ./test.sh input.txt
cmp -s input.txt expected.txt || fail "another result: $(cat input.txt)"
[ "$(queries steady.json)" = "$(queries jumping.json)" ] || fail "other queries"
grep -qE '[0-9.]+ (ms|s)$' out || fail "the time it took is not what it was"

# Limits and budgets hold all the same.
cp pristine.txt input.txt
printf '#!/bin/sh\ncmp -s input.txt %s/pristine.txt || sleep 1000\n' "$dir" >test.sh
with_jumps 0 "${options[@]}" --timeout 200ms --max-time 1500ms --json log.json ./test.sh input.txt
[ "$(grep -c '"timed_out":true' log.json)" -ge 2 ] || fail "the time limit was not kept"
grep -q '"ending":"max-time"' log.json || fail "the budget was not kept"
with_jumps 0 --resume --max-time 500ms --timeout 200ms input.txt
