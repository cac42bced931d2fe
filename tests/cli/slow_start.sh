#!/bin/bash
# The first test takes long, or hangs: the user is told, and waits for it once.
. "$(dirname "$0")/lib.sh"
make_input
printf '#!/bin/sh\necho run >>"${RUNS:-/dev/null}"\nsleep 300\n' >hangs.sh && chmod +x hangs.sh
printf '#!/bin/sh\n[ -s input.txt ] || exit 1\nsleep 5.5\n' >slow.sh && chmod +x slow.sh

# What is told comes after five seconds, so the four runs wait at the same time.
# begins NAME ARGUMENTS...: a run in a folder of its own, in the background.
begins() {
  mkdir "$1"
  cp pristine.txt "$1/input.txt"
  (cd "$1" && shift && exec "$WHITTLE" "$@" >out 2>&1 </dev/null) &
  pids[$1]=$!
}
# ended NAME CODE: `out` is what it printed.
ended() {
  wait "${pids[$1]}"
  code=$?
  cp "$1/out" out
  [ $code = "$2" ] || fail "$1: exited with $code, and $2 was expected"
}
declare -A pids
RUNS=$dir/runs begins test --timeout 6s ../hangs.sh input.txt
begins command --timeout 6s input.txt -- ../hangs.sh @@
begins slow --unit lines --max-tests 0 ../slow.sh input.txt
begins kept --unit lines --max-tests 0 -o kept.txt --slower-than 6s input.txt -- sh -c '[ -s "$1" ] && sleep 300' sh @@

# A test that hangs was run twice in /dev/shm and twice on the disk, ten minutes each, without a word.
ended test 5
prints "../hangs.sh is still running on input.txt after 5.0 s; it is stopped after 6.0 s (see --timeout)"
prints "hangs.sh does not find input.txt interesting: it was stopped after"
prints "if it needs more time, add: --timeout TIME"
[ "$(wc -l <runs)" = 1 ] || fail "the test ran $(wc -l <runs) times"
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"

# Of a command, the way to keep that it hangs.
ended command 5
prints "the command is still running on input.txt after 5.0 s"
prints "if it hangs, and that is what to keep: --slower-than 10s"
prints "the command did not end within"

# A test that only takes long is told of once, and its run goes on.
ended slow 0
[ "$(grep -c 'still running' out)" = 1 ] || fail "told $(grep -c 'still running' out) times"
prints "is stopped after 10 min"
# What is asked for is not told.
ended kept 0
prints_not "still running"
