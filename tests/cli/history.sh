#!/bin/bash
# whittle history lists the bests of a run and gives any of them, byte by byte; whittle explain says why each line is
# still there. Both work while a run is stopped or killed, and after it if the record is small or with --leave history.
. "$(dirname "$0")/lib.sh"
make_input
cat >test.sh <<'END'
#!/bin/sh
grep -q needle input.txt || { echo "input.txt:1: there is no needle"; exit 3; }
grep -q thread input.txt
END
whittle_exits 9 history input.txt
prints "there is no record of a run on input.txt"
prints "--leave history"
whittle_exits 9 explain input.txt

# A small record stays without a word from the user, and the next run replaces it. Other words of --leave remove it.
whittle_exits 0 --unit lines ./test.sh input.txt
whittle_exits 0 history input.txt
whittle_exits 0 explain input.txt
whittle_exits 0 -q report input.txt
cp pristine.txt input.txt
whittle_exits 0 --max-tests 1 --unit lines ./test.sh input.txt
whittle_exits 0 history input.txt
[ "$(grep -c lines out)" -le 2 ] || fail "the record of the first run is still there"
for what in orig nothing; do
  rm -rf input.txt.*; cp pristine.txt input.txt
  whittle_exits 0 --leave $what --unit lines ./test.sh input.txt
  [ ! -e input.txt.whittle ] || fail "--leave $what keeps the record"
done
rm -rf input.txt.*; cp pristine.txt input.txt
"$WHITTLE" --unit lines -o - ./test.sh input.txt >/dev/null 2>&1 </dev/null
[ ! -e input.txt.whittle ] || fail "-o - keeps the record"
# A large one does not stay: every best of this file is stored as it is.
python3 -c 'import random; print(random.Random(1).randbytes(6_000_000).hex())' >large.txt
echo needle >>large.txt
whittle_exits 0 --unit lines large.txt -- sh -c 'grep -q needle "$1" && exit 3' sh @@
[ ! -e large.txt.whittle ] || fail "a record of $(du -sh large.txt.whittle) stays"
rm -rf large.txt*; cp pristine.txt input.txt

# Every best is in the history.
whittle_exits 0 --leave history -j 1 --unit lines -a ddmin --json events.json ./test.sh input.txt
cp input.txt result.txt
whittle_exits 0 history input.txt
cp out list
bests=$(grep -c '"event":"best"' events.json)
[ "$bests" -ge 3 ] && [ "$(wc -l <list)" = $((bests + 2)) ] || fail "$(wc -l <list) lines for $bests bests"
grep -qE '^ +0 +0:00 +38 +131 +20  \(the original\)$' list || fail "the original is not in the list"
grep -qE "^ +$bests +[0-9]+:[0-9]+ +2 +14 +2  lines$" list || fail "the last best is not in the list"
"$WHITTLE" history input.txt 0 | cmp -s - pristine.txt || fail "number 0 is not the original"
"$WHITTLE" history input.txt "$bests" | cmp -s - result.txt || fail "the last is not the result"
sizes=$(grep '"event":"best"' events.json | sed 's/.*"bytes":\([0-9]*\).*/\1/')
number=0
for size in $sizes; do
  number=$((number + 1))
  "$WHITTLE" history input.txt $number >best.txt
  [ "$(wc -c <best.txt)" = "$size" ] || fail "best $number has $(wc -c <best.txt) bytes, not $size"
  (mkdir -p try && cp best.txt try/input.txt && cd try && ../test.sh >/dev/null) || fail "best $number is not interesting"
done
whittle_exits 0 -o one.txt history input.txt 1
[ -s one.txt ] || fail "-o wrote nothing"
whittle_exits 2 -o one.txt history input.txt 1
prints "one.txt exists; -o does not overwrite it"
whittle_exits 2 history input.txt $((bests + 1))
prints "is not the number of a best, from 0 to $bests"

# explain: each line of the result, what was tried, and what the test printed.
whittle_exits 0 explain input.txt
prints "    1  needle"
prints "without this line: exit 3: input.txt:1: there is no needle"
prints "    2  thread"
prints "without this line: exit 1"
prints "needed by line 2: there is no needle"
whittle_exits 0 --json - explain input.txt
python3 - <<'END' || fail "the JSON is not as it should be"
import json
lines = [json.loads(line) for line in open("out")]
assert [line["text"] for line in lines] == ["needle", "thread"], lines
assert lines[0]["tried"][0]["exit_status"] == 3 and lines[0]["tried"][0]["whole_line"], lines[0]
assert lines[0]["tried"][0]["output"] == "input.txt:1: there is no needle\n", lines[0]
assert lines[0]["needed_by"] == [{"line": 2, "message": "there is no needle"}], lines[0]
END
# Nothing that was printed is kept with --no-outputs.
cp pristine.txt input.txt
whittle_exits 0 --leave history --no-outputs --unit lines ./test.sh input.txt
! grep -rq "no needle" input.txt.whittle || fail "an output was kept"
whittle_exits 0 explain input.txt
prints "without this line: exit 3"

# A run that was stopped, and one of several files.
cp pristine.txt input.txt
whittle_exits 0 --max-tests 3 --unit lines -a oneminimal ./test.sh input.txt
whittle_exits 0 history input.txt
whittle_exits 0 explain input.txt
prints "not tried: the run was stopped (max-tests)"
[ "$(grep -c 'not tried' out)" = 1 ] || fail "the reason is said for each line"
mkdir folder
cp pristine.txt folder/input.txt
cp pristine.txt folder/other.txt
printf '#!/bin/sh\ngrep -q needle folder/input.txt && grep -q thread folder/other.txt\n' >both.sh
chmod +x both.sh
whittle_exits 0 --leave history --unit lines ./both.sh folder
whittle_exits 2 history folder 1
prints "write them to a folder: -o FOLDER"
whittle_exits 0 -o out-folder history folder 0
cmp -s out-folder/folder/input.txt pristine.txt || fail "the original is not in the folder"
whittle_exits 0 explain folder
prints "folder/input.txt"
prints "folder/other.txt"
