#!/bin/bash
# embed.sh BUILD: what is installed can be used from another folder, by CMake and by pkg-config.
set -eu
build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
# Not the folder it was installed to first: the package must not remember that.
mv "$work/prefix" "$work/moved"
for file in share/man/man1/whittle.1 share/man/man1/whittle-cvise.1 share/bash-completion/completions/whittle \
  share/zsh/site-functions/_whittle share/fish/vendor_completions.d/whittle.fish bin/whittle-cvise bin/whittle-creduce share/whittle/valid/c.sh; do
  [ -s "$work/moved/$file" ] || fail "$file is not installed"
done
cmake -S "$source/examples/embed" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" >"$work/configure.log" ||
  { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build" -j 2 >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }

cd "$work"
for algorithm in gallop ddmin probdd wddmin; do
  for threads in 1 3; do
    build/list $algorithm $threads >list.out
    head -1 list.out | grep -qx '2 of 200 requests are needed:' || fail "list $algorithm $threads: $(cat list.out)"
    [ "$(grep -c logout list.out)" = 2 ] || fail "list $algorithm $threads: $(cat list.out)"
  done
done
build/list prodd 2>list.err && fail "an unknown algorithm was accepted"
grep -q "did you mean 'probdd'" list.err || fail "no way out: $(cat list.err)"

# To the end: four lists in one another, and nothing else. Stopped: larger, but still of the kind.
build/document >document.out
tail -1 document.out | grep -qxF 'smallest: [[[[]]]]' || fail "document: $(tail -1 document.out)"
[ "$(wc -l <document.out)" -gt 3 ] || fail "no progress was shown"
build/document 3 >stopped.out
tail -1 stopped.out | grep -q '^stopped, best so far: .*\[\[' || fail "stopped: $(tail -1 stopped.out)"

export PKG_CONFIG_PATH=$work/moved/lib/pkgconfig
g++ "$source/examples/embed/list.cc" $(pkg-config --cflags --libs whittle) -o by_pkg_config || fail "pkg-config"
./by_pkg_config | grep -qx '2 of 200 requests are needed:' || fail "by pkg-config: $(./by_pkg_config)"

# Every public header can be included first.
for header in $(cd moved/include && find whittle -name '*.h'); do
  echo "#include <$header>" | g++ -std=c++23 -fsyntax-only -Wall -Wextra -Werror -I moved/include -x c++ - ||
    fail "$header cannot be included alone"
done
echo "installed, moved and embedded: $(find moved/include -name '*.h' | wc -l) headers"
