#!/bin/bash
# A run that observed the test gives the same bytes for any -j, and after kills: what the recorder saw is in the journal, and a
# resumed run does not observe again.
. "$(dirname "$0")/lib.sh"
. "$here/lib_kill.sh"
needs node

mkdir pristine
for i in $(seq 1 60); do
  printf 'function f%d(x) {\n  x = x * %d;\n  x = x + %d;\n  return x;\n}\n' $i $i $((i + 1))
done >pristine/in.js
echo 'console.log(f7(1) + f30(2));' >>pristine/in.js
answer=$(node pristine/in.js)
# Only the run with a recorder has the variable: each one notes that it was there.
cat >property <<END
#!/bin/sh
[ -z "\$NODE_V8_COVERAGE" ] || echo x >>"$dir/observed"
[ "\$(node "\$1")" = $answer ]
END
chmod +x property

make_killed_test in.js
mkdir notes
for jobs in 1 3; do
  cp pristine/in.js in.js
  whittle_exits 0 --force -j $jobs ./test.sh in.js
  prints 'probe (node): 58 of 60 functions never ran'
  cp in.js result.$jobs
done
cmp result.1 result.3 || fail "the number of jobs changes the result"

# Stopped after a few tests, and resumed by a Node.js that records nothing.
rm -f observed
cp pristine/in.js in.js
whittle_exits 0 --force -j1 --max-tests 4 ./test.sh in.js
[ "$(wc -l <observed)" = 1 ] || fail "observed $(wc -l <observed) times"
whittle_exits 0 --resume in.js
prints 'probe (node): 58 of 60 functions never ran'
[ "$(wc -l <observed)" = 1 ] || fail "a resumed run observed again"
cmp in.js result.1 || fail "the resumed run has another result"

survives 4 in.js
