#!/usr/bin/env python3
"""spoil.py PORT: overwrites all outcomes that are stored on the server at PORT by bytes that nobody can read, and prints how many."""
import json
import socket
import sys

server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
lines = server.makefile("rb")
lines.readline()  # INFO
server.sendall(b'CONNECT {"verbose":false,"user":"watcher","pass":"watcher"}\r\nSUB inbox 1\r\n')
question = b'{"subjects_filter":">"}'
server.sendall(b"PUB $JS.API.STREAM.INFO.KV_whittle_outcomes inbox %d\r\n%s\r\n" % (len(question), question))
line = lines.readline()
while not line.startswith(b"MSG"):
    line = lines.readline()
subjects = json.loads(lines.read(int(line.split()[-1])))["state"]["subjects"]
for subject in subjects:
    server.sendall(b"PUB %s 7\r\ngarbage\r\n" % subject.encode())
server.sendall(b"PING\r\n")
while not lines.readline().startswith(b"PONG"):
    pass
print(len(subjects))
