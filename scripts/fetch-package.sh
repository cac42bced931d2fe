#!/bin/sh
# fetch-package.sh LOCK TARGET PACKAGE...: the C sources of npm packages, as the lock file LOCK pins them, in TARGET/PACKAGE. Does nothing for a
# package that is there already.
#
# `npm ci` would also install what the packages depend on, 1.3 GB in all. `npm pack` brings one archive, and no code of it runs.
set -eu
lock=$(readlink -f "$1") target=$2
shift 2
mkdir -p "$target"
target=$(cd "$target" && pwd)
for package in "$@"; do
  pinned=$(node -p 'const p = require(process.argv[1]).packages["node_modules/" + process.argv[2]]; p.version + " " + p.integrity' "$lock" "$package")
  stamp=$target/.$(echo "$package" | tr / _).fetched
  (
    flock 9
    [ "$(cat "$stamp" 2>/dev/null)" != "$pinned" ] || exit 0
    work=$(mktemp -d "$target/fetch.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    cp "$(dirname "$lock")/.npmrc" "$work"
    archive=$work/$(cd "$work" && npm pack --silent "$package@${pinned% *}")
    [ "sha512-$(openssl dgst -sha512 -binary "$archive" | base64 -w0)" = "${pinned#* }" ] ||
      { echo "fetch-package: $package ${pinned% *} is not the archive that $lock pins" >&2; exit 1; }
    # The parser, parts that several scanners share ("common"), the runtime, the licence.
    mkdir "$work/sources"
    tar -xzf "$archive" -C "$work/sources" --strip-components=1 --wildcards --no-anchored \
      --exclude='node_modules/*' '*.c' '*.h' 'grammar.json' 'LICENSE*' 'license*' 2>/dev/null || [ -n "$(ls "$work/sources")" ]
    rm -rf "${target:?}/$package"
    mkdir -p "$target/$(dirname "$package")"
    mv "$work/sources" "$target/$package"
    echo "$pinned" >"$stamp"
  ) 9>"$stamp.lock"
done
