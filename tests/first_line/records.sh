#!/bin/bash
# Events as JSON lines, of which one breaks a script.
. "$(dirname "$0")/lib.sh"
first_line 60 events.jsonl -- 'python3 users.py < @@'
gives events.jsonl
