#!/bin/bash
# Every event of real runs fits docs/json-schema.json, and the events of a run fit together.
. "$(dirname "$0")/lib.sh"
root=$(cd "$here/../.." && pwd)
check() { python3 "$root/tests/report/check_events.py" "$root/docs/json-schema.json" "$@"; }
make_input

runs=0
# logged OPTIONS...: a run on one file, with its events in a file of their own.
logged() {
  cp pristine.txt input.txt
  runs=$((runs + 1))
  whittle_exits 0 --json log-$runs.json "$@" ./test.sh input.txt
}
logged
logged -j 4 --verify
logged --json=weights --unit lines
logged --unit lines --parallel merge --width 4 -j 2
logged --unit lines -j 2 --json=weights
logged --plan perses
logged --plan hdd --algorithm ddmin:after-success=restart
logged --algorithm combine
logged --max-tests 3
for algorithm in $("$WHITTLE" --list algorithms | cut -d' ' -f1); do
  logged --unit lines --algorithm "$algorithm:one-minimal,fixpoint"
done
check log-*.json >out || fail "events are not as documented"

# A run that goes on has all of its events in its own file.
cp pristine.txt input.txt
whittle_exits 0 --unit lines --max-tests 2 ./test.sh input.txt
whittle_exits 0 --json resumed.json --resume input.txt
check resumed.json >out || fail "those of a resumed run are not"

# The record of a run has the same events, and those of the slots. A resumed run goes on in it.
cp pristine.txt input.txt
whittle_exits 0 --leave history -j 2 --json kept.json ./test.sh input.txt
check input.txt.whittle/events.jsonl >out || fail "those of the record are not: $(cat out)"
grep -q '"event":"slot"' input.txt.whittle/events.jsonl || fail "the record has no slots"
! grep -q '"event":"slot"' kept.json || fail "--json has slots, which depend on timing"
for file in kept.json input.txt.whittle/events.jsonl; do
  grep -o '"candidate":"[0-9a-f]*","bytes"' $file >$(basename $file).asked
done
cmp -s kept.json.asked events.jsonl.asked || fail "the record has other queries than --json"
cp pristine.txt input.txt
whittle_exits 0 --unit lines --max-tests 2 ./test.sh input.txt
whittle_exits 0 --leave history --resume input.txt
check input.txt.whittle/events.jsonl >out || fail "the record of a resumed run is not as documented: $(cat out)"
[ "$(grep -c '"event":"resume"' input.txt.whittle/events.jsonl)" = 1 ] || fail "no resume event"
whittle_exits 9 --resume input.txt
prints "the run on input.txt has finished"
cp pristine.txt input.txt
whittle_exits 0 --leave orig --unit lines ./test.sh input.txt
[ ! -e input.txt.whittle ] || fail "the folder of a kept run stays after the next run"

# The tokens of the last success are those of the result, which are words here.
cp pristine.txt input.txt
whittle_exits 0 --unit tokens --json tokens.json ./test.sh input.txt
last=$(grep '"interesting":true' tokens.json | tail -1 | sed 's/.*"tokens":\([0-9]*\).*/\1/')
[ "$last" = "$(grep -o '[a-z]*' input.txt | wc -l)" ] || fail "$last tokens in $(cat input.txt)"

# With the algorithm combine the end says how often removals worked together.
grep -q '"unambiguity":{"ratio":' log-8.json || fail "no unambiguity"
! grep -q unambiguity log-1.json || fail "unambiguity of another algorithm"

# The check finds what is wrong: a field too few, a wrong kind, a count that does not fit.
for change in 's/"at":[0-9.]*,"list"/"list"/' 's/"kind":"[a-z]*"/"kind":"other"/' 's/"asked":/"asked":1/' \
  's/"phase":"end"/"phase":"start"/' 's/"remembered":false/"remembered":true/' 's/"number":1,/"number":2,/'; do
  sed "$change" log-3.json >wrong.json
  ! cmp -s wrong.json log-3.json || fail "changed nothing: $change"
  ! check wrong.json >out || fail "the check did not notice: $change"
done

# --json - is standard output, and nothing else is.
cp pristine.txt input.txt
"$WHITTLE" --json - --unit lines ./test.sh input.txt >stdout.json 2>out </dev/null || fail "--json - failed"
check stdout.json >out || fail "standard output is not as documented"
grep -q '"event":"end"' stdout.json || fail "no end on standard output"
[ ! -e ./- ] || fail "a file - was made"

# The events of an earlier run may be replaced; nothing else that exists is, without --force.
cp pristine.txt input.txt
whittle_exits 0 --json log-1.json ./test.sh input.txt
check log-1.json >out || fail "the events were not replaced"
cp pristine.txt input.txt
echo 'precious' >notes.txt
whittle_exits 2 --json notes.txt ./test.sh input.txt
grep -q "notes.txt exists and whittle did not write it" out || fail "no reason"
[ "$(cat notes.txt)" = precious ] || fail "notes.txt was overwritten"
whittle_exits 0 --force --json notes.txt ./test.sh input.txt
check notes.txt >out || fail "--force did not overwrite"

# A resumed run appends, also to its own file and after half a line.
cp pristine.txt input.txt
whittle_exits 0 --unit lines --max-tests 2 ./test.sh input.txt
whittle_exits 0 --json twice.json --max-tests 2 --resume input.txt
whittle_exits 0 --json twice.json --resume input.txt
[ "$(grep -c '"program":"whittle ' twice.json)" = 1 ] || fail "the program is not named once: $(cat twice.json)"
rm -rf input.txt.*
cp pristine.txt input.txt
whittle_exits 0 --json appended.json --unit lines --max-tests 2 ./test.sh input.txt
whittle_exits 0 --json appended.json --resume input.txt
[ "$(grep -c '"event":"start"' appended.json)" = 2 ] || fail "the events before --resume are gone"
check appended.json >out || fail "the events of both runs are not as documented"
cp pristine.txt input.txt
whittle_exits 0 --json torn.json --unit lines --max-tests 2 ./test.sh input.txt
printf '{"event":"que' >>torn.json
(mkdir -p sub && cd sub && whittle_exits 0 --json ../torn.json --resume ../input.txt) || exit 1
[ ! -e input.txt.whittle/journal.db ] || fail "a run that was resumed from another folder leaves its journal"
[ "$(grep -c '^{"event":"que$' torn.json)" = 1 ] || fail "half a line was continued: $(cat torn.json)"
[ "$(grep -c '"event":"end"' torn.json)" = 2 ] || fail "the resumed run is not in the file"

# Every error is in the file, with its exit code.
printf '#!/bin/sh\nexit 7\n' >never.sh
printf '#!/bin/sh\nexit 0\n' >always.sh
chmod +x never.sh always.sh
# error_is CODE KIND ARGUMENTS...
error_is() {
  local code=$1 kind=$2
  shift 2
  whittle_exits "$code" --json error-$code.json "$@"
  [ "$(wc -l <error-$code.json)" = 1 ] || fail "no event: $*"
  grep -q "\"kind\":\"$kind\",.*\"exit_code\":$code}" error-$code.json || fail "$(cat error-$code.json)"
}
cp pristine.txt input.txt
error_is 2 usage --plan other ./test.sh input.txt
error_is 3 input ./test.sh missing.txt
error_is 4 test ./missing.sh input.txt
error_is 5 not-interesting ./never.sh input.txt
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"
error_is 9 stale --resume input.txt
error_is 11 trivial ./always.sh input.txt
check error-*.json >out || fail "errors are not as documented"
# The log never replaces what is reduced, nor the test.
for taken in input.txt test.sh; do
  whittle_exits 2 --json $taken ./test.sh input.txt
  prints "--json would overwrite"
done
cmp -s input.txt pristine.txt || fail "the input was changed"

# A disk that is full ends the run with its own code, and what there is of a result is kept.
cp pristine.txt input.txt
whittle_exits 6 --json /dev/full --unit lines ./test.sh input.txt
prints "cannot write /dev/full: No space left on device"
prints "the best so far is in input.txt; continue with: whittle --resume input.txt"
./test.sh || fail "input.txt is not interesting"
whittle_exits 0 --resume input.txt
file_is input.txt $'needle\nthread\n'

# The start has the files, the command and every option, limits too; in a resumed run those of both calls.
start() { python3 -c 'import json, sys; event = json.loads(open(sys.argv[1]).readline()); print(event["files"], event["command"], event["options"])' "$1"; }
cp pristine.txt input.txt
rm -rf input.txt.*
whittle_exits 0 --json start.json --unit lines --max-tests 2 --until 1% --timeout 5s --exit 0 input.txt -- grep -q needle @@
[ "$(start start.json)" = "['input.txt'] ['grep', '-q', 'needle', '@@'] ['--json=start.json', '--unit=lines', '--max-tests=2', '--until=1%', '--timeout=5s', '--exit=0']" ] || fail "the start is $(start start.json)"
whittle_exits 0 --json again.json --max-tests 4 --resume input.txt
[ "$(start again.json)" = "['input.txt'] ['grep', '-q', 'needle', '@@'] ['--unit=lines', '--timeout=5s', '--exit=0', '--json=again.json', '--max-tests=4']" ] || fail "the start is $(start again.json)"
