#!/usr/bin/env python3
"""A proposer for whittle: shortens the strings of a document to their first letter.

whittle --propose ./shorten.py ./test.sh input.txt
"""
import json
import re
import sys


def edits(path, text):
    data = text.encode()  # positions are bytes
    for match in re.finditer(rb'"([^"\n]{2,})"', data):
        yield {"path": path, "begin": match.start(1) + 1, "end": match.end(1)}
    # Several changes that belong together are one edit: all uses of a long word become one letter.
    for word in sorted(set(re.findall(rb"\b[a-z_]{8,}\b", data))):
        places = [match.span() for match in re.finditer(rb"\b" + word + rb"\b", data)]
        yield {"changes": [{"path": path, "begin": begin, "end": end, "text": "w"} for begin, end in places]}


for line in sys.stdin:
    file = json.loads(line)
    for edit in edits(file["path"], file["text"]):
        print(json.dumps(edit))
