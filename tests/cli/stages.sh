#!/bin/bash
# A test in stages: they run in order in one folder, the first that fails ends the test, and the report says what each refused. The
# result is that of the same test as a script, for any number of jobs and across kills, with any plan.
. "$(dirname "$0")/lib.sh"
root=$(cd "$here/../.." && pwd)
make_input
stages=(--stage 'has-needle=grep -q needle "$1" && : >made-before' --stage 'has-thread=test -e made-before && grep -q thread @@')

# in_stages OPTIONS...: a run on a fresh copy.
in_stages() {
  cp pristine.txt input.txt
  rm -rf input.txt.orig input.txt.whittle
  whittle_exits 0 "${stages[@]}" "$@" input.txt
}
in_stages --unit lines -j 1 -v --json one.json
file_is input.txt $'needle\nthread\n'
prints "refused by has-needle "
grep -qE '^has-thread +[0-9]+ +[0-9]+ +[0-9.]+ m?s +[0-9]+ %$' out || fail "no table of stages"
python3 "$root/tests/report/check_events.py" "$root/docs/json-schema.json" one.json >checked || fail "events: $(cat checked)"

# What the end says of each stage is what the queries say, and does not depend on the jobs.
cat >count.py <<'END'
import collections, json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
tests = [e for e in events if e["event"] == "query" and not e["remembered"]]
by = collections.Counter(e.get("refused_by") for e in tests)
first, second = events[-1]["test_stages"]
assert [first["name"], second["name"]] == ["has-needle", "has-thread"]
assert first["tested"] == len(tests) and second["tested"] == len(tests) - first["refused"]
assert first["refused"] == by["has-needle"] > 0 and second["refused"] == by["has-thread"] > 0
assert by[None] == sum(e["interesting"] for e in tests)
assert abs(first["share"] + second["share"] - 1) < 1e-9 and first["seconds"] > 0
print(first["tested"], first["refused"], second["refused"])
END
counts=$(python3 count.py one.json) || fail "one.json: counts do not fit"
in_stages --unit lines -j 3 --json three.json
[ "$(python3 count.py three.json)" = "$counts" ] || fail "-j 3 counts otherwise"
file_is input.txt $'needle\nthread\n'

# Stages work with every plan, and as a script of --make-test.
in_stages
file_is input.txt $'needle\nthread\n'
in_stages --plan hdd
cp pristine.txt input.txt
whittle_exits 0 --make-test made.sh "${stages[@]}" input.txt
grep -q '^# has-needle$' made.sh || fail "made.sh does not name its stages"
mkdir apart && (cd apart && cp ../pristine.txt input.txt && ../made.sh input.txt) || fail "made.sh refuses the original"
(cd apart && rm -f made-before && echo needle >input.txt && ! ../made.sh input.txt) || fail "made.sh accepts too much"

# A stage may be a script. A run that was stopped or killed goes on with the same stages and ends with the same bytes, and not with
# another script.
printf '#!/bin/sh\necho x >>%s/asked\nsleep 0.02\ngrep -q thread input.txt\n' "$dir" >second.sh
chmod +x second.sh
stages=(--stage 'first=grep -q needle @@' --stage "second=$PWD/second.sh")
in_stages --plan lines
cp input.txt expected.txt
# Killed when its second stage has been asked that often: before the search, in its middle, towards its end.
for kill in 1 4 6 8 10; do
  cp pristine.txt input.txt
  rm -rf input.txt.whittle asked
  "$WHITTLE" -q "${stages[@]}" --plan lines -j 2 input.txt >out 2>&1 </dev/null &
  pid=$!
  was_asked() { [ "$(cat asked 2>/dev/null | wc -l)" -ge $kill ] || ! is_running $pid; }
  wait_until was_asked || fail "it does not get that far"
  { kill -9 $pid; wait $pid; } 2>/dev/null
  # Killed before the journal was made, or after the end, there is nothing to continue.
  "$WHITTLE" --resume -q input.txt >out 2>&1 </dev/null || grep -qE "there is no unfinished run|has finished" out || fail "cannot resume"
  cmp -s input.txt pristine.txt && continue
  resumed=1
  cmp -s input.txt expected.txt || fail "another result after kill $kill"
done
[ -n "${resumed:-}" ] || fail "no run was killed in the middle"
in_stages --plan lines --max-tests 3
echo '# changed' >>second.sh
whittle_exits 9 --resume input.txt
sed -i '$d' second.sh
whittle_exits 0 --resume input.txt
cmp -s input.txt expected.txt || fail "another result after a stop"

# Mistakes.
cp pristine.txt input.txt
whittle_exits 5 --stage 'fine=true' --stage 'wrong=grep -q absent @@' input.txt
prints "'wrong' does not find input.txt interesting: it exited with 1"
whittle_exits 2 --stage 'no name=true' input.txt
prints "is not NAME=COMMAND"
whittle_exits 2 --stage a=true --stage a=true input.txt
prints "two stages with the name 'a'"
whittle_exits 2 --stage a=true input.txt -- grep needle @@
prints "make the command a stage"
whittle_exits 2 --stage a=true --stdout x input.txt
prints "need a command after --"
whittle_exits 2 --stage a=true ./test.sh input.txt
prints "./test.sh is executable, but with --stage it would be reduced"
