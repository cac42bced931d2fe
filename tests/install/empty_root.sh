#!/bin/bash
# empty_root.sh BUILD: what is installed works in a root that holds it, its libraries and a shell.
. "$(dirname "$0")/lib.sh"
bwrap --ro-bind / / --unshare-net true 2>/dev/null || skip "bubblewrap cannot make namespaces here"
root=$work/root
DESTDIR=$root cmake --install "$1" --prefix /usr >"$work/install.log" || { cat "$work/install.log"; exit 1; }
with_shell_and_libraries "$root" "$root/usr/bin/whittle"
reduces_in "$root"
echo "reduced two files in a root of $(find "$root" -type f | wc -l) files"
