#!/bin/bash
# The recipes of docs/cluster.md. The ssh loop runs as printed, with a real sshd. systemd reads the unit, and a YAML parser the Kubernetes Job;
# what unit, Job and srun start is run here as printed. Slurm, Kubernetes and a container engine are not there.
. "$(dirname "$0")/lib.sh"
needs systemd-analyze python3
page=$here/../../docs/cluster.md
# after TEXT: the indented block that follows the line with it.
after() {
  awk -v text="$1" 'inside && !/^(    |$)/ { exit } found && /^    / { inside = 1 } inside { print substr($0, 5) } index($0, text) { found = 1 }' "$page"
}
start_server
make_run
# takes_part NAME WORDS...: a worker with the words of a recipe takes part in a run.
takes_part() {
  local name=$1
  shift
  WORKER=$name ${as_other[@]+"${as_other[@]}"} "$WHITTLE" "${@/#tls:\/\/*/$url}" ${trust[@]+"${trust[@]}"} >"worker-$name.log" 2>&1 &
  pids+=($!)
  wait_until grep -qsE "runs the tests|error" "worker-$name.log"
  rm -f ran/*
  reduce_with
  ends_well
  has_run "$name" 5 || fail "the worker of the $name recipe took no part: $(cat "worker-$name.log")"
  kill -9 "${pids[-2]}"  # the last one is the run
}

after "By systemd" >unit.service
mkdir bin
cp "$WHITTLE" bin/whittle
sed "s,/usr/bin/whittle,$dir/bin/whittle,; s/^User=.*/User=daemon/" unit.service >whittle-worker.service
systemd-analyze verify ./whittle-worker.service >out 2>&1 || fail "systemd does not accept the unit"
! grep whittle-worker out >reading || fail "systemd has something to say about the unit"
read -r -a words <<<"$(sed -n 's/^ExecStart=[^ ]*whittle //p' unit.service | sed 's/ --credentials [^ ]*//')"
takes_part systemd "${words[@]}"

read -r -a words <<<"$(after "By Slurm" | sed -n 's/^srun .* whittle //p' | sed 's/ --credentials [^ ]*//')"
takes_part srun "${words[@]}"

after "As a Kubernetes Job" >job.yaml
python3 - >words <<'END' || fail "that is no Job: $(cat job.yaml)"
import yaml
job = yaml.safe_load(open("job.yaml"))
assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job") and set(job) == {"apiVersion", "kind", "metadata", "spec"}
assert set(job["spec"]) <= {"parallelism", "completions", "backoffLimit", "template"}
pod = job["spec"]["template"]["spec"]
assert pod["restartPolicy"] in ("OnFailure", "Never")  # a Job takes no other
assert set(pod) <= {"restartPolicy", "securityContext", "containers"}
container, = pod["containers"]
assert set(container) == {"name", "image", "args", "resources"} and set(container["resources"]) <= {"requests", "limits"}
args = container["args"]
at = args.index("--credentials")  # the test has others
print(*args[:at], *args[at + 2:], sep="\n")
END
mapfile -t words <words
takes_part kubernetes "$(sed -n 's/^    ENTRYPOINT \["whittle", "\(.*\)"\]/\1/p' "$page")" "${words[@]}"

# The ssh loop, for two hosts that are this one. A whittle is installed there, for a user who is not root.
PATH=$PATH:/usr/sbin:/sbin  # sshd is there, and not everybody looks there
needs sshd ssh ssh-keygen
ssh-keygen -q -t ed25519 -N '' -f host_key && ssh-keygen -q -t ed25519 -N '' -f key || fail "no keys can be made"
ssh_port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >bin/whittle <<END
#!/bin/sh
exec env WORKER=ssh ${as_other[*]} $WHITTLE "\$@" --slots 1 ${trust[*]}
END
cat >sshd_config <<END
Port $ssh_port
ListenAddress 127.0.0.1
HostKey $dir/host_key
PidFile $dir/sshd.pid
AuthorizedKeysFile $dir/key.pub
StrictModes no
UsePAM no
PermitRootLogin yes
SetEnv PATH=$dir/bin:/usr/bin:/bin
END
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
"$(command -v sshd)" -D -e -f "$dir/sshd_config" >sshd.log 2>&1 &
pids+=($!)
wait_until grep -q "listening on" sshd.log || fail "sshd does not start: $(cat sshd.log)"
cat >ssh_config <<END
Host node*
HostName 127.0.0.1
Port $ssh_port
IdentityFile $dir/key
StrictHostKeyChecking no
UserKnownHostsFile $dir/known_hosts
LogLevel ERROR
END
printf '#!/bin/sh\nexec %s -F %s/ssh_config "$@"\n' "$(command -v ssh)" "$dir" >bin/ssh
chmod 755 bin/*
printf 'node1\nnode2\n' >hosts
after "By ssh:" | sed "s,tls://HOST,$url,; s/ --credentials [^ ]*//" >loop.sh
PATH=$dir/bin:$PATH sh ./loop.sh >loop.log 2>&1 </dev/null || fail "the loop failed: $(cat loop.log sshd.log)"
there() { [ "$(pgrep -f "^$WHITTLE worker --connect $url" | wc -l)" = 2 ]; }
wait_until there || fail "not two workers: $(cat loop.log sshd.log)"
for pid in $(pgrep -f "^$WHITTLE worker --connect $url"); do pids+=("$pid"); done
rm -f ran/*
reduce_with
ends_well
has_run ssh 10 || fail "the workers of the ssh recipe took no part: $(cat loop.log sshd.log)"
