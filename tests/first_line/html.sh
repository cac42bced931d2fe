#!/bin/bash
# A page that a parser complains about.
. "$(dirname "$0")/lib.sh"
needs xmllint
first_line 300 page.html -- xmllint --html --noout @@
gives page.html
