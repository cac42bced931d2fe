#!/bin/bash
# Where the input is: behind a link, in a folder that cannot be written to, on another file system.
. "$(dirname "$0")/lib.sh"
make_input
printf '#!/bin/sh\ngrep -q needle "$1" && grep -q thread "$1"\n' >test.sh
mkdir real
cp pristine.txt real/input.txt
ln -sf real/input.txt input.txt
whittle_exits 0 --unit lines ./test.sh input.txt
[ -L input.txt ] || fail "the link was replaced"
file_is real/input.txt $'needle\nthread\n'

# Another name of the same file (a hard link) keeps the original.
cp pristine.txt real/one.txt && ln real/one.txt real/two.txt
whittle_exits 0 --unit lines ./test.sh real/one.txt
file_is real/one.txt $'needle\nthread\n'
cmp -s real/two.txt pristine.txt || fail "the other name of the file has changed"
rm real/one.txt* real/two.txt

# Root may write anywhere, so someone else has to try.
rm -rf input.txt*
cp pristine.txt real/input.txt
rm -f real/input.txt.orig
chmod 755 "$dir" test.sh
chmod 555 real
mkdir elsewhere
chmod 777 elsewhere
by_nobody() {
  if [ "$(id -u)" = 0 ]; then
    [ -e whittle ] || cp "$WHITTLE" whittle
    setpriv --reuid 65534 --regid 65534 --clear-groups ./whittle "$@" >out 2>&1 </dev/null
  else
    "$WHITTLE" "$@" >out 2>&1 </dev/null
  fi
}
by_nobody --unit lines ./test.sh real/input.txt
[ $? = 6 ] || fail "a folder that cannot be written to was no error"
prints "real/input.txt"
prints "write the result to another folder: -o FOLDER/NAME"
by_nobody --unit lines -o elsewhere/small.txt ./test.sh real/input.txt || fail "-o does not help"
file_is elsewhere/small.txt $'needle\nthread\n'
cmp -s real/input.txt pristine.txt || fail "the input was changed"
chmod 755 real

# /dev/shm is another file system than the scratch folder, or than the test's folder.
if [ -w /dev/shm ]; then
  shm=$(mktemp -d /dev/shm/whittle-cli.XXXXXX)
  cp pristine.txt "$shm/input.txt"
  whittle_exits 0 --unit lines ./test.sh "$shm/input.txt"
  file_is "$shm/input.txt" $'needle\nthread\n'
  cmp -s "$shm/input.txt.orig" pristine.txt || fail "the original is not kept"
  rm -rf "$shm"
fi
