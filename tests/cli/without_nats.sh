#!/bin/bash
# A whittle without the module for workers reduces as always; what needs the module says what is missing, and starts nothing.
. "$(dirname "$0")/lib.sh"
mkdir bin
cp "$WHITTLE" bin/whittle
WHITTLE=$dir/bin/whittle
export XDG_RUNTIME_DIR=$dir
make_input
whittle_exits 0 -q -j 1 --unit lines ./test.sh input.txt
file_is input.txt $'needle\nthread\n'
cp pristine.txt input.txt
for arguments in "worker --sandbox --connect nats://127.0.0.1" "--workers nats://127.0.0.1 ./test.sh input.txt" \
  "cluster status --connect nats://127.0.0.1" "cluster up --local 1"; do
  # shellcheck disable=SC2086 # they are words
  whittle_exits 2 $arguments
  grep -qE "nats.so, cannot be loaded|built without libnats" out || fail "it does not say what is missing: $arguments"
done
[ ! -e whittle-cluster ] || fail "cluster up has started something"
cmp -s input.txt pristine.txt || fail "the input was changed"
