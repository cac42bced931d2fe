#!/bin/bash
# Upgrades of npm packages, two of which do not fit together.
. "$(dirname "$0")/lib.sh"
needs node
first_line 200 upgrades.txt -- node check.js @@
gives upgrades.txt
