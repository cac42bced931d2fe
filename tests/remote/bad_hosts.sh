#!/bin/bash
# Hosts that are out of order do not change the result: no compiler, a full disk, a wrong clock, a slot that hangs, answers at
# random. The user is told which host is left out, and why.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker good
good=$worker

# From the start: the original is not interesting there.
echo 'missing-compiler -c input.txt || exit $?' >behaves.bad
start_worker bad
reduce_with
ends_well
prints "is excluded: the original is not interesting there: it exited with 127, and 0 was expected"
prints "missing-compiler: command not found"
[ "$(ran_by bad)" = 1 ] || fail "it was given tests"

# In the middle: it was there for the original.
rm -f ran/*
echo '[ $(wc -l <'$dir'/ran/bad) -lt 10 ] || exit 127' >behaves.bad
reduce_with
ends_well
prints "is excluded: the original is not interesting there: it exited with 127, and 0 was expected"
kill -9 $worker

# A disk that is full in the middle.
rm -f ran/* behaves.bad
mkdir small
if mount -t tmpfs -o size=8m,mode=1777 none small 2>/dev/null; then
  trap 'umount -l "$dir/small"; end_all' EXIT
  cat >behaves.full <<END
[ \$(wc -l <$dir/ran/full) -lt 10 ] || cat /dev/zero >\$TMPDIR/filler || exit 1
END
  # Its scratch folders are in /dev/shm, which is that disk for this worker alone.
  printf '#!/bin/sh\nmount --bind %s/small /dev/shm && exec "$@"\n' "$dir" >on_small_disk
  chmod 755 on_small_disk
  in_worker="unshare -m $dir/on_small_disk env TMPDIR=/dev/shm" start_worker full
  full=$worker
  reduce_with
  ends_well
  prints "is excluded: the original is not interesting there"
  kill -9 $full
else
  echo "NOT TESTED: no disk can be mounted here, so none can be full"
  not_tested=1
fi

# A clock that is years ahead.
rm -f ran/*
needs faketime
# Without NO_FAKE_STAT every stat waits for a semaphore, for ever if a test was killed while it held it.
in_worker="env NO_FAKE_STAT=1 faketime -f +5y" start_worker clock
clock=$(pgrep -P $worker)  # faketime is killed without what it has started
pids+=($clock)
reduce_with
ends_well
has_run clock 10 || fail "it took no part"
kill -9 $worker $clock

# A file system that hangs stops the thread that runs the test, and the worker still says that it is there.
rm -f ran/*
kill -9 $good
in_worker="python3 $here/hang_slot.py $dir/ran/hangs" start_worker hangs
hung=$(pgrep -P $worker)
pids+=($hung)
in_coordinator="timeout 120" reduce_with
ends_well
prints "there is no worker; tests run on this host until one connects"
grep -q "a slot hangs; its test for .* is left to other workers" worker-hangs.log || fail "the worker does not notice it"
[ "$(ran_by hangs)" -lt 10 ] || fail "the slot did not hang"
kill -9 $worker $hung
start_worker good

# Answers at random: found out, excluded, and its answers are tested again.
rm -f ran/*
echo '[ $(wc -l <'$dir'/ran/random) -lt 3 ] || exit $((RANDOM % 2))' >behaves.random
start_worker random
reduce_with
ends_well
prints "is excluded: it answered a candidate differently from other hosts"
[ -z "${not_tested:-}" ] || exit 77
