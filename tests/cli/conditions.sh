#!/bin/bash
# Conditions instead of a script, each from outside, and the script made of them says the same.
. "$(dirname "$0")/lib.sh"
for i in 1 2 3 4 5; do echo "hay $i"; done >pristine.txt
echo needle >>pristine.txt
echo thread >>pristine.txt
# tool FILE: what it shows hangs on what is in FILE.
cat >tool <<'END'
#!/bin/sh
[ $# = 0 ] && set -- /dev/stdin
text=$(cat "$1") || exit 9
case $text in *slow*) sleep 30 ;; esac
case $text in *needle*) echo "found it in $1:$$"; echo "tool: fatal error 17: at 0x7f$$" >&2 ;; *) exit 0 ;; esac
case $text in *thread*) kill -SEGV $$ ;; esac
exit 3
END
cat >other <<'END'
#!/bin/sh
grep -q needle "$1"
END
chmod +x tool other

# reduces_to TEXT ARGUMENTS...: also by the script that --make-test writes.
reduces_to() {
  wanted=$1
  shift
  cp pristine.txt input.txt
  whittle_exits 0 --unit lines "$@"
  file_is input.txt "$wanted"
  cp out told
  rm -rf made.sh input.txt.*
  cp pristine.txt input.txt
  whittle_exits 0 --force --make-test made.sh "$@"
  cmp -s input.txt pristine.txt || fail "--make-test changed the input"
  whittle_exits 0 --unit lines ./made.sh input.txt
  file_is input.txt "$wanted"
  cp told out
}
tool=$dir/tool
# A golden run: the signal. The error message beside it is no part of the crash.
reduces_to $'needle\nthread\n' input.txt -- "$tool" @@
prints "whittle: to keep: killed by SIGSEGV"
prints "nothing that the command prints says where it crashes, so any SIGSEGV counts"
# A shell that starts the tool prints the name of the signal, which says no more.
rm -rf input.txt.* && cp pristine.txt input.txt
whittle_exits 0 --max-tests 3 input.txt -- "$tool @@ && true"
prints "to keep: killed by SIGSEGV and prints: Segmentation fault"
prints "nothing that the command prints says where it crashes, so any SIGSEGV counts"
rm -rf input.txt.* && cp pristine.txt input.txt
reduces_to $'needle\nthread\n' --signal SEGV input.txt -- "$tool" @@
reduces_to $'needle\n' --exit 3,139 input.txt -- "$tool" @@
reduces_to $'needle\n' --stdout 'found it' input.txt -- "$tool" @@
reduces_to $'needle\n' --stderr 'error [0-9]+' input.txt -- "$tool" @@
reduces_to $'needle\n' --output 'found|nothing' input.txt -- "$tool" @@
reduces_to $'thread\n' --exit 0 --not-output 'needle' --good 'grep -q thread @@' input.txt -- /bin/true @@
reduces_to $'needle\n' --exit 3,139,0 input.txt -- "$tool" @@ --vs "$dir/other" @@
reduces_to $'needle\n' --stdout found --good 'grep -q needle input.txt' --precheck 'test -s input.txt' input.txt -- "$tool" @@
# A bad and good versions. The good ones run only if the bad one has failed.
reduces_to $'needle\nthread\n' --bad "$tool @@" --signal SEGV --good "grep -q thread @@ || touch $dir/ran" input.txt
[ ! -e ran ] || fail "a good command ran although the bad one had not failed"
reduces_to $'needle\nthread\n' --bad "$tool <@@; exit \$?" --good 'test -s @@' --good 'grep -q needle @@' input.txt
prints "to keep: killed by SIGSEGV"
whittle_exits 2 --bad "$tool @@" input.txt -- "$tool" @@
prints "--bad cannot be combined with a command after --"
# The candidate on standard input, and under another name.
reduces_to $'needle\nthread\n' --signal SEGV input.txt -- "$tool"
reduces_to $'needle\n' --stdout 'input.txt.c:' input.txt -- "$tool" @@.c

# What is slow.
echo slow >>pristine.txt
reduces_to $'slow\n' --slower-than 300ms input.txt -- "$tool" @@

# A real compiler, whose message has quotes of several bytes: the script takes them as they are.
rm -rf input.txt*
cat >bug.c <<'END'
int a;
int f(void) { return 1; }
int g(void) { return undeclared_thing; }
int h(int x) { return x + a; }
END
export LC_ALL=C.UTF-8
whittle_exits 0 --force --make-test made.sh bug.c -- gcc -O2 -c @@
prints "whittle: to keep: exits with 1 and prints: error: "
./made.sh bug.c || fail "the script made does not find the original interesting"
whittle_exits 0 bug.c -- gcc -O2 -c @@
./made.sh bug.c || fail "the script made does not find the result interesting"
[ "$(wc -c <bug.c)" -lt 60 ] || fail "hardly reduced: $(cat bug.c)"
