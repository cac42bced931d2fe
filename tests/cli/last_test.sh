#!/bin/bash
# The result is tested once more at the end. If it fails the run says so, goes back to the last version
# that holds, and has an exit code of its own; also when it was resumed.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 60); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
# Finds the three lines alone interesting once, and never again.
cat >test.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 3 ] || exit 1
[ \$(wc -l <input.txt) -gt 3 ] || mkdir $dir/seen
END
chmod +x test.sh
options=(-j 1 --unit lines -a oneminimal)
fresh() { rm -rf input.txt* seen down && cp pristine.txt input.txt; }

fresh
whittle_exits 10 "${options[@]}" ./test.sh input.txt
prints "whittle: error: the result did not pass its final test, in a clean folder: ./test.sh does not always give the same answer"
prints "  input.txt holds the last version that did; see --flaky"
prints "  1 later version did not pass the final test, in a clean folder; the result is the last version that did"
prints_not "the final test, in a clean folder, passed"
lines=$(wc -l <input.txt)
[ "$(grep -c needed input.txt)" = 3 ] && [ $lines -gt 3 ] || fail "not the last version that holds: $(cat input.txt)"
[ $lines -lt 20 ] || fail "went back too far: $lines lines"
cmp -s input.txt.orig pristine.txt || fail "the original is not kept"

# A run that was stopped knows the way back too: it sees again what it had found.
fresh
whittle_exits 0 "${options[@]}" --max-tests 40 ./test.sh input.txt
[ "$(wc -l <input.txt)" -gt 3 ] || fail "it was over already"
whittle_exits 10 --resume input.txt
[ "$(wc -l <input.txt)" = $lines ] || fail "after --resume it went back to $(wc -l <input.txt) lines, and $lines hold"

# If not even the original holds any more, the test is broken: nothing is given up.
fresh
cat >broken.sh <<END
#!/bin/sh
[ ! -e $dir/down ] || exit 1
[ \$(grep -c needed input.txt) = 3 ] || exit 1
[ \$(wc -l <input.txt) -gt 3 ] || touch $dir/down
exit 0
END
chmod +x broken.sh
whittle_exits 10 "${options[@]}" ./broken.sh input.txt
prints "neither the result nor the original passes the final test, in a clean folder: ./broken.sh or a program that it runs no longer works"
prints "the best so far is in input.txt; continue with: whittle --resume input.txt"
[ "$(wc -l <input.txt)" = 3 ] || fail "the best so far was not kept"
sed -i 's/.*down.*//' broken.sh  # even so changed it must not be taken for the same
whittle_exits 9 --resume input.txt
whittle_exits 0 --resume --force input.txt
[ "$(wc -l <input.txt)" = 3 ] || fail "ended with $(wc -l <input.txt) lines"
