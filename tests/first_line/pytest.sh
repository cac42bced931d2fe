#!/bin/bash
# A suite in which a test fails only after another one.
. "$(dirname "$0")/lib.sh"
takes_long
needs pytest
first_line 250 test_shop.py -- pytest @@
gives test_shop.py
