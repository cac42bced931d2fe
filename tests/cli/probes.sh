#!/bin/bash
# One run of the test with a recorder shows what never runs: Node.js, Python, GCC and Clang. It is removed with a few tests, the
# summary and --json say so, and --listen off and --without probe turn it off.
. "$(dirname "$0")/lib.sh"
needs node python3 gcc clang gcov

# program NAME OPEN CLOSE CALL: forty functions of which two are called, in the language of NAME.
functions() {
  for i in $(seq 1 40); do
    printf "$1\n" $i
    for j in $(seq 1 4); do printf "$2\n" $j $i; done
    printf "$3\n" $((i + 1))
  done
}
functions 'function f%d(x) {' '  x = x * %d + %d;' '  return x + %d;\n}' >in.js
echo 'console.log(f7(1) + f30(2));' >>in.js
functions 'def f%d(x):' '    x = x * %d + %d' '    return x + %d' >in.py
echo 'print(f7(1) + f30(2))' >>in.py
functions 'static int f%d(int x) {' '  x = x * %d + %d;' '  return x + %d;\n}' >in.c
cat >>in.c <<'END'
int printf(const char *, ...);
int main(void) {
  if (f7(1) < 0) {
    return f8(1) + f9(2);
  }
  printf("%d\n", f7(1) + f30(2));
  return 0;
}
END
answer=$(node in.js)
for file in in.js in.py in.c; do cp $file $file.kept; done

# observes FILE NAME TEST...: a run of the test with the recorder NAME leaves little after five tests, and without it much.
observes() {
  local file=$1 recorder=$2
  shift 2
  { echo '#!/bin/sh'; printf '%s\n' "$@"; } >test.sh
  chmod +x test.sh
  cp $file.kept $file
  whittle_exits 0 --force -j1 --max-tests 5 --json events ./test.sh $file
  prints "probe ($recorder): 38 of 4"
  grep -q "\"probe\":{\"recorder\":\"$recorder\",\"functions\":4[01],\"never_ran\":38}" events || fail "$file: the events do not say so"
  [ "$(grep -c 'x \* [1-4]' $file)" -le 8 ] || fail "$file: functions that never ran have bodies"
  ./test.sh || fail "$file is not interesting"
}
observes in.js node "[ \"\$(node in.js)\" = $answer ]"
observes in.js node "mkdir a && cp in.js a/copy.js && [ \"\$(node a/copy.js)\" = $answer ] && rm -r a"
observes in.py python "[ \"\$(python3 in.py)\" = $answer ]"
observes in.py python "[ \"\$(python3 -E -S in.py)\" = $answer ]"
observes in.c compilers 'gcc -w in.c -o a.out &&' "[ \"\$(./a.out)\" = $answer ]"
grep -q 'f8(1)' in.c && fail "a block that never ran is still there"
observes in.c compilers 'clang -w -c in.c -o in.o && clang in.o -o a.out &&' "[ \"\$(./a.out)\" = $answer ]"

# A recorder that cannot write teaches nothing, and that is said once; whittle's own sandbox lets it write.
cp in.js.kept in.js
printf '#!/bin/sh\n# bwrap\n[ "$(env -u NODE_V8_COVERAGE node in.js)" = %s ]\n' $answer >test.sh
whittle_exits 0 --force -j1 --max-tests 3 ./test.sh in.js
[ "$(grep -c 'the test could not be observed' out)" = 1 ] || fail "it is not said once that the test could not be observed"
prints_not 'probe ('
cp in.js.kept in.js
printf '#!/bin/sh\n[ "$(node in.js)" = %s ]\n' $answer >test.sh
whittle_exits 0 --force -j1 --max-tests 3 --sandbox ./test.sh in.js
prints 'probe (node): 38 of 40 functions never ran'

# Off.
for off in '--listen off' '--without probe' '--plan lines'; do
  cp in.js.kept in.js
  whittle_exits 0 --force -j1 --max-tests 3 $off ./test.sh in.js
  prints_not 'probe ('
done
