import re
import sys

opened = {}
for line in open(sys.argv[1]):
    time, event, session, user = re.match(r"(\S+) (\S+) session=(\d+) user=(\S+)", line).groups()
    if event == "open":
        opened[session] = time
    else:
        del opened[session]
