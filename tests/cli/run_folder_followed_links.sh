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
echo 1 1 >input.txt.whittle/lock  # of a run that was killed
for name in events.jsonl bests refusals.jsonl; do ln -s ../keep input.txt.whittle/$name; done
whittle_exits 0 -j1 --max-tests 2 --unit lines ./test.sh input.txt
file_is keep $'precious\n'
[ "$(stat -c %a input.txt.whittle)" = 700 ] || fail "others may read the run folder"
rm -rf input.txt.whittle
# A folder of the user that has the name by chance.
for name in notes lock journal.db bests events.jsonl; do
  mkdir -m 755 input.txt.whittle && echo precious >input.txt.whittle/$name
  [ $name != journal.db ] || whittle_exits 6 --resume input.txt
  whittle_exits 6 --unit lines ./test.sh input.txt
  prints "input.txt.whittle has files, and whittle did not make it"
  file_is input.txt.whittle/$name $'precious\n'
  [ "$(stat -c %a input.txt.whittle) $(ls -A input.txt.whittle)" = "755 $name" ] || fail "the folder was changed"
  rm -r input.txt.whittle
done
# Pipes are not waited for.
for name in events.jsonl refusals.jsonl; do
  cp pristine.txt input.txt
  whittle_exits 0 -j1 --max-tests 2 --unit lines ./test.sh input.txt
  rm -f input.txt.whittle/$name && mkfifo input.txt.whittle/$name
  timeout -s KILL 60 "$WHITTLE" --resume input.txt >out 2>&1 </dev/null || fail "--resume with a pipe at $name"
  rm -rf input.txt.whittle
done
mkdir elsewhere && ln -s elsewhere input.txt.whittle
whittle_exits 6 ./test.sh input.txt
prints "input.txt.whittle is not a folder, or a link"
[ -z "$(ls -A elsewhere)" ] || fail "written through a link"
rm input.txt.whittle
[ "$(id -u)" = 0 ] || exit 0
mkdir input.txt.whittle && chown 65534 input.txt.whittle
whittle_exits 6 ./test.sh input.txt
prints "input.txt.whittle belongs to another user"
