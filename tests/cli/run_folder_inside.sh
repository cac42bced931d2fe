#!/bin/bash
# `whittle TEST .` had its run folder inside of the folder that it reduced: tests saw it, and --resume lost its lock and its
# journal.
. "$(dirname "$0")/lib.sh"
mkdir p
seq 100 >p/a
seq 100 >p/b
cp -r p pristine
printf '#!/bin/sh\n[ "$(ls -A p | grep -v "^[ab]$")" = "" ] && grep -qx 7 p/a\n' >u.sh
chmod +x u.sh
cd p || exit 1
for name in . ../p/. "$dir/p/"; do
  rm -rf ../p.orig && cp ../pristine/* .
  "$WHITTLE" --max-tests 8 -j1 ../u.sh "$name" >../out 2>&1 || fail "$name: $(cat ../out)"
  [ -e ../p.whittle/journal.db ] || fail "$name: the run folder is not beside the folder"
  [ "$(ls -A | tr -d '\n')" = ab ] || [ "$(ls -A)" = a ] || fail "$name: in the folder: $(ls -A)"
  "$WHITTLE" --resume "$name" >../out 2>&1 || fail "--resume $name: $(cat ../out)"
  file_is a $'7\n'
done
cd ..
# Where it cannot be beside, it is refused.
rm -rf p && cp -r pristine p
whittle_exits 2 -o p/out ./u.sh p
prints "the run folder p/out.whittle would be in the folder that is reduced"
diff -r p pristine >/dev/null || fail "something was changed"
