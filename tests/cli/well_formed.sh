#!/bin/bash
# --well-formed never tests a candidate with more syntax errors than the original.
. "$(dirname "$0")/lib.sh"
cat >input.c <<'END'
int a[3] = {1, 2, 3};
int g(int x) { if (x) { return a[x]; } return 0; }
int main() { return g(2) + a[1]; }
END
cp input.c pristine.c
# Every candidate that is tested is kept in a folder of ours.
mkdir seen
cat >test.sh <<END
#!/bin/sh
cp input.c $dir/seen/\$\$.c
grep -q 'a\[' input.c
END
chmod +x test.sh
# errors FILE: 0 if whittle's own parser finds one
errors() { "$WHITTLE" --show-tree "$1" | grep -qE '^. +(ERROR|MISSING)|ERROR|MISSING'; }
whittle_exits 0 -j2 --without closure --well-formed --json log.json ./test.sh input.c
grep -qE '^  [0-9,]+ candidates? not tested: more syntax errors than the original' out || fail "not counted"
[ "$(ls seen | wc -l)" -gt 5 ] || fail "hardly anything was tested"
for file in seen/*.c; do
  [ -s "$file" ] && errors "$file" && fail "tested: $(cat "$file")"
done
errors input.c && fail "the result is broken: $(cat input.c)"
root=$(cd "$here/../.." && pwd)
python3 "$root/tests/report/check_events.py" "$root/docs/json-schema.json" log.json >out || fail "events are not as documented"
grep -q '"untested":true' log.json || fail "no untested query in the events"

# Without it, broken candidates are tested, so the check above can fail.
rm -rf seen/* input.c.* && cp pristine.c input.c
whittle_exits 0 -j2 ./test.sh input.c
broken=0
for file in seen/*.c; do [ -s "$file" ] && errors "$file" && broken=1; done
[ $broken = 1 ] || fail "nothing broken was tested without --well-formed"

# An original with errors may keep as many.
printf 'int f( { return 1; }\nint b;\nint keep;\n' >broken.c
printf '#!/bin/sh\ngrep -q keep broken.c\n' >k.sh && chmod +x k.sh
whittle_exits 0 --well-formed ./k.sh broken.c

make_input
whittle_exits 2 --well-formed ./test.sh input.txt
prints "--well-formed needs a grammar"

# A crash of a compiler in a valid program: the summary says if the result is no longer valid, and --well-formed=compiler keeps it so.
needs clang
mkdir bin
cat >bin/gcc <<'SH'
#!/bin/sh
for file; do :; done
grep -q 'x = y' "$file" || exit 0
echo "$file:3:3: internal compiler error: in fold_convert, at fold-const.cc:17" >&2
exit 4
SH
chmod +x bin/gcc
printf 'int y = 4;\nint g(void) { return 3; }\nint main(void) {\n  int x = y;\n  return x + g();\n}\n' >valid.c
cp valid.c ice.c
whittle_exits 0 -j2 ice.c -- "$dir/bin/gcc" -O2 -c @@
prints "clang accepts the original and not the result; to keep it valid: --well-formed=compiler"
cp valid.c ice.c
whittle_exits 0 -j2 --well-formed=compiler ice.c -- "$dir/bin/gcc" -O2 -c @@
prints_not "accepts the original"
clang -fsyntax-only -w ice.c || fail "not valid: $(cat ice.c)"
[ "$(wc -c <ice.c)" -lt 60 ] || fail "hardly anything was removed: $(cat ice.c)"
whittle_exits 2 --well-formed=compiler ./test.sh input.c
prints "--well-formed=compiler needs a command after -- that runs gcc or clang"
whittle_exits 2 --well-formed=grammar ./test.sh input.c
