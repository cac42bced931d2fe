#!/usr/bin/env python3
"""delay.py ONE OTHER SECONDS: makes two network devices; what is sent through one of them comes out of the other SECONDS later. Prints a
line when they are there. The devices can be moved to other network namespaces."""
import collections
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
DELAY = float(sys.argv[3])


def device(name):
    fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(fd, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return fd


one, other = device(sys.argv[1]), device(sys.argv[2])
print("ready", flush=True)
waiting = collections.deque()  # (when, to, packet); the delay is the same for all, so they are in order
while True:
    wait = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for fd in select.select([one, other], [], [], wait)[0]:
        try:
            waiting.append((time.monotonic() + DELAY, other if fd == one else one, os.read(fd, 65536)))
        except OSError:
            pass  # a device that is not up yet
    while waiting and waiting[0][0] <= time.monotonic():
        _, to, packet = waiting.popleft()
        try:
            os.write(to, packet)
        except OSError:
            pass
