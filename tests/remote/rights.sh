#!/bin/bash
# With the rights of docs/cluster.md, alice's runs reach the workers that trust her key, nothing is missing, and she can neither send
# runs under another name nor touch what the server keeps for others.
. "$(dirname "$0")/lib.sh"
rights=$(sed -n '/^    authorization {$/,/^    }/p' "$here/../../docs/cluster.md")
[ -n "$rights" ] || fail "docs/cluster.md has no rights"
! grep -E '"\$(JS|KV)\.(API\.)?>"' <<<"$rights" || fail "a user has rights for what others have"
alice=$(sed 's/"\.\.\."/secret/' <<<"$rights")
start_server -1 "$alice"
make_run
new_key alice.cred
new_key worker.cred
printf 'user worker\npassword secret\n' >>worker.cred
printf 'user alice\npassword secret\n' >>alice.cred
[ "$(id -u)" != 0 ] || chown 65534 worker.cred
trust=()
credentials=(--credentials alice.cred)
start_worker one --credentials worker.cred --trust "$(key_in alice.cred)"
reduce_with
ends_well
has_run one 10 || fail "the worker took no part: $(cat worker-one.log)"
prints_not "warning"
! grep -q "Permissions Violation" server.log || fail "a right is missing: $(grep Permissions server.log | head -3)"

# She asks for the streams of others.
python3 - "$port" >asked <<'END' || fail "the server does not answer"
import socket, sys
server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
lines = server.makefile("rb")
lines.readline()
server.sendall(b'CONNECT {"verbose":false,"user":"alice","pass":"secret"}\r\nPING\r\n')
while not lines.readline().startswith(b"PONG"):
    pass
for subject in ("$JS.API.STREAM.DELETE.whittle_bob", "$JS.API.STREAM.PURGE.KV_whittle_bob", "$KV.whittle_bob.x", "$JS.ACK.whittle_bob.x",
                "$JS.API.CONSUMER.MSG.NEXT.whittle_bob.x", "$JS.API.STREAM.NAMES", "whittle.bob.run.1.announce", "_INBOX_worker.x"):
    server.sendall(b"PUB %s 0\r\n\r\nPING\r\n" % subject.encode())
    answer = lines.readline()
    print(subject, "refused" if b"Permissions Violation" in answer else "accepted")
    while not answer.startswith(b"PONG"):
        answer = lines.readline()
END
! grep accepted asked >out || fail "she may do that"

# A run of alice that calls itself bob's: the server does not pass its announcements on.
kill -9 $server
rm -rf server
start_server $port "$(sed 's/whittle\.alice\.>/whittle.bob.>/g' <<<"$alice")"
rm -f ran/*
reduce_with
ends_well
[ "$(ran_by one)" = 0 ] || fail "the worker took a run that nobody may send"
