#!/bin/bash
# Workers in a network of their own: 20 ms away, and cut off in the middle of a run. The run goes on without them, and
# they take part again when the network is back.
. "$(dirname "$0")/lib.sh"
needs ip tc
space=whittle-$$
ip netns add $space 2>/dev/null || skip "no network namespaces can be made here; root can"
trap 'end_all; ip netns del $space; ip link del wh$$ 2>/dev/null' EXIT
ip link add wh$$ type veth peer name wi$$ && ip link set wi$$ netns $space || fail "no network can be made"
ip addr add 10.99.$(($$ % 250)).1/24 dev wh$$ && ip link set wh$$ up
ip netns exec $space ip addr add 10.99.$(($$ % 250)).2/24 dev wi$$
ip netns exec $space ip link set wi$$ up
address=10.99.$(($$ % 250)).1 start_server
make_run

tc qdisc add dev wh$$ root netem delay 20ms 2>/dev/null || { tc=missing; echo "NOT TESTED: the kernel has no netem, so there is no delay"; }
in_worker="ip netns exec $space" start_worker far --slots 2
reduce_with
ends_well
has_run far 20 || fail "the far worker has run $(ran_by far) tests"

# Cut off, without a word to anybody.
rm -f ran/*
start_worker near
reduce_with
wait_until has_run far 10 || fail "it did not get that far"
ip link set wh$$ down
before=$(ran_by near)
wait_until has_run near $((before + 10)) || fail "the run does not go on"
ip link set wh$$ up
ends_well
[ -z "${tc:-}" ] || exit 77
