#!/bin/bash
# Workers and runs need the server's credentials, which come from files that nobody else can read and are in no
# message. A worker takes runs of those it trusts, does not run as root, and says that it runs what it is sent.
. "$(dirname "$0")/lib.sh"
secret=s3cr3t-$$-word
start_server -1 "authorization { users: [ {user: me, password: \"$secret\"}, {user: you, password: \"$secret\"} ] }"
make_run
cp pristine.txt input.txt
echo "user me
password $secret" >credentials
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

trust=()
start_worker mine --credentials worker-credentials
grep -q "runs the tests that me sends, in 1 slot" worker-mine.log || fail "it does not say what it does: $(cat worker-mine.log)"
whittle_exits 0 --credentials credentials "${options[@]}"
cmp -s input.txt expected.txt || fail "another result"
[ "$(ran_by mine)" -gt 5 ] || fail "the worker took no part"

# The run of somebody else.
rm -f ran/* input.txt*
cp pristine.txt input.txt
sed s/me/you/ credentials >yours
chmod 600 yours
whittle_exits 0 --credentials yours "${options[@]}"
cmp -s input.txt expected.txt || fail "another result"
[ "$(ran_by mine)" = 0 ] || fail "it took a run that it does not trust"
start_worker theirs --credentials worker-credentials --trust you,them
rm -f ran/* input.txt*
cp pristine.txt input.txt
whittle_exits 0 --credentials yours "${options[@]}"
[ "$(ran_by theirs)" -gt 5 ] || fail "the worker that trusts it took no part"
! grep -r "$secret" out worker-*.log server.log || fail "a secret is in a message"

# TLS, and a key instead of a password.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -addext "subjectAltName=IP:127.0.0.1" -keyout tls.key -out ca.pem 2>/dev/null || fail "no certificate can be made"
chmod 644 ca.pem
openssl genpkey -algorithm ed25519 -out key.pem || fail "no key can be made"
openssl pkey -in key.pem -outform DER | tail -c 32 >seed.raw
openssl pkey -in key.pem -pubout -outform DER | tail -c 32 >public.raw
python3 - >nkey <<'END'
import base64, binascii
def text(head, raw):
    body = bytes(head) + open(raw, "rb").read()
    return base64.b32encode(body + binascii.crc_hqx(body, 0).to_bytes(2, "little")).decode().rstrip("=")
user = 20 << 3
print("nkey", text([user], "public.raw"))
print("seed", text([(18 << 3) | (user >> 5), (user & 31) << 3], "seed.raw"))
END
chmod 600 nkey
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

if [ "$(id -u)" = 0 ]; then
  whittle_exits 2 worker --connect "$url" --credentials credentials
  prints "a worker runs whatever it receives, so it refuses to run as root"
  prints "--sandbox"
fi
