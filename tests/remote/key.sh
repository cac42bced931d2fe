#!/bin/bash
# libnats does not send a signature that begins with a zero byte, as one in 256 does, and the server refuses the
# connection. whittle connects again and signs another nonce. Nonces are the server's choice, so this one is a
# script that knows the first messages of the protocol, and begins with a nonce that this key, made for this test,
# signs with a zero.
. "$(dirname "$0")/lib.sh"
needs python3
cat >credentials <<END
nkey UDO52X7F23LJAT7YCTCCJIEUC5SYGIRJNHEFJE7MH6TOE6HCJN4UCWKF
seed SUABJRRMGOGXQ3YZSNQWXDRQBUG3OLFNC5EMUCBX434V43I3ZP5YMHR5TA
END
chmod 600 credentials
python3 - >server.log 2>&1 <<'END' &
import json, socket
nonces = ["GJqyrD8VvbhtD2c", "AAAAAAAAAAAAAAA"]
with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    for nonce in nonces:
        client, _ = listener.accept()
        with client:
            info = {"server_id": "S", "version": "2.9.10", "proto": 1, "headers": True, "max_payload": 1 << 20,
                    "auth_required": True, "nonce": nonce}
            client.sendall(b"INFO " + json.dumps(info).encode() + b"\r\n")
            try:
                said = client.recv(65536).decode()
                if not said:
                    continue
                print(nonce, "signed" if '"sig":"' in said else "not signed", flush=True)
                client.sendall(b"-ERR 'Authorization Violation'\r\n")
                while client.recv(65536):  # unread bytes would turn the end into a reset
                    pass
            except ConnectionError:
                pass
END
pids+=($!)
wait_until test -s server.log || fail "the server does not start"
whittle_exits 2 cluster status --connect "nats://127.0.0.1:$(head -1 server.log)" --credentials credentials
prints "Authorization Violation"
tail -n +2 server.log >seen
file_is seen "AAAAAAAAAAAAAAA signed
"
