#!/bin/sh
# fetch-grammars.sh SOURCE TARGET: installs what SOURCE/package-lock.json pins and keeps of it only the
# C sources, in TARGET, laid out as npm lays them out. Some 1.3 GB of prebuilt binaries are thrown away.
# Does nothing when TARGET already holds what that lock file pins.
set -eu
source=$1 target=$2
mkdir -p "$target"
exec 9>"$target/.lock"
flock 9
key=$(sha256sum "$source/package-lock.json" "$0" | cut -d' ' -f1 | tr '\n' ' ')
[ "$(cat "$target/.fetched" 2>/dev/null)" = "$key" ] && exit 0

work=$(mktemp -d "$target/npm.XXXXXX")
trap 'rm -rf "$work"' EXIT
cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$work"
(cd "$work" && npm ci --no-audit --no-fund --loglevel=error) >&2
# Keep src folders of parsers, what their scanners share ("common"), and the runtime. Nested
# node_modules are older copies of grammars that other grammars were generated from.
rm -rf "$target/sources"
mkdir "$target/sources"
cd "$work/node_modules"
find . -path '*/node_modules' -prune -o -type f \( -iname 'license*' -o \
  \( -path '*/src/*' -o -path '*/common/*' -o -path './tree-sitter/vendor/*' \) \
  \( -name '*.c' -o -name '*.h' -o -name grammar.json \) \) -print |
  tar -cf - -T - | tar -xf - -C "$target/sources"
echo "$key" >"$target/.fetched"
