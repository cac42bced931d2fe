#!/bin/sh
# fetch-modules.sh SOURCE TARGET: installs what SOURCE/package-lock.json pins into TARGET/node_modules. Does nothing when
# that is there already.
set -eu
source=$1 target=$2
mkdir -p "$target"
exec 9>"$target/.lock"
flock 9
key=$(sha256sum "$source/package-lock.json" "$0" | cut -d' ' -f1 | tr '\n' ' ')
[ "$(cat "$target/.fetched" 2>/dev/null)" = "$key" ] && exit 0
cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$target"
(cd "$target" && npm ci --no-audit --no-fund --loglevel=error) >&2
echo "$key" >"$target/.fetched"
