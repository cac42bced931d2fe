#!/bin/bash
# Nothing that exists is overwritten, except FILE itself (and then FILE.orig is kept), unless --force is given.
. "$(dirname "$0")/lib.sh"
make_input
small=$'needle\nthread\n'
fresh() {
  rm -f input.txt.orig
  cp pristine.txt input.txt
}

# -o that is FILE itself, by whichever name: the original is kept.
mkdir sub
ln -s input.txt link.txt
for same in input.txt ./input.txt "$PWD/input.txt" . sub/.. link.txt; do
  fresh
  whittle_exits 0 --unit lines -o "$same" ./test.sh input.txt
  file_is input.txt "$small"
  cmp -s input.txt.orig pristine.txt || fail "-o $same does not keep the original"
done
mkdir project && cp pristine.txt project/input.txt
printf '#!/bin/sh\nexec grep -q needle project/input.txt\n' >folder.sh && chmod +x folder.sh
whittle_exits 0 --unit lines -o project/ ./folder.sh project
cmp -s project.orig/input.txt pristine.txt || fail "-o project/ does not keep the original of the folder"
# It is resumed by the name of the file.
fresh
whittle_exits 0 --unit lines --max-tests 2 -o . ./test.sh input.txt
prints "continue with: whittle --resume input.txt"
whittle_exits 0 --resume input.txt
file_is input.txt "$small"

# Another file is not overwritten.
fresh
mkdir existing
for taken in other.txt existing/input.txt; do echo precious >"$taken"; done
for output in other.txt existing existing/; do
  whittle_exits 2 --unit lines -o "$output" ./test.sh input.txt
  prints "exists; -o does not overwrite it"
  prints "--force"
done
whittle_exits 2 --unit lines -o existing ./folder.sh project
prints "existing/input.txt exists"
file_is other.txt $'precious\n'
file_is existing/input.txt $'precious\n'
cmp -s input.txt pristine.txt && [ ! -e input.txt.orig ] || fail "something was changed"
whittle_exits 0 --unit lines --force -o existing/ ./test.sh input.txt
file_is existing/input.txt "$small"
# A folder that holds other files is a fine place, and a run into it can be resumed.
mkdir free && echo precious >free/other.txt
whittle_exits 0 --unit lines --max-tests 2 -o free/small.txt ./test.sh input.txt
whittle_exits 2 --unit lines -o free/small.txt ./test.sh input.txt
prints "whittle --resume free/small.txt"
whittle_exits 0 --resume free/small.txt
file_is free/small.txt "$small"
file_is free/other.txt $'precious\n'

# A folder that does not exist yet is made; the folder that it is to be in is not.
fresh
whittle_exits 0 --unit lines -o new/ ./test.sh input.txt
file_is new/input.txt "$small"
[ ! -e new.whittle/journal.db ] || fail "the run folder is left"
for output in no/such/small.txt no/such/; do
  whittle_exits 6 --unit lines -o "$output" ./test.sh input.txt
  prints "there is no folder no"
  prints "try: mkdir -p no"
done
# The test is not overwritten even with --force.
cp test.sh same.sh
ln -s test.sh link.sh
for output in test.sh link.sh; do
  whittle_exits 2 --unit lines --force -o $output ./test.sh input.txt
  prints "-o would overwrite ./test.sh, which is the test"
done
cmp -s test.sh same.sh && [ -L link.sh ] || fail "the test was changed"

# Two outputs are never one file, by whichever names, and none is the input.
fresh
whittle_exits 2 --json x.md --report ./x.md ./test.sh input.txt
prints "--json and --report would both write ./x.md"
whittle_exits 2 --report sub/../x.md -o x.md ./test.sh input.txt
prints "--report and -o would both write x.md"
whittle_exits 2 --json free/input.txt -o free ./test.sh input.txt
prints "--json and -o would both write free/input.txt"
: >taken.md && ln taken.md hard.md && ln -s taken.md link.md
whittle_exits 2 --json taken.md --report link.md ./test.sh input.txt
prints "would both write"
whittle_exits 2 --json taken.md --report hard.md ./test.sh input.txt
prints "would both write"
ln -s input.txt r.md
whittle_exits 2 --force --report r.md ./test.sh input.txt
prints "--report would overwrite input.txt"
for log in project/log link_to_project/log; do
  ln -sfn project link_to_project
  whittle_exits 2 --json $log ./folder.sh project
  prints "--json would write $log into the folder that is reduced"
done
[ ! -e x.md ] && [ ! -e project/log ] || fail "something was written"
cmp -s input.txt pristine.txt || fail "the input was changed"

# --make-test overwrites no file, and what is to be reduced not even with --force.
for force in "" --force; do
  whittle_exits 2 $force --make-test input.txt input.txt --exit 0 -- grep -q needle @@
  prints "--make-test would overwrite input.txt, which is to be reduced"
done
whittle_exits 2 --make-test other.txt input.txt --exit 0 -- grep -q needle @@
prints "other.txt exists; --make-test does not overwrite it"
file_is other.txt $'precious\n'
cmp -s input.txt pristine.txt || fail "--make-test changed the input"
whittle_exits 0 --force --make-test other.txt input.txt --exit 0 -- grep -q needle @@
grep -q needle other.txt || fail "--force does not overwrite"

whittle_exits 0 --help all
prints "overwrite existing files, or resume although something changed"
