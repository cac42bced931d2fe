#!/bin/bash
# A docker-compose file that docker-compose refuses.
. "$(dirname "$0")/lib.sh"
takes_long
needs docker-compose
first_line 100 docker-compose.yml -- docker-compose -f @@ config
gives docker-compose.yml
