#!/bin/bash
# whittle blame names the optimisation that a failure needs: the options of gcc, the pass of clang. With --reduce-command, FILE is
# reduced with all other optimisations switched off, and the report names the one that is left. Takes 13 s of processor time: gcc has 134
# options and 60 counters, and each is tried with a real compiler.
. "$(dirname "$0")/lib.sh"
needs gcc clang
# Its meaning changes if the compiler relies on types: two pointers of other types name one object.
cat >pristine.c <<'END'
int unused(int a) { return a + 1; }
int read_after_write(int *a, float *b) { *a = 1; *b = 2; return *a; }
int main(void) { int x; return read_after_write(&x, (float *)&x) == 1 ? 3 : 0; }
END
cp pristine.c bug.c
cat >run.sh <<'END'
#!/bin/sh
$COMPILER -w "$1" "$2" -o program && ./program
END
chmod +x run.sh

export COMPILER=gcc
whittle_exits 0 blame bug.c -- "$PWD/run.sh" -O2 @@
grep -qE 'gcc -O2: the failure needs .*-fstrict-aliasing' out || fail "not the option: $(cat out)"
grep -qE 'it vanishes with .*-fno-strict-aliasing' out || fail "not the cure: $(cat out)"
cmp -s bug.c pristine.c && [ ! -e bug.c.whittle ] || fail "blame changed something"

# Two commands that are compared: the one with the higher level is searched.
export COMPILER=clang
printf '#include <stdio.h>\n' | cat - pristine.c | sed 's/return read_after_write(.*;/printf("%d\\n", read_after_write(\&x, (float *)\&x)); return 0;/' >bug.c
whittle_exits 0 blame bug.c -- "$PWD/run.sh" -O1 @@ --vs "$PWD/run.sh" -O0 @@
grep -qE 'clang -O1: the failure begins with pass [0-9]+: [A-Za-z]+Pass on ' out || fail "not the pass: $(cat out)"

# Nothing to blame.
printf 'int main(void) { return 3; }\n' >bug.c
COMPILER=gcc whittle_exits 5 blame bug.c -- "$PWD/run.sh" -O2 @@
prints "the failure stays with -O0, so no optimisation is to blame"
whittle_exits 5 blame --exit 0 bug.c -- grep main @@
prints "the test starts no compiler that optimises"

# A compiler that is the command itself: its other optimisations are switched off, and FILE is reduced.
printf 'int keep(int a) { return a; }\nint square(int a) { return a * a; }\nint twice(int a) { return square(a) + square(a + 1); }\n' >bug.c
whittle_exits 0 blame --reduce-command --report bug.md --unit lines bug.c --output 'square.*optimized:.*Inlin|optimized:.*Inlin.*square' -- gcc -O2 -fopt-info-inline -c @@ -o /dev/null
grep -q '^Optimisation: gcc -O2: the failure needs -finline' bug.md || fail "the report does not name it: $(cat bug.md)"
grep -q -- '-fno-tree-pre' bug.md || fail "the others are not off: $(cat bug.md)"
[ "$(wc -l <bug.c)" = 2 ] || fail "not reduced: $(cat bug.c)"
