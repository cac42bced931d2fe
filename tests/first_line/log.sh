#!/bin/bash
# A log with one line that a script cannot read.
. "$(dirname "$0")/lib.sh"
first_line 60 server.log -- python3 times.py @@
gives server.log
