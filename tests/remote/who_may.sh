#!/bin/bash
# Workers and runs need the server's credentials, which come from files that nobody else can read and are in no
# message. A worker takes runs of those it trusts, does not run as root, and says that it runs what it is sent.
. "$(dirname "$0")/lib.sh"
secret=s3cr3t-$$-word
start_server -1 "authorization { users: [ {user: me, password: \"$secret\"}, {user: you, password: \"$secret\"} ] }"
trust=()
credentials=()
make_run
cp pristine.txt input.txt
new_key credentials
mine=$(key_in credentials)
echo "user me
password $secret" >>credentials
cp credentials worker-credentials
chmod 644 credentials
options=(--unit lines --workers "$url" --width 4 -q ./test.sh input.txt)
whittle_exits 2 --credentials credentials "${options[@]}"
prints "others can read it"
chmod 600 credentials worker-credentials
[ "$(id -u)" != 0 ] || chown 65534 worker-credentials
whittle_exits 2 "${options[@]}"
prints "cannot connect to $url"
whittle_exits 2 --workers "nats://me:$secret@127.0.0.1:$port" ./test.sh input.txt
prints "must not have a password in it"
sed "s/$secret/wrong/" credentials >wrong
chmod 600 wrong
whittle_exits 2 --credentials wrong "${options[@]}"
prints_not wrong:

start_worker mine --credentials worker-credentials
grep -q "runs the tests of 1 key, in 1 slot" worker-mine.log || fail "it does not say what it does: $(cat worker-mine.log)"
whittle_exits 0 --credentials credentials "${options[@]}"
cmp -s input.txt expected.txt || fail "another result"
[ "$(ran_by mine)" -gt 5 ] || fail "the worker took no part"

# Trust is a key, not a name: the run of somebody else who calls himself me, and one without a key.
rm -f ran/* input.txt*
cp pristine.txt input.txt
new_key yours
your_key=$(key_in yours)
grep -E 'user|password' credentials >>yours
whittle_exits 0 --credentials yours "${options[@]}"
prints "there are workers, but none of them trusts the key of this run"
prints "whittle worker --trust $your_key"
cmp -s input.txt expected.txt || fail "another result"
rm -f input.txt*
cp pristine.txt input.txt
grep -E 'user|password' credentials >nameless
chmod 600 nameless
whittle_exits 0 --credentials nameless "${options[@]}"
cmp -s input.txt expected.txt || fail "another result"
[ "$(ran_by mine)" = 0 ] || fail "it took a run that it does not trust"
start_worker theirs --credentials worker-credentials --trust "$mine,$your_key"
rm -f ran/* input.txt*
cp pristine.txt input.txt
whittle_exits 0 --credentials yours "${options[@]}"
[ "$(ran_by theirs)" -gt 5 ] || fail "the worker that trusts it took no part"
! grep -r "$secret" out worker-*.log server.log || fail "a secret is in a message"

# TLS, and a key instead of a password.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -addext "subjectAltName=IP:127.0.0.1" -keyout tls.key -out ca.pem 2>/dev/null || fail "no certificate can be made"
chmod 644 ca.pem
new_key nkey
public=$(sed -n 's/^nkey //p' nkey)
kill -9 $server
rm -rf server
start_server -1 "authorization { users: [ {nkey: $public} ] }
tls { cert_file: $dir/ca.pem, key_file: $dir/tls.key }"
url=tls://127.0.0.1:$port
cp nkey worker-credentials
chmod 600 worker-credentials
[ "$(id -u)" != 0 ] || chown 65534 worker-credentials
start_worker key --credentials worker-credentials --ca ca.pem
rm -f ran/* input.txt*
cp pristine.txt input.txt
options=(--unit lines --workers "$url" --width 4 -q ./test.sh input.txt)
whittle_exits 2 --credentials nkey "${options[@]}"
prints "cannot connect to $url"
whittle_exits 0 --credentials nkey --ca ca.pem "${options[@]}"
cmp -s input.txt expected.txt || fail "another result"
[ "$(ran_by key)" -gt 5 ] || fail "the worker took no part"
! grep -rF "$(sed -n 's/^seed //p' nkey)" out worker-*.log server.log || fail "a secret is in a message"

# A certificate for another host.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=elsewhere.example \
  -addext "subjectAltName=DNS:elsewhere.example" -keyout tls.key -out ca.pem 2>/dev/null || fail "no certificate can be made"
kill -9 $server
rm -rf server
start_server -1 "authorization { users: [ {nkey: $public} ] }
tls { cert_file: $dir/ca.pem, key_file: $dir/tls.key }"
whittle_exits 2 --workers "tls://127.0.0.1:$port" --credentials nkey --ca ca.pem ./test.sh input.txt
prints "mismatch"

# A server on another machine without TLS, and one without credentials; whether it is there does not matter.
whittle_exits 2 --workers nats://192.0.2.1:4222 --credentials nkey ./test.sh input.txt
prints "nats://192.0.2.1:4222 is on another machine, and the connection is not encrypted"
prints "insecure://HOST"
whittle_exits 2 worker --sandbox --trust all --connect nats://192.0.2.1:4222
prints "the connection is not encrypted"
whittle_exits 2 --workers tls://192.0.2.1:4222 ./test.sh input.txt
prints "tls://192.0.2.1:4222 needs --credentials FILE"

# A server that knows nobody, and a worker that trusts anybody.
kill -9 $server
rm -rf server
start_server -1 "# nobody"
start_worker anybody --trust all
rm -f ran/* input.txt*
cp pristine.txt input.txt
whittle_exits 0 --unit lines --workers "$url" --width 4 -q ./test.sh input.txt
[ "$(ran_by anybody)" -gt 5 ] || fail "the worker took no part"
rm -f ran/* input.txt*
cp pristine.txt input.txt
whittle_exits 0 --unit lines --workers "$url" --credentials nkey --width 4 -q ./test.sh input.txt
[ "$(ran_by anybody)" -gt 5 ] || fail "the worker took no part"

if [ "$(id -u)" = 0 ]; then
  whittle_exits 2 worker --connect "$url" --credentials credentials
  prints "a worker runs whatever it receives, so it refuses to run as root"
  prints "--sandbox"
fi
