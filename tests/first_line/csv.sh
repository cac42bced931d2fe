#!/bin/bash
# A table with one value that a script cannot read.
. "$(dirname "$0")/lib.sh"
first_line 200 sales.csv -- python3 total.py @@
gives sales.csv
