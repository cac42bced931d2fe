#!/usr/bin/env python3
"""left.py PORT: prints what the server at PORT has of runs: a line for each stream with messages or consumers, except for shared outcomes."""
import json
import socket
import sys

server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
lines = server.makefile("rb")
lines.readline()  # INFO
server.sendall(b'CONNECT {"verbose":false,"user":"watcher","pass":"watcher"}\r\nSUB inbox 1\r\nPUB $JS.API.STREAM.LIST inbox 2\r\n{}\r\n')
line = lines.readline()
while not line.startswith(b"MSG"):
    line = lines.readline()
for stream in json.loads(lines.read(int(line.split()[-1]))).get("streams") or []:
    name, state = stream["config"]["name"], stream["state"]
    if name != "KV_whittle_outcomes" and (state["messages"] or state["consumer_count"]):
        print(name, state["messages"], "messages", state["consumer_count"], "consumers")
