#!/bin/bash
# With the rights of docs/cluster.md, alice's runs reach the workers that trust her, and she can send none under another name.
. "$(dirname "$0")/lib.sh"
rights=$(sed -n '/^    authorization {/,/^    }/p' "$here/../../docs/cluster.md")
[ -n "$rights" ] || fail "docs/cluster.md has no rights"
alice=$(sed 's/"\.\.\."/secret/' <<<"$rights")
start_server -1 "$alice"
make_run
printf 'user worker\npassword secret\n' >worker.cred
printf 'user alice\npassword secret\n' >alice.cred
chmod 600 *.cred
[ "$(id -u)" != 0 ] || chown 65534 worker.cred
trust=()
start_worker one --credentials worker.cred --trust alice,bob
reduce_with --credentials alice.cred
ends_well
has_run one 10 || fail "the worker took no part: $(cat worker-one.log)"
prints_not "warning"

# A run of alice that calls itself bob's: the server does not pass its announcements on.
kill -9 $server
rm -rf server
start_server $port "$(sed 's/whittle\.alice\.>/whittle.bob.>/g' <<<"$alice")"
rm -f ran/*
reduce_with --credentials alice.cred
ends_well
[ "$(ran_by one)" = 0 ] || fail "the worker took a run that nobody may send"
