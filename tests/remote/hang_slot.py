"""hang_slot.py FILE COMMAND...: runs a worker, and stops the one thread of it that runs a test as soon as FILE has five lines.
The other threads go on, as they do when a file system hangs."""
import ctypes
import os
import signal
import subprocess
import sys
import time

PTRACE_SEIZE, PTRACE_INTERRUPT = 0x4206, 0x4207
libc = ctypes.CDLL(None, use_errno=True)


def ptrace(request, thread):
    if libc.ptrace(request, thread, None, None):
        sys.exit(f"error: ptrace: {os.strerror(ctypes.get_errno())}")


def lines(path):
    try:
        with open(path) as file:
            return len(file.readlines())
    except FileNotFoundError:
        return 0


def thread_with_a_child(process):
    while True:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                if file.read():
                    return int(thread)


worker = subprocess.Popen(sys.argv[2:])
while lines(sys.argv[1]) < 5:
    time.sleep(0.01)
slot = thread_with_a_child(worker.pid)
ptrace(PTRACE_SEIZE, slot)
ptrace(PTRACE_INTERRUPT, slot)
signal.pause()
