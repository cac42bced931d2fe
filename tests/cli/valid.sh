#!/bin/bash
# --valid LANGUAGE rejects candidates that compilers may treat differently.
. "$(dirname "$0")/lib.sh"
root=$(cd "$here/../.." && pwd)
valid() { sh "$root/share/whittle/valid/$1.sh" "$2" >/dev/null 2>&1; }
needs gcc g++ clang javac rustc
export VALID_SECONDS=2  # what does not end need not take longer

printf '#include <stdio.h>\nint main(void) { int x = 3; printf("%%d\\n", x); return x; }\n' >fine.c
valid c fine.c || fail "a good program is refused"
printf 'int f(int x) { return x; }\n' >part.c
valid c part.c || fail "a part of a program is refused"
# refused NAME TEXT
refused() { printf "$2" >$1; valid ${3:-c} $1 && fail "accepted: $2"; return 0; }
refused uninitialized.c 'int main(void) { int x; return x; }\n'
refused implicit.c 'int main(void) { return g(); }\n'
refused noreturn.c 'int f(void) { }\nint main(void) { return f(); }\n'
refused overflow.c '#include <limits.h>\nint main(int n, char **v) { int x = INT_MAX - 1 + n; return (x + n) & 1; }\n'
refused bounds.c 'int a[3];\nint main(int n, char **v) { return a[n + 7]; }\n'
refused endless.c 'int main(void) { for (volatile int x = 0;; ) x++; }\n'
refused syntax.c 'int main(void) {\n'
VALID_FLAGS='-Dgood=1' valid c fine.c || fail "VALID_FLAGS"
printf '#include <cstdio>\nint main() { std::puts("x"); }\n' >fine.cc
valid c++ fine.cc || fail "a good C++ program is refused"
refused bad.cc 'int main() { int *p = new int; delete p; return *p; }\n' c++
printf 'class A { int f() { return 1; } }\n' >A.java
valid java A.java || fail "good Java is refused"
refused B.java 'class B { int f() { } }\n' java
printf 'fn main() { println!("x"); }\n' >a.rs
valid rust a.rs || fail "good Rust is refused"
refused b.rs 'fn main() { unsafe { *(0 as *mut u8) = 1; } }\n' rust
# With gccgo the program is called go-12.
command -v go >/dev/null || needs go-12
printf 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("x") }\n' >a.go
valid go a.go || fail "good Go is refused"
refused b.go 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Printf("%%%%d", "x") }\n' go
refused c.go 'package main\n\nimport "unsafe"\n\nfunc main() { println(unsafe.Sizeof(1)) }\n' go

# Without gcc, clang alone decides, and the run says so. A compiler that crashes on the program refuses it.
mkdir only fake
for tool in sh dirname mktemp rm timeout cmp grep tail mv cat wc tr echo ld as clang; do ln -s "$(command -v $tool)" only/; done
blocks='#include <stdlib.h>\nint main(void) { int *p = malloc(8); int r = *p == 7; free(p); return r; }\n'
printf "$blocks" >block.c
PATH=$dir/only sh "$root/share/whittle/valid/c.sh" fine.c 2>err || fail "a good program is refused by clang"
grep -q '^not checked: gcc is not installed$' err || fail "a missing compiler is not named"
PATH=$dir/only sh "$root/share/whittle/valid/c.sh" block.c 2>err && fail "accepted by clang alone: $blocks"
printf '#!/bin/sh\ncase "$*" in *-fsanitize*fine.c*) exit 4 ;; esac\nexec %s "$@"\n' "$(command -v gcc)" >fake/gcc
chmod +x fake/gcc
PATH=$dir/fake:$PATH sh "$root/share/whittle/valid/c.sh" fine.c 2>err && fail "accepted, though the sanitizer crashed"
printf '#!/bin/sh\ncase "$*" in *-fsanitize=memory*) exit 1 ;; esac\nexec %s "$@"\n' "$(command -v clang)" >fake/clang
chmod +x fake/clang && rm fake/gcc
PATH=$dir/fake:$PATH sh "$root/share/whittle/valid/c.sh" fine.c 2>err || fail "refused, though a sanitizer is missing"
grep -q '^not checked: clang .*does not work$' err || fail "a missing sanitizer is not named"

# It is a precheck: what it refuses is not interesting.
cat >input.c <<'END'
#include <stdio.h>
int unused = 4;
int main(void) {
  int x = 3;
  printf("%d\n", x);
  return 0;
}
END
printf '#!/bin/sh\ngrep -q "int x" input.c && grep -q ", x" input.c\n' >test.sh && chmod +x test.sh
whittle_exits 0 -j2 --unit lines --valid c ./test.sh input.c
valid c input.c || fail "the result is not valid: $(cat input.c)"
! grep -q unused input.c || fail "nothing was reduced"
cp input.c.orig input.c
PATH=$dir/fake:$PATH whittle_exits 0 -j2 --unit lines --max-tests 2 --leave nothing --valid c ./test.sh input.c
prints "warning: validity is not fully checked: clang -fsanitize=memory does not work"
whittle_exits 5 --valid c ./test.sh endless.c
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"

whittle_exits 2 --valid cobol ./test.sh input.c
prints "unknown check 'cobol'"
prints "there are: c, c++, go, java, rust"
mkdir own && printf '#!/bin/sh\nexit 1\n' >own/mine.sh && chmod +x own/mine.sh
WHITTLE_VALID=$dir/own whittle_exits 5 --valid mine ./test.sh input.c
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"
WHITTLE_VALID=$dir/nowhere whittle_exits 3 --valid c ./test.sh input.c
prints "there are no recipes in"
