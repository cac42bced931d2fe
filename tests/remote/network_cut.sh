#!/bin/bash
# A worker in a network of its own is cut off in the middle of a run, without a word to anybody: the run goes on without it, and it
# takes part again when the network is back.
. "$(dirname "$0")/lib.sh"
needs ip
space=whittle-cut-$$
net=10.99.$(($$ % 250))
ip netns add $space 2>/dev/null || skip "no network namespaces can be made here; root can"
trap 'end_all; ip netns del $space; ip link del wh$$ 2>/dev/null' EXIT
ip link add wh$$ type veth peer name wi$$ && ip link set wi$$ netns $space || fail "no network can be made"
ip addr add $net.1/24 dev wh$$ && ip link set wh$$ up
ip netns exec $space ip addr add $net.2/24 dev wi$$ && ip netns exec $space ip link set wi$$ up
address=$net.1 start_server
make_run
in_worker="ip netns exec $space" start_worker far --slots 2
start_worker near
echo pause=0.2 >behaves.near
reduce_with
wait_until has_run far 10 || fail "it did not get that far"
ip link set wh$$ down
before=$(ran_by near)
wait_until has_run near $((before + 5)) || fail "the run does not go on"
ip link set wh$$ up
before=$(ran_by far)
wait_until has_run far $((before + 1)) || echo "the run ended before the far worker came back"
ends_well
