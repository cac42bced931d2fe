#!/bin/bash
# whittle batch groups the files of a folder by how the command fails, and reduces one of each group.
. "$(dirname "$0")/lib.sh"
cat >prog <<'END'
#!/bin/sh
grep -q needle "$1" && kill -SEGV $$
grep -q thread "$1" && echo "Assertion failed: thread != 0 at x.c:$(wc -l <"$1")" >&2 && exit 9
exit 0
END
chmod +x prog
mkdir crashes
lines() { for i in $(seq 1 "$1"); do echo "hay $i"; done; }
for size in 30 12 50; do { lines $size; echo needle; lines 3; } >crashes/segv-$size; done
for size in 9 21; do { lines $size; echo "a thread"; } >crashes/assert-$size; done
lines 5 >crashes/README.txt
cp -r crashes pristine

whittle_exits 0 batch crashes -- ./prog @@
diff -r crashes pristine >/dev/null || fail "the inputs were changed"
prints "5 files fail in 2 ways; the smallest of each is reduced"
grep -qE '^ +3 +[0-9]+ +7 +crashes.reduced/segv-12 +killed by SIGSEGV$' out || fail "no group of three"
grep -qE '^ +2 +[0-9]+ +[0-9]+ +crashes.reduced/assert-9 +exits with 9 and prints: Assertion failed' out || fail "no group of two"
grep -qE '^ +1 +does not fail$' out || fail "the file that does not fail is not counted"
file_is crashes.reduced/segv-12 $'needle\n'
grep -q thread crashes.reduced/assert-9 || fail "the wrong thing was kept"
grep -q '^- crashes/segv-50$' crashes.reduced/report.md || fail "the report does not name all files"
grep -q '^| 3 | [0-9]* | 7 | crashes.reduced/segv-12 | killed by SIGSEGV |$' crashes.reduced/report.md || fail "no table in the report"
[ "$(ls -A crashes.reduced)" = $'assert-9\nreport.md\nsegv-12' ] || fail "there is more: $(ls -A crashes.reduced)"

whittle_exits 2 batch crashes -- ./prog @@
prints "crashes.reduced exists; batch does not overwrite it"
whittle_exits 0 -q -o other batch crashes/ -- ./prog @@
file_is other/segv-12 $'needle\n'
whittle_exits 3 batch nowhere -- ./prog @@
prints "cannot read the folder nowhere"
mkdir empty && whittle_exits 3 batch empty -- ./prog @@
prints "there is no file in empty"
whittle_exits 5 batch crashes -o third -- true @@
prints "the command fails on none of 6 files"
[ ! -e third ] || fail "a folder was made for nothing"
whittle_exits 2 --json x batch crashes -- ./prog @@
prints "batch cannot be combined with --json"
whittle_exits 2 --exit 9 batch crashes -- ./prog @@
prints "batch cannot be combined with conditions"
whittle_exits 2 --reduce-command batch crashes -- ./prog @@
prints "batch cannot be combined with --reduce-command"
