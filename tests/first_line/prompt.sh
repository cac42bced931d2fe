#!/bin/bash
# Instructions, two of which contradict each other.
. "$(dirname "$0")/lib.sh"
first_line 200 prompt.txt -- python3 check.py @@
gives prompt.txt
