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

prints "the command runs on each of 6 files in crashes, for at most 10.0 s (see --timeout)"
prints "1 of 2: crashes/assert-9 ("
prints "2 of 2: crashes/segv-12 ("
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

# A file that hangs is named, and holds up the others for no longer than the limit.
mkdir queue && cp crashes/segv-12 crashes/README.txt queue
echo hangs >queue/hangs
printf '#!/bin/sh\ngrep -q hangs "$1" && sleep 300\nexec %s/prog "$1"\n' "$PWD" >slow && chmod +x slow
whittle_exits 0 --timeout 2s batch queue -- ./slow @@
prints "warning: the command still runs after 2.0 s on 1 file, which batch does not reduce"
prints "reduce one of them alone: whittle --slower-than 2s -o small queue/hangs -- COMMAND @@"
prints "1 file fails in 1 way; the smallest of each is reduced"
grep -qE '^ +1 +still runs after 2.0 s$' out || fail "the file that hangs is not in the table"
grep -q '^## still runs after 2.0 s$' queue.reduced/report.md || fail "the file that hangs is not in the report"
file_is queue.reduced/segv-12 $'needle\n'

# Mistakes.
whittle_exits 2 batch crashes
prints "batch needs one folder and a command after --"
whittle_exits 2 batch crashes ./prog @@
prints "write it as: whittle batch FOLDER -- COMMAND @@"
whittle_exits 2 batch crashes/* -- ./prog @@
prints "batch needs one folder and a command after --"
whittle_exits 2 --json x batch crashes -- ./prog @@
prints "batch cannot be combined with --json"
whittle_exits 2 --exit 9 batch crashes -- ./prog @@
prints "batch cannot be combined with conditions"
whittle_exits 2 --reduce-command batch crashes -- ./prog @@
prints "batch cannot be combined with --reduce-command"
