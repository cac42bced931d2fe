#!/bin/bash
# A run that observed the test gives the same bytes for any -j, when it was stopped, and after a kill: what the recorder saw is in
# the journal, and a resumed run does not observe again.
. "$(dirname "$0")/lib.sh"
needs node

for i in $(seq 1 60); do
  printf 'function f%d(x) {\n  x = x * %d;\n  x = x + %d;\n  return x;\n}\n' $i $i $((i + 1))
done >pristine.js
echo 'console.log(f7(1) + f30(2));' >>pristine.js
# The test notes each run, and each one with a recorder.
cat >test.sh <<END
#!/bin/sh
echo x >>"$dir/tests"
[ -z "\$NODE_V8_COVERAGE" ] || echo x >>"$dir/observed"
[ "\$(node in.js)" = $(node pristine.js) ]
END
chmod +x test.sh
# Two passes, so that few tests end the run.
options=(--only probe,lines ./test.sh in.js)
restart() {
  rm -rf tests observed in.js*
  touch tests observed
  cp pristine.js in.js
}
observed_once() { [ "$(wc -l <observed)" = 1 ] || fail "$1: observed $(wc -l <observed) times"; }

for jobs in 1 3; do
  restart
  whittle_exits 0 -j $jobs "${options[@]}"
  prints 'probe (node): 58 of 60 functions never ran'
  observed_once "-j $jobs"
  cp in.js result.$jobs
done
cmp result.1 result.3 || fail "the number of jobs changes the result"

restart
whittle_exits 0 -j1 --max-tests 4 "${options[@]}"
whittle_exits 0 --resume in.js
prints 'probe (node): 58 of 60 functions never ran'
observed_once "stopped and resumed"
cmp in.js result.1 || fail "the resumed run has another result"

restart
"$WHITTLE" -j1 "${options[@]}" >out 2>&1 </dev/null &
has_tested() { [ "$(wc -l <tests)" -ge 8 ]; }
wait_until has_tested || fail "no tests"
{ kill -9 $! && wait $!; } 2>/dev/null
whittle_exits 0 --resume in.js
observed_once "killed and resumed"
cmp in.js result.1 || fail "the run has another result after a kill"
