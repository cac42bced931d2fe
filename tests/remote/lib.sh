# Sourced by each test: lib.sh of the other tests, a server of its own, and workers that are real processes.
. "$(dirname "$0")/../cli/lib.sh"
needs nats-server setpriv
chmod 755 "$dir"
pids=()
# Ends what was started here, and nothing else; stopped processes too.
end_all() {
  local pid
  for pid in ${pids[@]+"${pids[@]}"}; do kill -CONT "$pid"; kill -9 "$pid"; done 2>/dev/null
  wait 2>/dev/null
  rm -rf "$dir"
}
trap end_all EXIT

# new_key FILE: makes the credentials of somebody.
new_key() {
  "$WHITTLE" cluster key >"$1" && chmod 600 "$1" || fail "no key can be made"
}
key_in() { sed -n 's/^nkey //p' "$1"; }
# Runs here and workers have the same key, so that the workers trust the runs.
new_key "$dir/run.cred"
cp "$dir/run.cred" "$dir/worker.cred"
[ "$(id -u)" != 0 ] || chown 65534 "$dir/worker.cred"
credentials=(--credentials "$dir/run.cred")

server_is_up() { grep -qsE '(nats|tls):' "$dir"/server/*.ports; }
# start_server [PORT] [LINES]: sets url, port and server. LINES say who may connect. Its store is on disk, so it can be killed and started again.
start_server() {
  mkdir -p "$dir/server"
  rm -f "$dir"/server/*.ports
  local by_default="authorization { users: [ { nkey: $(key_in "$dir/run.cred") }, { user: watcher, password: watcher } ] }"
  cat >"$dir/nats.conf" <<END
listen: "${address:-127.0.0.1}:${1:--1}"
ports_file_dir: "$dir/server"
jetstream { store_dir: "$dir/server/store" }
${2:-$by_default}
END
  ${in_server:-} nats-server -c "$dir/nats.conf" >>"$dir/server.log" 2>&1 &
  server=$!
  pids+=($server)
  wait_until server_is_up || fail "the server does not start: $(cat "$dir/server.log")"
  port=$(grep -ohE '(nats|tls)://[^"]*' "$dir"/server/*.ports | sed 's/.*://')
  url=nats://${address:-127.0.0.1}:$port
  [ -z "${address:-}" ] || url=insecure://$address:$port
}

# A worker does not run as root; tests that make everything as root run it as nobody.
as_other=()
trust=(--credentials "$dir/worker.cred")
[ "$(id -u)" != 0 ] || as_other=(setpriv --reuid=65534 --regid=65534 --clear-groups)

# start_worker NAME OPTIONS...: one slot unless OPTIONS say otherwise. Tests see NAME in $WORKER. Sets worker.
start_worker() {
  local name=$1
  shift
  rm -f "$dir/worker-$name.log"  # of an earlier one
  WORKER=$name ${in_worker:-} ${as_other[@]+"${as_other[@]}"} "$WHITTLE" worker --connect "$url" --slots 1 \
    ${trust[@]+"${trust[@]}"} "$@" >"$dir/worker-$name.log" 2>&1 &
  worker=$!
  pids+=($worker)
  wait_until grep -qsE "runs the tests|error" "$dir/worker-$name.log"
  grep -q "runs the tests" "$dir/worker-$name.log" || fail "the worker does not start: $(cat "$dir/worker-$name.log")"
}

# 150 lines of which 10 are needed. Each test notes who ran it in ran/, and takes a moment. A worker that finds a file
# WORKER.NAME sourced by its tests behaves as that says.
make_run() {
  mkdir ran asleep
  chmod 777 ran asleep
  for i in $(seq 1 150); do [ $((i % 15)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
  cat >test.sh <<END
#!/bin/bash
echo "\$(cksum <input.txt)" >>$dir/ran/\${WORKER:-coordinator}
[ ! -e $dir/behaves.\${WORKER:-coordinator} ] || . $dir/behaves.\${WORKER:-coordinator}
sleep \${pause:-0.02}
[ \$(grep -c needed input.txt) = 10 ]
END
  chmod 755 test.sh
  cp pristine.txt input.txt
  "$WHITTLE" -q -j 1 --unit lines --parallel merge --width 4 ./test.sh input.txt >out 2>&1 || fail "the run here fails"
  cp input.txt expected.txt
  [ "$(wc -l <expected.txt)" = 10 ] || fail "the expected result has $(wc -l <expected.txt) lines"
  mv ran/coordinator asked  # in the order of the search
  rm -rf input.txt*
}
# For behaves.NAME: this test notes its process and does not end.
falls_asleep='echo $$ >>'$dir'/asleep/processes; exec sleep 600'
is_asleep() { [ -s asleep/processes ]; }
sleepers_are_over() {
  local pid
  for pid in $(cat asleep/processes); do ! is_running "$pid" || return 1; done
}
# How many tests WORKER has run.
ran_by() { cat "ran/$1" 2>/dev/null | wc -l; }
has_run() { [ "$(ran_by "$1")" -ge "$2" ]; }

# reduce_with OPTIONS...: the same run with workers, in the background. Sets run.
reduce_with() {
  rm -rf input.txt*
  cp pristine.txt input.txt
  ${in_coordinator:-} "$WHITTLE" --unit lines --workers "$url" ${credentials[@]+"${credentials[@]}"} --width 4 --lease "${lease:-1s}" --progress none "$@" \
    ./test.sh input.txt >out 2>&1 </dev/null &
  run=$!
  pids+=($run)
}
# The run has ended, with the expected bytes, and left nothing behind.
ends_well() {
  wait $run || fail "the run failed with $?"
  cmp -s input.txt expected.txt || fail "another result: $(cat input.txt)"
  [ ! -e input.txt.whittle/journal.db ] || fail "the run left its journal"
}
