#!/bin/bash
# A failure that comes and goes is kept with its rate: --flaky measures the original, tests candidates until
# their rate is decided, and says the rate of the result.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 14); do [ $((i % 7)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
# Fails in three of five runs if it is given both lines; $dir/asked counts the runs.
cat >test.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 2 ] || exit 1
echo x >>$dir/asked
[ \$((\$(wc -l <$dir/asked) % 5)) -lt 3 ]
END
chmod +x test.sh
# fresh RUNS: a new input, after so many runs of the test.
fresh() { rm -rf input.txt* && cp pristine.txt input.txt && yes x | head -n "$1" >asked; }
options=(-j 1 --unit lines)

fresh 3
whittle_exits 10 "${options[@]}" ./test.sh input.txt
prints "test.sh answered input.txt differently (1 interesting, 1 not); see --flaky"

fresh 3
whittle_exits 0 "${options[@]}" --flaky half ./test.sh input.txt
prints "fails in 12 of 20 runs; versions must fail in at least 30 % of their runs"
file_is input.txt $'needed 7\nneeded 14\n'
grep -qE 'fails in [0-9]+ of [0-9]+ runs \(the original: 12 of 20\): at least 30 % with 99 % confidence' out || fail "no rate of the result"
prints_not "final test"

# A rate that the user gives.
fresh 0
whittle_exits 0 "${options[@]}" --flaky 35% ./test.sh input.txt
prints "at least 35 % of their runs"
file_is input.txt $'needed 7\nneeded 14\n'
fresh 0
whittle_exits 10 "${options[@]}" --flaky 90% ./test.sh input.txt
prints "the original fails in 12 of 20 runs, more seldom than 90 %"
prints "--flaky half"
cmp -s input.txt pristine.txt || fail "it began all the same"
for wrong in 0% 100% 1/2 maybe; do
  whittle_exits 2 --flaky $wrong ./test.sh input.txt
  prints "'$wrong' is not half, raise, stop or a rate from 0.1% to 99%"
done

# A run that is resumed has measured the original, and ends as its record says.
fresh 0
whittle_exits 0 "${options[@]}" --flaky half --max-tests 6 ./test.sh input.txt
cp -r . "$dir.copy"
before=$(wc -l <asked)
whittle_exits 0 --resume input.txt
prints "fails in 12 of 20 runs"
once=$(cat input.txt)
(cd "$dir.copy" && cp -r . "$dir") && rm -rf "$dir.copy"
[ "$(wc -l <asked)" = "$before" ] || fail "not put back"
whittle_exits 0 --resume input.txt
[ "$(cat input.txt)" = "$once" ] || fail "another result"

# Bad luck at first: no version but the original fails in its first three runs, so the search refuses all of them. The last look
# asks about them again; if whittle is killed meanwhile and resumed, it ends with the same bytes.
cat >unlucky.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 2 ] || exit 1
[ \$(wc -l <input.txt) = 5 ] && exit 0
count=$dir/runs.\$(cksum <input.txt | tr ' ' .)
echo x >>\$count
[ ! -e $dir/whittle.pid ] || [ \$(cat $dir/runs.* | wc -l) -lt 40 ] || kill -KILL \$(cat $dir/whittle.pid)
[ \$(wc -l <\$count) -gt 3 ]
END
chmod +x unlucky.sh
printf '%s\n' hay needed hay needed hay >five.txt
rm -rf input.txt* && cp five.txt input.txt
whittle_exits 0 "${options[@]}" --flaky half ./unlucky.sh input.txt
file_is input.txt $'needed\nneeded\n'
# The summary counts the tests of the search before the last look, too.
candidates=$(ls runs.* | wc -l)
run=$(sed -nE 's/.*; ([0-9]+) tests run.*/\1/p' out)
[ "$run" -ge "$candidates" ] || fail "$run tests run, but $candidates candidates have been tested"
rm -rf input.txt* runs.* && cp five.txt input.txt
(echo "$BASHPID" >whittle.pid && exec "$WHITTLE" "${options[@]}" --flaky half ./unlucky.sh input.txt) >out 2>&1
[ $? = 137 ] && rm whittle.pid || fail "it was not killed: $(cat out)"
whittle_exits 0 --resume input.txt
file_is input.txt $'needed\nneeded\n'

# A command that fails only sometimes: the golden run is repeated until it does.
cat >tool <<END
#!/bin/sh
[ \$(grep -c needed "\$1") = 2 ] || exit 0
echo x >>$dir/asked
[ \$((\$(wc -l <$dir/asked) % 5)) -lt 3 ] || exit 0
echo "panic: both are needed" >&2
exit 2
END
chmod +x tool
fresh 2
whittle_exits 0 "${options[@]}" --flaky half input.txt -- "$dir/tool" @@
prints "to keep: "
file_is input.txt $'needed 7\nneeded 14\n'

# A version that fails more often raises the demand: without the noise it always fails.
printf 'noise\n' | cat - pristine.txt >noisy.txt
cat >noise.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 2 ] || exit 1
echo x >>$dir/asked
! grep -q noise input.txt || [ \$((\$(wc -l <$dir/asked) % 5)) = 0 ]
END
chmod +x noise.sh
fresh 0
cp noisy.txt input.txt
whittle_exits 0 "${options[@]}" --flaky raise ./noise.sh input.txt
prints "versions must fail in at least 10 % of their runs"
grep -qE 'at least (3|4)[0-9] % with 99 % confidence' out || fail "the demand was not raised"
file_is input.txt $'needed 7\nneeded 14\n'

# A version that fails at first and then no more is withdrawn, with all that was built on it.
cat >fades.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 2 ] || exit 1
[ \$(wc -l <input.txt) -gt 3 ] || { echo x >>$dir/\$(cksum <input.txt | tr ' ' .); [ \$(wc -l <$dir/\$(cksum <input.txt | tr ' ' .)) -lt 9 ]; }
END
chmod +x fades.sh
fresh 0
whittle_exits 0 "${options[@]}" --flaky half ./fades.sh input.txt
prints "withdrawn, because later runs showed that they fail too seldom"
[ "$(wc -l <input.txt)" -gt 3 ] || fail "the result fails too seldom: $(cat input.txt)"
prints "with 99 % confidence"
