#!/bin/bash
# Settings that a library refuses.
. "$(dirname "$0")/lib.sh"
first_line 100 app.ini -- python3 load.py @@
gives app.ini
