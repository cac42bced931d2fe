#!/bin/bash
# Terminal, summary, JSON file, page and report of one run have the same figures: with outcomes that were remembered, refused
# without a test, out of time, and known from a call that was killed.
. "$(dirname "$0")/lib.sh"
needs python3
{
  echo '{"needle": [1, {"brake": true}],'
  for i in $(seq 1 12); do echo " \"hay $i\": {\"list\": [$i, \"text $i\", null], \"more\": \"text $i\"},"; done
  echo ' "last": "thread"}'
} >input.json
cp input.json original.json
mkdir seen
# Without its brake, a candidate never ends. A candidate that is tested a second time waits for us: so does the final test, when
# all outcomes are told and on the screen. The original, which is tested again by --resume, does not wait.
cat >test.sh <<END
#!/bin/sh
grep -q needle input.json && grep -q thread input.json || exit 1
grep -q brake input.json || exec sleep 1000
mark=$dir/seen/\$(md5sum <input.json | cut -c1-32)
if [ -e $dir/hold ] && [ -e \$mark ] && ! cmp -s input.json $dir/original.json; then
  : >$dir/held
  while [ -e $dir/held ]; do sleep 0.05; done
fi
: >\$mark
END
chmod +x test.sh
"$WHITTLE" -j 1 --well-formed --timeout 2 ./test.sh input.json >out 2>&1 </dev/null &
pid=$!
has_outcomes() { [ "$(grep -sc '"event":"query"' input.json.whittle/events.jsonl || true)" -gt 12 ] 2>/dev/null; }
wait_until has_outcomes || fail "no outcomes"
kill -KILL $pid
wait $pid 2>/dev/null
: >hold
python3 "$here/totals.py" "$WHITTLE" "$dir" || fail "the figures differ"
