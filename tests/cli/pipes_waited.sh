#!/bin/bash
# whittle waited for ever for somebody to write into a pipe that it opened for reading.
. "$(dirname "$0")/lib.sh"
make_input
mkfifo pipe pipe.so run.sh
chmod +x run.sh
# exits_soon CODE ARGUMENTS...
exits_soon() {
  local expected=$1
  shift
  timeout -s KILL 60 "$WHITTLE" "$@" >out 2>&1 </dev/null
  code=$?
  [ $code = "$expected" ] || fail "whittle $* exited with $code, and $expected was expected"
}
exits_soon 3 ./test.sh pipe
prints "pipe is a pipe, not a file"
exits_soon 3 -l ./pipe.so ./test.sh input.txt
prints "pipe.so is a pipe, not a file"
exits_soon 4 ./run.sh input.txt
prints "run.sh is a pipe or a device, not a program"
exits_soon 3 --ca pipe --workers tls://127.0.0.1:1 ./test.sh input.txt
prints "pipe is a pipe, not a file"
# A command of the test puts a pipe in the place of the candidate, and the next one reads it as its standard input.
exits_soon 5 --precheck 'rm -f input.txt; mkfifo input.txt' input.txt --exit 0 -- grep -q needle
prints "does not find input.txt interesting"
cmp -s input.txt pristine.txt || fail "the input was changed"
