#!/bin/sh
# fetch-grammars.sh SOURCE TARGET: installs what SOURCE/package-lock.json pins and keeps of it only the
# C sources, in TARGET, laid out as npm lays them out. Some 1.3 GB of prebuilt binaries are thrown away.
# Does nothing when TARGET already holds what that lock file pins.
set -eu
# shellcheck source=scripts/fetch.sh
. "$(dirname "$0")/fetch.sh"
work=$(mktemp -d "$target/npm.XXXXXX")
trap 'rm -rf "$work"' EXIT
install_pinned "$work"
# Keep src folders of parsers, what their scanners share ("common"), and the runtime. Nested
# node_modules are older copies of grammars that other grammars were generated from.
rm -rf "$target/sources"
mkdir "$target/sources"
cd "$work/node_modules"
find . -path '*/node_modules' -prune -o -type f \( -iname 'license*' -o \
  \( -path '*/src/*' -o -path '*/common/*' -o -path './tree-sitter/vendor/*' \) \
  \( -name '*.c' -o -name '*.h' -o -name grammar.json \) \) -print |
  tar -cf - -T - | tar -xf - -C "$target/sources"
fetched
