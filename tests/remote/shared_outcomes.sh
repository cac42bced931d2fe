#!/bin/bash
# With --share-outcomes a second run on the same server tests hardly anything, and has the same bytes. Outcomes of another test, and those
# that are wrong or cannot be read, change nothing; nor does a server that cannot store them. A run that used some is resumed without them.
. "$(dirname "$0")/lib.sh"
needs python3
shared() { sed -n 's/.* remembered, \([0-9,]*\) from other runs;.*/\1/p' out; }
ran() { cat ran/* 2>/dev/null | wc -l; }
share_again() {
  rm -f ran/*
  reduce_with --share-outcomes "$@"
  ends_well
}
start_server
make_run
start_worker one
start_worker two
share_again
[ -z "$(shared)" ] || fail "outcomes from a store that was empty: $(cat out)"
all=$(ran)
[ "$all" -gt 60 ] || fail "this test shows nothing: $all tests"
share_again
[ "$(shared)" -gt 60 ] || fail "it does not say how many outcomes it found: $(cat out)"
# The original for each worker and the coordinator, some comparisons, and the result.
[ "$(ran)" -lt 30 ] || fail "$(ran) tests although the outcomes were known"
# Without the option it knows nothing.
rm -f ran/*
reduce_with
ends_well
[ "$(ran)" -gt 60 ] || fail "it used outcomes that it was not told to"

# Another test: a comment will do.
cp test.sh first_test.sh
echo '# another' >>test.sh
reduce_with --share-outcomes --max-tests 40  # for the first outcomes
wait $run || fail "the run failed with $?"
rm -f ran/*
for name in one two; do echo '[ $(wc -l <'$dir/ran/$name') -lt 15 ] || sleep 600' >behaves.$name; done
reduce_with --share-outcomes
wait_until has_run one 15 || fail "it did not get that far: $(cat out)"
kill -9 $run
wait $run 2>/dev/null
kill -9 $server
rm -rf server behaves.*
whittle_exits 0 --resume --workers none input.txt
cmp -s input.txt expected.txt || fail "another result after resuming: $(cat input.txt)"

# Hosts that are wrong together: what they have stored is found out, at the latest by the last test.
start_server $port
mv first_test.sh test.sh
echo '[ $(grep -c needed input.txt) -lt 4 ] || exit 0; exit 1' | tee behaves.one behaves.two >behaves.coordinator
rm -f ran/*
reduce_with --share-outcomes
wait $run || fail "the run of wrong hosts failed: $(cat out)"
[ "$(grep -c needed input.txt)" = 4 ] || fail "this test shows nothing"
rm behaves.*
share_again
prints "what other runs have stored is excluded: it answered a candidate differently from other hosts"
# It has put its own in their place.
share_again
prints_not excluded
[ "$(ran)" -lt 30 ] || fail "$(ran) tests although the outcomes were known"

# A worker that answers at random is found out, and what it answered is not left in the store.
echo '# a third one' >>test.sh
echo '[ $(wc -l <'$dir'/ran/one) -lt 3 ] || exit $((RANDOM % 2))' >behaves.one
share_again
prints "is excluded"
rm behaves.one
share_again
prints_not "is excluded"

# Outcomes that cannot be read.
spoiled=$("$here/spoil.py" "$port") || fail "nothing could be spoiled"
[ "$spoiled" -gt 60 ] || fail "this test shows nothing: $spoiled outcomes"
share_again
[ -z "$(shared)" ] || fail "it read garbage: $(cat out)"

# A server that cannot store them, and a test whose outcomes cannot be shared.
kill -9 $server
rm -rf server
start_server $port
sed -i 's/jetstream {/jetstream { max_file_store: 50MB,/' nats.conf
kill -9 $server
rm -rf server/*
nats-server -c "$dir/nats.conf" >>"$dir/server.log" 2>&1 &
server=$!
pids+=($server)
wait_until server_is_up || fail "the server does not start"
share_again
prints "outcomes are not shared: cannot create a bucket for files"
whittle_exits 2 --share-outcomes ./test.sh input.txt
prints "--share-outcomes needs --workers"
