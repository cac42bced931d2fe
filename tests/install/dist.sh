#!/bin/bash
# dist.sh TAR: the source tarball builds without a network, and what is installed of it reduces something.
. "$(dirname "$0")/lib.sh"
tar=$(readlink -f "$1")
tar -xf "$tar" -C "$work"
folder=$(ls -d "$work"/whittle-*)
[ -e "$folder/grammars/tree-sitter-c/LICENSE" ] || fail "a licence is missing"
no_network() { unshare --net --map-root-user "$@"; }
no_network true 2>/dev/null || skip "no namespaces here"
cd "$folder"
# $OPTIONS: for a quicker check, a build type whose objects ccache has. It knows files by their place in this folder.
export CCACHE_BASEDIR=$folder CCACHE_NOHASHDIR=1
eval "no_network cmake --preset release ${OPTIONS-}" >"$work/configure.log" 2>&1 || { tail "$work/configure.log"; fail "cmake"; }
no_network cmake --build --preset release -j "$(nproc)" >"$work/build.log" 2>&1 || { tail "$work/build.log"; fail "the build"; }
DESTDIR=$work/root no_network cmake --install build/release >/dev/null
root=$work/root
with_shell_and_libraries "$root" "$root/usr/local/bin/whittle"
rm -rf "$folder"  # nothing of the build folder may be used
reduces_in "$root"
echo "dist: $(du -h "$tar" | cut -f1), $(grep -c . "$work/build.log") steps; built without a network"
