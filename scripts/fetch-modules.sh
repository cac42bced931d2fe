#!/bin/sh
# fetch-modules.sh SOURCE TARGET: installs what SOURCE/package-lock.json pins into TARGET/node_modules. Does nothing when
# that is there already.
set -eu
# shellcheck source=scripts/fetch.sh
. "$(dirname "$0")/fetch.sh"
install_pinned "$target"
fetched
