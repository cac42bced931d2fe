#!/bin/bash
# The commands and the configuration at the beginning of docs/cluster.md work as printed: a key, a certificate, a server, a worker, a run.
. "$(dirname "$0")/lib.sh"
needs openssl
page=$here/../../docs/cluster.md
# after TEXT: the indented block that follows the line with it; HOST is this machine.
after() {
  awk -v text="$1" 'inside && !/^(    |$)/ { exit } found && /^    / { inside = 1 } inside { print substr($0, 5) } index($0, text) { found = 1 }' "$page" |
    sed 's/ *#.*//; s,/CN=HOST,/CN=localhost,; s/DNS:HOST/DNS:localhost/'
}
make_run
port=
mkdir bin && ln -s "$WHITTLE" bin/whittle && PATH=$dir/bin:$PATH
after "identifies you by this key" >steps
after "If you have no certificate" >certificate
[ "$(wc -l <steps)" = 5 ] && [ -s certificate ] || fail "the page has other commands: $(cat steps certificate)"
# step WORD: the command of that name.
step() { grep "^$1" "$dir/steps" | sed "s,tls://HOST,tls://localhost:$port,"; }
sh -c "$(step 'whittle cluster key')" >public || fail "no key is made"
sh ./certificate 2>out || fail "no certificate is made"
key=$(sed -n 's/^nkey //p' public)
after '`nats.conf`, with the public half' | sed "s/UABC\.\.\./$key/; s,/var/lib/nats,$dir/store,; s/0\.0\.0\.0:4222/0.0.0.0:-1/" >nats.conf
mkdir server && echo "ports_file_dir: \"$dir/server\"" >>nats.conf
! grep -E '"?\$(JS|KV)\.>' "$page" || fail "a user has rights for what others have"
sh -c "exec $(step nats-server)" >server.log 2>&1 &
pids+=($!)
wait_until server_is_up || fail "the server does not start: $(cat server.log)"
port=$(grep -ohE '(nats|tls)://[^"]*' server/*.ports | sed 's/.*://' | head -1)
# The worker is another user, and each reads its own credentials.
mkdir other && cp me.cred cert.pem other && chmod 755 other && chmod 644 other/cert.pem
[ "$(id -u)" != 0 ] || chown 65534 other/me.cred
(cd other && WORKER=one exec ${as_other[@]+"${as_other[@]}"} sh -c "exec $(step 'whittle worker')") >worker-one.log 2>&1 &
pids+=($!)
wait_until grep -qsE "runs the tests|error" worker-one.log
cp pristine.txt bug.c
sed -i 's/input\.txt/bug.c/g' test.sh
sh -c "$(step 'whittle --workers') --unit lines --width 4 --progress none" >out 2>&1 </dev/null || fail "the run fails: $(cat worker-one.log)"
cmp -s bug.c expected.txt || fail "another result: $(cat bug.c)"
has_run one 10 || fail "the worker took no part: $(cat worker-one.log)"
