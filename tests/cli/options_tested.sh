#!/bin/bash
# Each option of --help occurs in a script of this folder or of tests/remote.
. "$(dirname "$0")/lib.sh"
whittle_exits 0 --help all
options=$(grep -oE '^ +(-., )?--[a-z-]+' out)
[ "$(wc -l <<<"$options")" -gt 50 ] || fail "only $(wc -l <<<"$options") options were found"
# Without comments, and not in this script.
for script in "$here"/*.sh "$here"/../remote/*.sh; do [ "$(basename "$script")" = "$name.sh" ] || grep -v '^ *#' "$script"; done >scripts
while read -r letter long; do
  [ -n "$long" ] || { long=$letter letter=; }
  grep -qE -- "(^|[^a-z-])$long([^a-z-]|$)" scripts ||
    { [ -n "$letter" ] && grep -qE -- " ${letter%,}( |[0-9]|$)" scripts; } || untested="${untested:-} $long"
done <<<"$options"
[ -z "${untested:-}" ] || fail "no script uses:$untested"
