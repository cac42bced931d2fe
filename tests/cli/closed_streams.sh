#!/bin/bash
# Standard streams that are closed or full: the run ends as it does otherwise. It was aborted, and with closed streams
# messages could be written into a file that was opened meanwhile.
. "$(dirname "$0")/lib.sh"
make_input
small=$'needle\nthread\n'
ends() {
  code=$?
  [ "$code" = "$1" ] || fail "$2: exited with $code, and $1 was expected"
  file_is input.txt "$small"
  cmp -s input.txt.orig pristine.txt || fail "$2: the original is not kept"
  [ ! -e input.txt.whittle/journal.db ] || fail "$2: the run folder is left"
  rm -f input.txt.orig
  cp pristine.txt input.txt
}
"$WHITTLE" -v --unit lines ./test.sh input.txt >&- 2>&- <&-
ends 0 "all closed"
"$WHITTLE" -v --unit lines ./test.sh input.txt 2>&-
ends 0 "standard error closed"
"$WHITTLE" -v --unit lines ./test.sh input.txt >/dev/null 2>/dev/full </dev/null
ends 0 "a log on a full disk"

# What was asked for and cannot be printed is an error.
for what in --help --version --list=passes; do
  "$WHITTLE" $what >/dev/full 2>out
  [ $? = 6 ] || fail "$what >/dev/full is no error"
  prints "whittle: error: cannot write to standard output: No space left on device"
done
"$WHITTLE" --help >&- 2>out || fail "--help with a closed standard output"

# A file in place of /dev/null.
if unshare -m true 2>/dev/null; then
  : >null
  unshare -m sh -c 'mount --bind null /dev/null && exec "$@"' sh "$WHITTLE" ./test.sh input.txt >out 2>&1
  [ $? = 4 ] || fail "a file in place of /dev/null is no error"
  prints "/dev/null is a file, not the device: a program has replaced it"
  prints "mknod -m 666 /dev/null c 1 3"
  cmp -s input.txt pristine.txt || fail "the input was changed"
fi
