#!/bin/bash
# Each option of whittle that the README, the guide and the recipes use exists.
. "$(dirname "$0")/lib.sh"
root=$here/../..
"$WHITTLE" --help all >known
commands=$(grep -hoE '(^|[`$ ])whittle( [^`#]*)?' "$root/README.md" "$root"/docs/recipes/*.md "$root/docs/guide.md" "$root/docs/coming-from.md" "$root/docs/test-scripts.md")
[ "$(wc -l <<<"$commands")" -gt 30 ] || fail "only $(wc -l <<<"$commands") commands were found"
# What comes after ` -- ` belongs to another program. --vs, --n and --tidy are no rows of the table.
for option in $(sed 's/ -- .*//' <<<"$commands" | grep -oE -- '(^| )--[a-z][a-z-]*' | sort -u); do
  case $option in --vs | --n | --tidy) continue ;; esac
  grep -qE -- "(^|[ ,])$option( |$)" known || fail "there is no option $option"
done
# Pages that the docs link to exist.
for page in "$root/README.md" "$root"/docs/*.md "$root"/docs/recipes/*.md; do
  for link in $(grep -oE '\]\([a-zA-Z0-9_./-]+\)' "$page" | tr -d ']()'); do
    [ -e "$(dirname "$page")/$link" ] || fail "$(basename "$page") links to $link, which does not exist"
  done
done
