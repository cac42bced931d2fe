#!/bin/bash
# What is made of a private FILE could be read by others.
. "$(dirname "$0")/lib.sh"
make_input
umask 022
cat >tool <<'END'
#!/bin/sh
grep -q needle "$1" || { echo "panic: no needle" >&2; exit 2; }
echo "internal error: both" >&2
exit 2
END
chmod +x tool
chmod 600 input.txt
# Everything in the folder that is not public must be private, or lie in a folder that is.
public='^(\.|\./tool|\./test\.sh|\./pristine\.txt|\./out|\./seen|\./input\.txt\.bugs|\./p.*\.sh)$'
check() { find . -name '*.whittle' -prune -o -perm /077 -print | grep -vE "$public" >seen && fail "$1: others may use $(cat seen)"; }
whittle_exits 0 --leave history --unit lines --json log.json --report r.html input.txt -- "$dir/tool" @@
[ "$(stat -c %a input.txt.whittle)" = 700 ] || fail "others may read the run folder"
[ -e r.html ] && [ -e log.json ] && [ -e input.txt.bugs/1 ] || fail "something was not written: $(ls -R)"
whittle_exits 0 --json explained.json explain input.txt
whittle_exits 0 --report again.html report input.txt
rm -rf input.txt.whittle
cp pristine.txt input.txt
whittle_exits 0 --unit lines --report r.md --reduce-command input.txt -- "$dir/tool" @@
whittle_exits 0 --make-test made.sh input.txt -- "$dir/tool" @@
[ -x made.sh ] && [ -x input.txt.sh ] || fail "a script cannot be run"
check "a file"
# The run folder is for nobody else, and so is each file in it.
rm -rf input.txt.* && cp pristine.txt input.txt
whittle_exits 0 --unit lines --max-tests 2 -j1 ./test.sh input.txt
[ -e input.txt.whittle/journal.db ] || fail "there is no journal"
[ -z "$(find input.txt.whittle -perm /077)" ] || fail "others may read $(find input.txt.whittle -perm /077)"
rm -rf input.txt.whittle
# A folder that others may not enter.
mkdir -m 700 p && cp pristine.txt p/input.txt && chmod 644 p/input.txt
printf '#!/bin/sh\ngrep -q needle p/input.txt\n' >p1.sh && chmod +x p1.sh
whittle_exits 0 --unit lines --report p.html ./p1.sh p
[ "$(stat -c %a p.orig)" = 700 ] || fail "others may enter the copy of a private folder"
[ "$(stat -c %a p.html)" = 600 ] || fail "others may read the report about a private folder"
# A public file in a folder that others may not enter: nothing that leaves the folder is for them. The folder itself
# protects all that is in it.
rm -rf inner && mkdir -m 700 inner && cp pristine.txt inner/input.txt && chmod 644 inner/input.txt && mkdir out.d
printf '#!/bin/sh\ngrep -q needle inner/input.txt\n' >p2.sh && chmod +x p2.sh
whittle_exits 0 --unit lines -o out.d/small --json out.d/log.json --report out.d/r.html ./p2.sh inner/input.txt
whittle_exits 0 --unit lines --leave history --report out.d/r.md ./p2.sh inner/input.txt
whittle_exits 0 -o out.d/first history inner/input.txt 0
whittle_exits 0 --make-test out.d/made.sh inner/input.txt --exit 0 -- grep -q needle @@
for one in small log.json r.html r.md first made.sh; do [ -e out.d/$one ] || fail "$one was not written"; done
[ -z "$(find out.d -name '*.whittle' -prune -o -type f -perm /077 -print)" ] || fail "others may read $(find out.d -type f -perm /077)"
[ "$(stat -c %a inner/input.txt inner/input.txt.orig | tr '\n' ' ')" = "644 644 " ] || fail "FILE has other rights"
# Of a folder, also the folders that history writes.
rm -rf p.* && chmod 700 p && cp pristine.txt p/input.txt
whittle_exits 0 --unit lines --leave history ./p1.sh p
echo second >p/second && whittle_exits 0 --unit lines --leave history ./p1.sh p
whittle_exits 0 -o out.d/p0 history p 0
[ -z "$(find out.d/p0 -type f -perm /077)" ] || fail "others may read $(find out.d/p0 -perm /077)"
# Nothing becomes set-user-ID.
cp pristine.txt input.txt && chmod 4755 input.txt && rm -f input.txt.orig*
whittle_exits 0 --unit lines ./test.sh input.txt
[ -z "$(find . -perm /6000)" ] || fail "set-user-ID: $(find . -perm /6000)"
