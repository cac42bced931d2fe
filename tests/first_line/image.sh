#!/bin/bash
# A Dockerfile that a script refuses.
. "$(dirname "$0")/lib.sh"
first_line 100 Dockerfile -- python3 lint.py Dockerfile
gives Dockerfile
