#!/bin/bash
# A table of jobs with one that has no time.
. "$(dirname "$0")/lib.sh"
first_line 60 crontab -- python3 check.py @@
gives crontab
