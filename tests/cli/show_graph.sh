#!/bin/bash
# --show-graph prints pieces and edges; --without closure turns the closure search off, --only closure all else.
. "$(dirname "$0")/lib.sh"
printf 'int a;\nint b;\nint f() { return a; }\nint g() {\n  return f(); }\n' >x.c
export WHITTLE_CXX_GRAPH=
whittle_exits 0 --show-graph x.c
prints "graph by names: 4 pieces, "
prints "0  x.c:1  [3]  int a;"
prints "3  x.c:4  [11]  int g() { return f(); }"
# edges NUMBER: the edges of that piece or node, one on a line.
edges() { awk -v node="$1" '/^[0-9]/ { now = $1 } /^ / && now == node { print $1, $2 }' out; }
name_of_f=$(edges 3 | awk '{ print $2 }' | head -n 1)
edges "$name_of_f" | grep -qx "needs 2" || fail "g does not need f"
prints "(loose)"
whittle_exits 0 --show-graph=dot x.c
prints 'digraph whittle {'
prints '0 [label="0: x.c:1\nint a;"];'
prints '3 -> '$name_of_f' [style=solid];'
prints 'style=dashed'
needs dot
dot -Tsvg out -o graph.svg || fail "dot cannot read it"

# A helper's graph has every kind of edge.
printf '#!/bin/sh\ncat "%s/graph"\n' "$dir" >helper
chmod +x helper
printf 'whittle-graph 1\np 0 6\np 7 13\np 14 35\np 36 61\nv 1\nn 2 0\nN 3 1\na 3 1 2\ni 2 1 3\nw 3 4\nend\n' >graph
export WHITTLE_CXX_GRAPH=$dir/helper
whittle_exits 0 --show-graph x.c
tail -n +2 out >shown
printf '%s\n' '0  x.c:1  [3]  int a;' '1  x.c:2  [3]  int b;' '2  x.c:3  [9]  int f() { return a; }' '    needs 0' \
  '    needs 1 if 3 is kept' '3  x.c:4  [11]  int g() { return f(); }' '    needs 1 (loose)' '    needs any of 1, 2' \
  '    wants 4' '4  (no text)' >expected
cmp shown expected || fail "not as expected: $(diff shown expected)"
prints "graph by clang: 4 pieces, 1 node without text, 5 edges"
whittle_exits 0 --show-graph=dot x.c
prints '2 -> 1 [style=solid, label="if 3"];'
prints 'any0 -> 2 [style=solid];'
prints '3 -> 4 [style=solid, color=grey];'

# LLVM IR: a call needs the function and its argument, and the reader of a variable needs what is stored to it.
printf '%s\n' '@g = global i32 3' 'declare i32 @h(i32)' 'define i32 @f(i32 %a) {' 'e:' '%x = alloca i32' 'store i32 %a, i32* %x' \
  '%b = load i32, i32* %x' '%c = call i32 @h(i32 %b)' 'br label %n' 'n:' 'ret i32 %c' '}' >x.ll
whittle_exits 0 --show-graph x.ll
prints "graph by llvm: 8 pieces, "
[ "$(edges 7 | sort | tr '\n' ' ')" = 'needs 1 needs 3 needs 6 ' ] || fail "the call needs $(edges 7)"
edges 4 | grep -qx 'needs 5' || fail "the variable does not need what is stored to it"
sed 's/%b/%1/' x.ll >numbered.ll
whittle_exits 0 --show-graph numbered.ll
! grep -q 'graph by llvm' out || fail "a module with numbered values has a graph of pieces that cannot be removed"

: >empty.txt
whittle_exits 3 --show-graph empty.txt
prints "no dependencies are known in empty.txt"

# Large enough for the default plan to begin with closures.
export WHITTLE_CXX_GRAPH=
for i in $(seq 1 400); do echo "int f$i(int x) { return x + $i; }"; done >pristine.c
printf '#!/bin/sh\ngrep -q f200 x.c\n' >test.sh
chmod +x test.sh
# stages OPTIONS...: the names of the stages that a run has, in `stages`.
stages() {
  rm -rf x.c*
  cp pristine.c x.c
  whittle_exits 0 -q --json events "$@" ./test.sh x.c
  grep -oE '"stage":"[^"]*"' events | sort -u >stages
}
stages
grep -q '"closure/names' stages || fail "this test shows nothing: $(cat stages)"
stages --without closure
! grep -q closure stages || fail "--without closure used it"
stages --only closure
[ "$(cat stages)" = '"stage":"closure/names"' ] || fail "--only closure used others: $(cat stages)"
file_is x.c 'int f200(int x) { return x + 200; }
'
head -n 210 pristine.c | tail -n 20 >small.c
mv small.c pristine.c
stages --only closure
file_is x.c 'int f200(int x) { return x + 200; }
'
stages
! grep -q closure stages || fail "a small input begins with closures"
whittle_exits 0 --list passes
prints "closure "
