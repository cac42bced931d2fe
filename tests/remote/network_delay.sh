#!/bin/bash
# A worker in a network namespace of its own, 20 ms away and 20 ms back: the same bytes. By netem if the kernel has it, else by delay.py.
. "$(dirname "$0")/lib.sh"
needs ip tc python3
space=whittle-delay-$$
near=wd$$
far=we$$
net=10.98.$(($$ % 250))
ip netns add $space 2>/dev/null || skip "no network namespaces can be made here; root can"
trap 'end_all; ip netns del $space; ip link del $near 2>/dev/null' EXIT
if ip link add $near type veth peer name $far && tc qdisc add dev $near root netem delay 20ms 2>/dev/null; then
  ip link set $far netns $space && ip netns exec $space tc qdisc add dev $far root netem delay 20ms || fail "no delay on the way back"
  echo "delay by netem"
else
  ip link del $near
  "$here/delay.py" $near $far 0.02 >delay.log 2>&1 &
  pids+=($!)
  wait_until grep -qE "ready|Error" delay.log
  grep -q ready delay.log || skip "no network devices can be made here: $(tail -n 1 delay.log)"
  ip link set $far netns $space || fail "the device cannot be moved"
  echo "delay by delay.py: the kernel has no netem"
fi
ip addr add $net.1/24 dev $near && ip link set $near up
ip netns exec $space ip addr add $net.2/24 dev $far && ip netns exec $space ip link set $far up
address=$net.1 start_server
time=$(ip netns exec $space python3 -c "import socket, time
began = time.monotonic()
socket.create_connection(('$net.1', $port))
print(int(1000 * (time.monotonic() - began)))")
[ "${time:-0}" -ge 40 ] || fail "there and back takes ${time:-no} ms, and at least 40 were expected"
make_run
in_worker="ip netns exec $space" start_worker far --slots 4
reduce_with
ends_well
has_run far 20 || fail "the far worker has run $(ran_by far) tests"
