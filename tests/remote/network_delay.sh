#!/bin/bash
# Workers that are 20 ms away, and 20 ms back: the same bytes. By netem in a network of its own where the kernel has it, else by a
# program that passes everything on later.
. "$(dirname "$0")/lib.sh"
needs ip tc python3
space=whittle-delay-$$
net=10.98.$(($$ % 250))
if ip netns add $space 2>/dev/null && ip link add wd$$ type veth peer name we$$ &&
  tc qdisc add dev wd$$ root netem delay 20ms 2>/dev/null; then
  trap 'end_all; ip netns del $space; ip link del wd$$ 2>/dev/null' EXIT
  ip link set we$$ netns $space && ip netns exec $space tc qdisc add dev we$$ root netem delay 20ms || fail "no delay on the way back"
  ip addr add $net.1/24 dev wd$$ && ip link set wd$$ up
  ip netns exec $space ip addr add $net.2/24 dev we$$ && ip netns exec $space ip link set we$$ up
  address=$net.1 start_server
  in_worker="ip netns exec $space"
  echo "delay by netem"
else
  ip link del wd$$ 2>/dev/null
  ip netns del $space 2>/dev/null
  start_server
  "$here/delay.py" "$port" 0.02 >delayed.port &
  pids+=($!)
  wait_until [ -s delayed.port ] || fail "delay.py does not start"
  near=$url
  url=nats://127.0.0.1:$(cat delayed.port)
  echo "delay by delay.py: the kernel has no netem, or makes no network"
fi
make_run
start_worker far --slots 4
url=${near:-$url}
reduce_with
ends_well
has_run far 20 || fail "the far worker has run $(ran_by far) tests"
