#!/bin/bash
# Ctrl-C and SIGTERM stop within a second, kill all tests and leave the best so far.
. "$(dirname "$0")/lib.sh"
make_input
printf '#!/bin/sh\nsleep 0.2 & wait\ngrep -q needle input.txt && grep -q thread input.txt\n' >test.sh
for signal in INT TERM; do
  cp pristine.txt input.txt
  # A background job of a shell ignores SIGINT; env gives it back.
  env --default-signal=INT "$WHITTLE" --unit lines -a oneminimal ./test.sh input.txt >out 2>&1 &
  pid=$!
  sleep 1.2
  start=$(date +%s%N)
  kill -$signal $pid
  wait $pid
  code=$?
  took=$((($(date +%s%N) - start) / 1000000))
  [ $code = 130 ] || fail "exited with $code"
  [ $took -lt 1000 ] || fail "took $took ms to stop"
  grep -q needle input.txt && grep -q thread input.txt || fail "the best so far is not interesting"
  cmp -s input.txt.orig pristine.txt || fail "the original is not kept"
  prints "whittle: interrupted; the best so far ("
  prints " of 131 bytes) is in input.txt"
done
