#!/bin/bash
# --view reduces what DECODE prints, and tests what ENCODE makes of it.
. "$(dirname "$0")/lib.sh"
text() { for i in $(seq 1 30); do echo "int hay$i;"; done; echo "int needle;"; }
cat >test.sh <<'END'
#!/bin/sh
gzip -dc bug.c.gz | grep -q needle
END
chmod +x test.sh
text | gzip -n >bug.c.gz
cp bug.c.gz pristine.gz
whittle_exits 0 --view gzip ./test.sh bug.c.gz
prints "c by tree-sitter"
[ "$(gzip -dc bug.c.gz)" = needle ] || fail "left: $(gzip -dc bug.c.gz)"
cmp bug.c.gz.orig pristine.gz || fail "the original is not kept as it was"

# A run that was stopped goes on, and FILE is encoded at every moment.
rm -rf bug.c.gz.*; cp pristine.gz bug.c.gz
whittle_exits 0 --view gzip --max-tests 4 -j1 ./test.sh bug.c.gz
gzip -dc bug.c.gz | grep -q needle || fail "the best so far is not encoded"
whittle_exits 0 --resume bug.c.gz
[ "$(gzip -dc bug.c.gz)" = needle ] || fail "left after --resume: $(gzip -dc bug.c.gz)"
[ "$(ls -d bug.c.gz*)" = $'bug.c.gz\nbug.c.gz.orig\nbug.c.gz.whittle' ] || fail "there is more: $(ls -d bug.c.gz*)"

# With a command, and the result on standard output.
rm -rf bug.c.gz.*; cp pristine.gz bug.c.gz
"$WHITTLE" --view gzip -o - bug.c.gz --exit 3 -- sh -c 'gzip -dc "$1" | grep -q needle && exit 3' sh @@ >printed 2>out || fail "a command with a view"
[ "$(gzip -dc printed)" = needle ] || fail "printed: $(od -c printed | head)"
cmp -s bug.c.gz pristine.gz || fail "the input was changed"

# A view of one's own.
printf '#!/bin/sh\ntr a-z n-za-m <rot.txt | grep -q needle\n' >rot.sh && chmod +x rot.sh
text | tr a-z n-za-m >rot.txt
whittle_exits 0 --view 'tr a-z n-za-m' 'tr a-z n-za-m' ./rot.sh rot.txt
[ "$(tr a-z n-za-m <rot.txt)" = needle ] || fail "left: $(cat rot.txt)"
text | base64 >b.txt
printf '#!/bin/sh\nbase64 -d b.txt | grep -q needle\n' >b.sh && chmod +x b.sh
whittle_exits 0 --view base64 ./b.sh b.txt
[ "$(base64 -d b.txt)" = needle ] || fail "left: $(cat b.txt)"

printf 'define i32 @f() {\n  ret i32 1\n}\ndefine i32 @needle() {\n  ret i32 2\n}\n' | llvm-as >m.bc
printf '#!/bin/sh\nllvm-dis <m.bc | grep -q needle\n' >bc.sh && chmod +x bc.sh
whittle_exits 0 --view llvm-bc ./bc.sh m.bc
llvm-dis <m.bc | grep -q needle || fail "the bitcode is broken"
! llvm-dis <m.bc | grep -q '@f' || fail "@f is left"

printf '(module (func $a (result i32) i32.const 1) (func (export "needle") (result i32) i32.const 2))' >m.wat
wat2wasm m.wat -o m.wasm
printf '#!/bin/sh\nwasm2wat m.wasm | grep -q needle\n' >wasm.sh && chmod +x wasm.sh
whittle_exits 0 --view wasm ./wasm.sh m.wasm
wasm2wat m.wasm | grep -q needle || fail "the module is broken"
! wasm2wat m.wasm | grep -q 'i32.const 1' || fail "the other function is left"

# An archive is a folder: files are removed from it and reduced.
mkdir -p in/sub && text >in/a.c && text >in/sub/b.c && (cd in && zip -qr ../arc.zip .)
printf '#!/bin/sh\n[ "$(ls)" = arc.zip ] && unzip -p arc.zip sub/b.c | grep -q needle\n' >zip.sh && chmod +x zip.sh
cp arc.zip pristine.zip
whittle_exits 0 --view zip ./zip.sh arc.zip
[ "$(unzip -Z1 arc.zip | grep -v '/$')" = sub/b.c ] || fail "in the archive: $(unzip -Z1 arc.zip)"
[ "$(unzip -p arc.zip sub/b.c)" = needle ] || fail "left: $(unzip -p arc.zip sub/b.c)"
cmp arc.zip.orig pristine.zip || fail "the original archive is not kept"
rm -rf arc.zip.*; cp pristine.zip arc.zip
whittle_exits 0 -j1 --max-tests 4 --view zip ./zip.sh arc.zip
whittle_exits 0 --resume arc.zip
[ "$(unzip -p arc.zip sub/b.c)" = needle ] || fail "left after --resume: $(unzip -p arc.zip sub/b.c)"

# What can be wrong.
rm -rf bug.c.gz.*; cp pristine.gz bug.c.gz
whittle_exits 2 --view gzp ./test.sh bug.c.gz
prints "unknown view 'gzp', did you mean 'gzip'?"
prints "--view 'DECODE' 'ENCODE'"
text >plain.gz
whittle_exits 3 --view gzip ./test.sh plain.gz
prints "the view's DECODE fails on plain.gz"
prints "try it by hand: gzip -dc <plain.gz"
whittle_exits 3 --view 'gzip -dc' 'exit 7 #' ./test.sh bug.c.gz
prints "the view's ENCODE fails on bug.c.gz"
whittle_exits 5 --view 'gzip -dc' 'tr a-z A-Z | gzip' ./test.sh bug.c.gz
prints "warning: decoding what ENCODE prints gives a different text"
prints "FILE was tested after DECODE and ENCODE"
rm -rf "$(dirname "$(sed -n 's/.*output: *//p' out)")"
mkdir folder && cp bug.c.gz plain.gz folder
whittle_exits 2 --view gzip ./test.sh folder
prints "--view works with one file"
mkdir none
WHITTLE_TEST_PATH=$PATH PATH=$dir/none "$WHITTLE" --view wasm ./test.sh bug.c.gz >out 2>&1
[ $? = 4 ] || fail "a missing tool is no error of the test"
prints "--view wasm needs wasm2wat, which is not installed"
prints "apt-get install wabt"
cmp -s bug.c.gz pristine.gz || fail "the input was changed"
