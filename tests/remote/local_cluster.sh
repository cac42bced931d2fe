#!/bin/bash
# whittle cluster up, status and down on this machine, with the commands of docs/guide.md.
. "$(dirname "$0")/lib.sh"
export XDG_RUNTIME_DIR=$dir
trap '"$WHITTLE" cluster down >/dev/null 2>&1; end_all' EXIT
whittle_exits 2 cluster status
prints "whittle cluster up --local 2"
for words in cluster "cluster go"; do
  # shellcheck disable=SC2086 # they are words
  whittle_exits 2 $words
  prints "cluster needs one of up, status, down and key"
done
whittle_exits 0 worker --help
prints "usage: whittle worker --connect URL"
prints "--trust KEY"
whittle_exits 2 worker --sandbox --connect nats://127.0.0.1:1
prints "a worker must know whose runs to accept"
whittle_exits 2 worker --sandbox --trust me --connect nats://127.0.0.1:1
prints "--trust me: that is no key"
whittle_exits 2 worker --sandbox --trust all --connect nats://127.0.0.1:1
prints "cannot connect to nats://127.0.0.1:1: No server available for connection"
prints_not .c:
whittle_exits 0 cluster up --local 2
prints "use them: whittle --workers local TEST FILE"
[ "$(stat -c %a whittle-cluster)$(stat -c %a whittle-cluster/credentials)" = 700600 ] || fail "others can read it"
whittle_exits 8 cluster up --local 2
prints "whittle cluster down"
wait_until sh -c '"$WHITTLE" cluster status | grep -q "2 workers, 2 slots"' || fail "the workers do not come: $("$WHITTLE" cluster status)"
make_input
whittle_exits 0 --workers local --unit lines ./test.sh input.txt
file_is input.txt $'needle\nthread\n'
grep -q "works for" whittle-cluster/worker-1.log || fail "no worker took part: $(cat whittle-cluster/worker-1.log out)"
sleep 600 &
bystander=$!
pids+=($bystander)
echo "$bystander 12345" >>whittle-cluster/processes  # a number that is used again
processes=$(cut -d ' ' -f 1 whittle-cluster/processes | head -n 3)
whittle_exits 0 cluster down
prints "stopped the server and its workers: 3 programs"
kill -0 $bystander || fail "it ended a process that it had not started"
for pid in $processes; do ! is_running $pid || fail "process $pid is still there"; done
[ ! -e whittle-cluster ] || fail "its folder is still there"
whittle_exits 2 cluster down

# A folder of that name that somebody else has made, or others can enter.
mkdir whittle-cluster
echo "nats://127.0.0.1:1" >whittle-cluster/url
chmod 755 whittle-cluster
whittle_exits 2 cluster status
prints "is not a folder of yours that only you can enter"
whittle_exits 2 --workers local ./test.sh input.txt
prints "is not a folder of yours that only you can enter"
rm -r whittle-cluster
mkdir elsewhere
chmod 700 elsewhere
ln -s elsewhere whittle-cluster
whittle_exits 2 cluster down
prints "is not a folder of yours that only you can enter"
[ -d elsewhere ] || fail "it removed what a link leads to"
rm whittle-cluster
if [ "$(id -u)" = 0 ]; then
  mkdir -m 700 whittle-cluster
  chown 65534 whittle-cluster
  whittle_exits 2 --workers local ./test.sh input.txt
  prints "is not a folder of yours that only you can enter"
fi
