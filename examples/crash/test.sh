#!/bin/sh
# Interesting as long as gcc dies in the same place.
gcc-12 -w -c -o /dev/null report.c 2>&1 | grep -q 'internal compiler error: in force_constant_size'
