#!/bin/bash
# With --around FOLDER a test sees FOLDER with the candidate in it. It cannot change FOLDER, and finds nothing in
# it that whittle has put there. All of this holds with an overlay, and with links where no overlay can be made.
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

# Names of all kinds, among them some that mean something in the options of a mount.
make_tree() {
  rm -rf tree
  mkdir -p tree/src/deep 'tree/lib, with:odd\names' tree/empty
  printf 'hay 1\nneedle\nhay 2\n' >tree/src/deep/input.txt
  printf 'hay 3\nthread\nhay 4\n' >tree/src/other.txt
  echo secret >'tree/lib, with:odd\names/-x $y
z'
  printf '\377\376 bytes\n' >"tree/lib, with:odd\\names/$(printf 'n\351')"
  ln -s ../src/deep/input.txt tree/empty/link.txt
  ln -s "$dir/tree/src/other.txt" tree/absolute
  chmod 600 tree/src/other.txt
}
state() { (cd "$1" && find . -printf '%p %y %m %s %T@ %l\n' | sort; find . -type f -exec md5sum {} + | sort); }

cat >test.sh <<'END'
#!/bin/bash
# Everything is there, and FILE is the candidate by every path.
[ -s 'lib, with:odd\names/-x $y
z' ] && [ "$(ls lib* | wc -l)" = 3 ] || exit 1
[ -d empty ] || exit 1
cmp -s src/deep/input.txt empty/link.txt && cmp -s src/deep/input.txt empty/../src/deep/input.txt || exit 1
[ -s absolute ] && grep -q thread src/other.txt || exit 1
# Nothing of whittle's own, nor of the test before.
[ -z "$(find . -name '*.orig*' -o -name '*.whittle*' -o -name '*.small' -o -name left)" ] || exit 1
# It may write where it likes.
echo left >src/deep/left || exit 1
echo left >'lib, with:odd\names/left' || exit 1
echo left >left || exit 1
rm -rf empty
# These links lead into the tree: the user's must stay as it is.
echo overwritten >absolute
grep -q needle "$1"
END
chmod +x test.sh

check_view() { # check_view RUN...: a command that runs the rest
  make_tree
  rm -f small
  state tree >before
  (cd tree && "$@" "$WHITTLE" --around . -o ../small ../test.sh src/deep/input.txt) >out 2>&1 ||
    fail "$* failed with $?"
  state tree >after
  cmp -s before after || { diff before after >out; fail "$*: the tree was changed"; }
  file_is small $'needle\n'
  # In place: only FILE and its copy change.
  (cd tree && "$@" "$WHITTLE" --around . -j2 ../test.sh src/deep/input.txt) >out 2>&1 || fail "$* failed in place"
  file_is tree/src/deep/input.txt $'needle\n'
  [ "$(cd tree && find . -newer ../before -type f ! -path '*.whittle/*' | sort | tr '\n' ' ')" = "./src/deep/input.txt ./src/deep/input.txt.orig " ] ||
    fail "$*: other files were written: $(cd tree && find . -newer ../before -type f)"
  # Where the user stands inside the tree, that is where tests run.
  make_tree
  printf '#!/bin/sh\ngrep -q thread ../other.txt && grep -q needle input.txt\n' >inner.sh
  chmod +x inner.sh
  (cd tree/src/deep && "$@" "$WHITTLE" --around ../.. "$dir/inner.sh" input.txt) >out 2>&1 || fail "$*: --around ../.. failed"
  file_is tree/src/deep/input.txt $'needle\n'
  # A folder of which files are removed, and a command in several steps.
  make_tree
  (cd tree && "$@" "$WHITTLE" --around . --precheck 'touch mark' --stdout needle src -- \
    sh -c 'grep -q secret lib*/-x*; [ -e mark ] && [ ! -e src/left ] && touch src/left && cat src/deep/*.txt') >out 2>&1 ||
    fail "$*: a folder failed"
  [ "$(cd tree/src && find . -type f)" = ./deep/input.txt ] || fail "$*: left: $(find tree/src)"
  # Stopped and resumed.
  make_tree
  (cd tree && "$@" "$WHITTLE" --around . --max-tests 2 ../test.sh src/deep/input.txt) >out 2>&1 || fail "$*: 3 tests"
  prints "continue with: whittle --resume src/deep/input.txt"
  (cd tree && "$@" "$WHITTLE" --resume src/deep/input.txt) >out 2>&1 || fail "$*: --resume failed"
  file_is tree/src/deep/input.txt $'needle\n'
}

# A user namespace in which no further mounts can be made: then links are used.
cat >no_mounts <<'END'
#!/bin/sh
exec unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_mnt_namespaces || exit 99; exec "$@"' sh "$@"
END
chmod +x no_mounts
check_view env
unshare -Ur true 2>/dev/null || skip "user namespaces cannot be made here, so that only one kind of view was tested"
check_view "$dir/no_mounts"

# What is wrong with the folder is said.
make_tree
cd tree || exit 1
whittle_exits 3 --around nowhere ../test.sh src/other.txt
prints "--around nowhere is not a folder"
whittle_exits 2 --around src ../test.sh src/other.txt
prints "--around src must contain the current folder"
whittle_exits 2 --around . ../test.sh "$dir/tree/src/other.txt"
prints "must be given by a path below the current folder"
cd src || exit 1
whittle_exits 2 --around .. ../../test.sh ../src/other.txt
prints "with --around, ../src/other.txt must be given by a path below the current folder"
whittle_exits 5 --around .. --exit 7 other.txt -- true
prints "it must work in a copy of $dir/tree"
whittle_exits 5 --exit 7 other.txt -- true
prints "it must work in a folder that holds only the reduced files"
