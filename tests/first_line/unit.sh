#!/bin/bash
# A service of which systemd only warns.
. "$(dirname "$0")/lib.sh"
needs systemd-analyze
first_line 60 orders.service -- systemd-analyze verify @@
gives orders.service
