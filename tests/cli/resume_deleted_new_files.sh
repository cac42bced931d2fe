#!/bin/bash
# --resume on a folder deleted files that were created after the run was stopped, and replaced files that the user had
# changed.
. "$(dirname "$0")/lib.sh"
mkdir p
seq 200 >p/a
seq 200 >p/b
cp -r p pristine
printf '#!/bin/sh\ngrep -qx 7 p/a\n' >u.sh
chmod +x u.sh
whittle_exits 0 --max-tests 8 -j1 ./u.sh p
cp -r p stopped
mkdir p/.git
echo precious >p/.git/n
echo precious >p/new
whittle_exits 0 --resume p
file_is p/a $'7\n'
file_is p/.git/n $'precious\n'
file_is p/new $'precious\n'
[ ! -e p/b ] || fail "p/b is not needed"
cmp -s p.orig/b pristine/b || fail "the original is not kept"

# A change is detected in a folder as in one file; a version that the run itself left is none.
for changed in yes no; do
  rm -rf p p.orig && cp -r pristine p
  whittle_exits 0 --max-tests 8 -j1 ./u.sh p
  cp pristine/a p/a # as if a kill had left it behind p/b
  [ $changed = no ] || echo "my own work" >>p/a
  if [ $changed = yes ]; then
    whittle_exits 9 --resume p
    prints "p/a has changed since the run was stopped"
    grep -q "my own work" p/a || fail "it was overwritten"
    whittle_exits 0 --resume --force p
  else
    whittle_exits 0 --resume p
  fi
  file_is p/a $'7\n'
done

# The same for a result that goes elsewhere, also through a view.
printf '#!/bin/sh\ngrep -qx 7 "$1"\n' >t.sh
chmod +x t.sh
seq 200 >f
whittle_exits 0 --max-tests 8 -j1 --unit lines -o result ./t.sh f
echo "my own work" >>result
whittle_exits 9 --resume result
prints "result has changed since the run was stopped"
grep -q "my own work" result || fail "the output was overwritten"
whittle_exits 0 --resume --force result
file_is result $'7\n'
gzip -c f >f.gz
printf '#!/bin/sh\nzcat f.gz | grep -qx 7\n' >v.sh
chmod +x v.sh
whittle_exits 0 --max-tests 8 -j1 --unit lines --view gzip ./v.sh f.gz
cp f.gz stopped.gz
echo mine | gzip >f.gz
whittle_exits 9 --resume f.gz
prints "f.gz has changed since the run was stopped"
cp stopped.gz f.gz
whittle_exits 0 --resume f.gz
[ "$(zcat f.gz)" = 7 ] || fail "through a view it ended with: $(zcat f.gz)"
