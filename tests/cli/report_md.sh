#!/bin/bash
# --report FILE.md: what a bug report needs, and nothing else.
. "$(dirname "$0")/lib.sh"
make_input
mv pristine.txt pristine.c
cat >tool <<'END'
#!/bin/sh
[ "$1" = --version ] && { echo "tool 1.2.3"; exit 0; }
grep -q needle "$1" && { echo "tool: internal error: needle" >&2; exit 4; }
exit 0
END
chmod +x tool
cp pristine.c bug.c
whittle_exits 0 --unit lines --report bug.md bug.c -- ./tool @@
prints "the report is in bug.md"
cat >expected <<'END'
<!-- Made by whittle 0.1.0 -->
`bug.c`:

```c
needle
```

Command:

```sh
./tool bug.c
```

Output:

```
tool: internal error: needle
```

Failure: exits with 4 and prints: internal error: needle

Versions:

- tool 1.2.3

END
head -n "$(wc -l <expected)" bug.md | cmp -s - expected || fail "the report is: $(cat bug.md)"
grep -qE '^Reduced from 38 to 1 token \(131 to 7 bytes\) by whittle [0-9.]+ with [0-9]+ tests? in [0-9.]+ m?s:$' bug.md || fail "not how it was found: $(cat bug.md)"
grep -qx 'whittle --unit=lines --report=bug.md bug.c -- ./tool @@' bug.md || fail "not the command: $(cat bug.md)"
# An older report may be replaced; nothing else is, without --force.
cp pristine.c bug.c
whittle_exits 0 --unit lines --report bug.md bug.c -- ./tool @@
cp pristine.c bug.c
echo precious >notes.md
whittle_exits 2 --unit lines --report notes.md bug.c -- ./tool @@
prints "notes.md exists and whittle did not write it"
[ "$(cat notes.md)" = precious ] && cmp -s bug.c pristine.c || fail "something was changed"
whittle_exits 2 --report notes.txt bug.c -- ./tool @@
# A fence is longer than any in the input; bytes are shown as such.
printf 'needle ```` x\n' >bug.c
whittle_exits 0 --keep '.*' --unit lines --report bug.md bug.c -- ./tool @@
grep -qx '`````c' bug.md || fail "the fence is too short: $(cat bug.md)"
printf 'needle\0\1\2' >bug.bin
whittle_exits 0 --keep '(?s).*' --report bin.md bug.bin -- ./tool @@
grep -q '^00000000  6e 65 65 64 6c 65 00' bin.md || fail "no bytes: $(cat bin.md)"

# Both reports of one run.
rm -rf bug.*
cp pristine.c bug.c
whittle_exits 0 --unit lines --report bug.md --report run.html bug.c -- ./tool @@
[ -s bug.md ] && [ -s run.html ] || fail "a report is missing"

# The commands of both sides, the failure, the programs that accept the result, and compilers in full.
needs gcc
rm -rf bug.*
cp pristine.c bug.c
printf '#!/bin/sh\ngrep -q needle "$1" && { echo "tool: internal error: needle" >&2; exit 4; }\n' >fails && chmod +x fails
whittle_exits 0 --unit lines --report bug.md --bad './fails @@' --good 'gcc --version >/dev/null; grep -q thread @@' bug.c
grep -qF "gcc --version >/dev/null; grep -q thread" bug.md || fail "not the good side: $(cat bug.md)"
grep -q '^Configured with: ' bug.md && grep -q '^Target: ' bug.md || fail "not the whole version of gcc: $(cat bug.md)"
grep -q '^Failure: .*internal error: needle' bug.md || fail "not the failure: $(cat bug.md)"
cp pristine.c bug.c
whittle_exits 0 --unit lines --report vs.md bug.c -- cat @@ --vs sort @@
grep -qx 'cat bug.c' vs.md && grep -qx 'sort bug.c' vs.md || fail "not both commands: $(cat vs.md)"
for heading in first second; do
  grep -A1 -x "$heading command:" vs.md | tail -1 | grep -q . || fail "no output of the $heading command: $(cat vs.md)"
done
# In quotes, the shell runs both. A run that was stopped shows both outputs too.
cp pristine.c bug.c
whittle_exits 0 --unit lines --max-tests 1 --force --report vs.md bug.c -- 'cat @@ | head -50' --vs 'sort @@ | head -50'
grep -q '^first command:' vs.md && grep -q '^second command:' vs.md || fail "not both outputs: $(cat vs.md)"

# A run that is stopped writes its report, and writes it again when it is resumed.
rm -rf bug.*
cp pristine.c bug.c
whittle_exits 0 --unit lines --max-tests 1 --report bug.md bug.c -- ./tool @@
! grep -q '131 to 7 bytes' bug.md || fail "it was over already"
whittle_exits 0 --resume bug.c
grep -q '131 to 7 bytes' bug.md || fail "the report is stale: $(cat bug.md)"

# From the record afterwards: the same text. After a limit too.
rm -rf bug.*
cp pristine.c bug.c
whittle_exits 0 --unit lines --report bug.md bug.c -- ./tool @@
whittle_exits 0 report bug.c -o after.md
cmp -s bug.md after.md || fail "they differ: $(diff bug.md after.md)"
rm -rf bug.*
cp pristine.c bug.c
whittle_exits 0 --unit lines --max-time 1ms bug.c -- ./tool @@
if [ -d bug.c.whittle ]; then
  whittle_exits 0 report bug.c -o limit.md
  grep -q '^Command:' limit.md && grep -q '^- tool 1.2.3' limit.md || fail "not complete: $(cat limit.md)"
fi

# The compilers that make and a script run, by what was executed: the script names none of them.
rm -rf bug.* && mkdir build
cp pristine.c bug.c
printf 'all:\n\t@gcc -w -fsyntax-only -x c /dev/null\n\t@! grep -q needle bug.c\n' >Makefile
whittle_exits 0 --unit lines --around . --report made.md bug.c -- make
grep -q '^- GNU Make' made.md && grep -q '^COLLECT_GCC=' made.md || fail "not what make ran: $(cat made.md)"
