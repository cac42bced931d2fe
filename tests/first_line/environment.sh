#!/bin/bash
# Variables that break a script. Its shell exits with 127, because the value of one is no program.
. "$(dirname "$0")/lib.sh"
first_line 60 .env -- ./start.sh
gives .env
