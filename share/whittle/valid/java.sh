#!/bin/sh
# Java that every virtual machine must treat alike: it compiles, and does not use what is outside of the language.
command -v javac >/dev/null || { echo "javac is not installed" >&2; exit 1; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
for file; do grep -qE 'sun\.misc\.Unsafe|jdk\.internal' "$file" && exit 1; done
javac $VALID_FLAGS -nowarn -d "$folder" "$@" >/dev/null 2>&1
