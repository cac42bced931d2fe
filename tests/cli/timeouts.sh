#!/bin/bash
# A test that ran into its time limit counts as uninteresting. It is asked again under a higher limit, and
# not under the same one.
. "$(dirname "$0")/lib.sh"
limit=$(patience 300)
slow=$((limit * 3 / 1000 + 1))
printf '%s\n' 'hay 1' a b c needle d thread >input.txt
# Without `hay 1` it is interesting, but takes three times the limit to say so.
cat >test.sh <<END
#!/bin/sh
grep -q needle input.txt && grep -q thread input.txt || exit 1
grep -qx 'hay 1' input.txt && exit 0
echo x >>$dir/slow/\$(cksum <input.txt | tr ' ' -)
sleep $slow
END
chmod +x test.sh
mkdir slow
whittle_exits 0 -j 1 --unit lines -a oneminimal --timeout ${limit}ms --max-tests 3 --json log.json ./test.sh input.txt
grep -q '"timed_out":true' log.json || fail "no test timed out"
grep -qx 'hay 1' input.txt || fail "a test that timed out counts as interesting"
first=$(ls slow)  # the one that timed out
cp -r input.txt input.txt.whittle slow "$(mkdir before && echo before)"

whittle_exits 0 -j 1 --resume --timeout ${limit}ms input.txt
grep -qx 'hay 1' input.txt || fail "the same limit gave another answer"
[ -z "$(find slow -type f -size +2c)" ] || fail "asked again under the same limit"

rm -rf input.txt.whittle slow
mv before/* .
whittle_exits 0 -j 1 --resume --timeout $((slow * 10))s input.txt
file_is input.txt $'needle\nthread\n'
[ "$(wc -l <slow/$first)" = 2 ] || fail "not asked again under a longer limit"
