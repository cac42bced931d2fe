#!/bin/bash
# --until ends a run early, with success, and says so.
. "$(dirname "$0")/lib.sh"
make_input
again() { rm -rf input.txt.* && cp pristine.txt input.txt; }

whittle_exits 0 --unit lines -a ddmin:order=complements-only --until 50% ./test.sh input.txt
prints "stopped by --until '50%'"
prints "continue with: whittle --resume input.txt"
tokens=$(grep -oE '[a-z]+|[0-9]+' input.txt | wc -l)
[ "$tokens" -le 19 ] && [ "$tokens" -gt 2 ] || fail "$tokens tokens are left of 38"
./test.sh || fail "the result is not interesting"
# It is an end like that of --max-tests: the run can go on.
whittle_exits 0 --resume input.txt
file_is input.txt $'needle\nthread\n'

# The same place, whatever the number of jobs.
for jobs in 1 4; do
  again
  whittle_exits 0 -j $jobs --unit lines -a ddmin:order=complements-only --until '10 tokens' ./test.sh input.txt
  prints "stopped by --until '10 tokens'"
  cp input.txt jobs-$jobs.txt
done
cmp jobs-1.txt jobs-4.txt || fail "the result depends on the number of jobs"
for size in 100 0.1KB '8 lines' 100B; do
  again
  whittle_exits 0 --unit lines -a ddmin:order=complements-only --until "$size" ./test.sh input.txt
  prints "stopped by --until '$size'"
  ./test.sh || fail "the result is not interesting"
done
again
whittle_exits 0 --unit lines -a ddmin:order=complements-only --until 0.01KB ./test.sh input.txt
prints_not "stopped by"

# No gain: the search tries on, but nothing smaller is found. The first of two conditions ends the run.
printf '#!/bin/sh\nsleep 0.05\ncmp -s input.txt pristine.txt\n' >never.sh && chmod +x never.sh
sed -i "s|pristine|$dir/pristine|" never.sh
again
whittle_exits 0 -j1 --until 1% --until 'no gain in 200ms' --json log.json ./never.sh input.txt
prints "stopped by --until 'no gain in 200ms'"
grep -q '"ending":"enough"' log.json || fail "the JSON file does not say it"
root=$(cd "$here/../.." && pwd)
python3 "$root/tests/report/check_events.py" "$root/docs/json-schema.json" log.json >out || fail "events are not as documented"

for wrong in 100% 5x -1KB % 'no gain in soon' 'no gain' ''; do
  again
  whittle_exits 2 --until "$wrong" ./test.sh input.txt
  prints "--until"
  cmp -s input.txt pristine.txt || fail "the input was changed"
done
