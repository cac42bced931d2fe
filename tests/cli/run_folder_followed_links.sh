#!/bin/bash
# The run folder's files were written through symbolic links, and others could read the folder.
. "$(dirname "$0")/lib.sh"
make_input
mkdir input.txt.whittle
echo precious >keep
for name in lock journal.db journal.db-wal; do
  ln -s ../keep input.txt.whittle/$name
  whittle_exits 6 ./test.sh input.txt
  prints "input.txt.whittle/$name is not a file of whittle"
  file_is keep $'precious\n'
  rm input.txt.whittle/$name
done
for name in events.jsonl bests refusals.jsonl; do ln -s ../keep input.txt.whittle/$name; done
whittle_exits 0 -j1 --max-tests 2 --unit lines ./test.sh input.txt
file_is keep $'precious\n'
[ "$(stat -c %a input.txt.whittle)" = 700 ] || fail "others may read the run folder"
rm -rf input.txt.whittle
mkdir elsewhere && ln -s elsewhere input.txt.whittle
whittle_exits 6 ./test.sh input.txt
prints "input.txt.whittle is not a folder, or a link"
[ -z "$(ls -A elsewhere)" ] || fail "written through a link"
rm input.txt.whittle
[ "$(id -u)" = 0 ] || exit 0
mkdir input.txt.whittle && chown 65534 input.txt.whittle
whittle_exits 6 ./test.sh input.txt
prints "input.txt.whittle belongs to another user"
