#!/bin/sh
# Rust that every compiler must treat alike: it compiles, it has no `unsafe`, and it ends by itself in time.
command -v rustc >/dev/null || { echo "rustc is not installed" >&2; exit 1; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
for file; do grep -qw unsafe "$file" && exit 1; done
rustc $VALID_FLAGS --edition 2021 --cap-lints allow -D unconditional_recursion --emit=metadata \
  --crate-type lib --out-dir "$folder" "$1" >/dev/null 2>&1 || exit 1
grep -q 'fn main' "$1" || exit 0
rustc $VALID_FLAGS --edition 2021 --cap-lints allow -C overflow-checks=on -o "$folder/program" "$1" >/dev/null 2>&1 || exit 1
timeout "${VALID_SECONDS:-5}" "$folder/program" </dev/null >/dev/null 2>&1
case $? in 124 | 137) exit 1 ;; esac
exit 0
