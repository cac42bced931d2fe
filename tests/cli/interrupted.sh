#!/bin/bash
# Ctrl-C and SIGTERM stop at once (they wait for no test and for no list of edits), kill all tests and leave the best so far: while tests run,
# while they hang and ignore signals, and while whittle itself is busy.
. "$(dirname "$0")/lib.sh"
make_input
# stopped_by SIGNAL CONDITION ARGUMENTS...: interrupts it once CONDITION, a shell command, holds.
stopped_by() {
  local signal=$1 condition=$2
  shift 2
  rm -f out  # of the run before
  # A background job of a shell ignores SIGINT; env undoes that.
  env --default-signal=INT "$WHITTLE" "$@" >out 2>&1 &
  pid=$!
  wait_until eval "$condition" || fail "it did not come to: $condition"
  kill -$signal $pid || fail "it was over before it could be interrupted"
  wait $pid
  code=$?
  [ $code = 130 ] || fail "exited with $code"
  prints "whittle: interrupted; the best so far "
  prints "  continue with: whittle --resume"
}
# Waits as soon as there is a gain, so that the signal comes after it and before the end, however busy the machine is.
cat >test.sh <<END
#!/bin/sh
cmp -s $dir/input.txt $dir/pristine.txt || { sleep 1000 & wait; }
grep -q needle input.txt && grep -q thread input.txt
END
for signal in INT TERM; do
  cp pristine.txt input.txt
  stopped_by $signal '! cmp -s input.txt pristine.txt' --timeout 10m --unit lines -a oneminimal ./test.sh input.txt
  grep -q needle input.txt && grep -q thread input.txt || fail "the best so far is not interesting"
  cmp -s input.txt.orig pristine.txt || fail "the original is not kept"
  prints " of 131 bytes) is in input.txt"
done

# Hangs for ever unless it gets the original, and ignores the signals that it can ignore.
cat >test.sh <<END
#!/bin/sh
cmp -s input.txt $dir/pristine.txt && exit 0
trap '' TERM INT HUP
echo \$\$ >>$dir/hanging
while :; do sleep 1000; done
END
rm -rf input.txt.whittle
cp pristine.txt input.txt
stopped_by INT '[ "$(cat hanging 2>/dev/null | wc -l)" -ge 4 ]' -j 4 --timeout 1m --unit lines --allow-empty ./test.sh input.txt
cmp -s input.txt pristine.txt || fail "the input was changed"
[ "$(wc -l <hanging)" = 4 ] || fail "$(wc -l <hanging) tests hung, and there are four slots"
for pid in $(cat hanging); do ! kill -0 $pid 2>/dev/null || fail "process $pid is left"; done

# The tree of twenty megabytes takes seconds to build. The thread that does it looks at no signal meanwhile.
yes 'int f(int a, int b) { if (a) { return a * 31 + g(b, a, 7); } return b; }' | head -c 20000000 >large.c
cp large.c same.c
printf '#!/bin/sh\ncmp -s large.c %s/same.c\n' "$dir" >large.sh
chmod +x large.sh
stopped_by INT 'grep -q "the test takes" out' --plan hdd --json events ./large.sh large.c
! grep -q '"event":"list"' events || fail "it waited until the tree was built"
cmp -s large.c same.c && cmp -s large.c.orig same.c || fail "the input was changed"
[ -e large.c.whittle/journal.db ] || fail "it cannot be resumed"
