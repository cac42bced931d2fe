#!/bin/bash
# A patch of which one hunk does not apply.
. "$(dirname "$0")/lib.sh"
needs git
first_line 500 upgrade.patch -- git apply --check @@
gives upgrade.patch
