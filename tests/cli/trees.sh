#!/bin/bash
# What a file is read as is said at the start; --show-tree shows its tree and what can go.
. "$(dirname "$0")/lib.sh"
printf 'int f(int x) {\n  g();\n  return x;\n}\n' >a.c
whittle_exits 0 --show-tree a.c
prints "  translation_unit [15]"
prints "-   function_definition [15]"
prints "-       expression_statement [4]"
prints "        '{' [1]"
! grep -q "^-.*'{'" out || fail "a bracket can go by itself"
! grep -q '^-.*parameter_list' out || fail "a function can go without parameters"

printf '#!/bin/sh\ngrep -q "return x" a.*\n' >test.sh
chmod +x test.sh
whittle_exits 0 --plan hdd ./test.sh a.c
prints "whittle: c by tree-sitter"
prints_not "error"
printf 'int f( { return x; }\n} ) )\n' >a.c
whittle_exits 0 --plan hdd ./test.sh a.c
grep -qE 'c by tree-sitter, [0-9]+ errors? \([0-9]+ of 11 tokens\)' out || fail "does not count errors"
printf 'f {\n  return x\n}\n' >a.xyz
rm a.c
whittle_exits 0 ./test.sh a.xyz
prints "whittle: no grammar for .xyz: brackets and indentation"
whittle_exits 0 --language c ./test.sh a.xyz
prints "whittle: c by tree-sitter"
whittle_exits 0 --quiet ./test.sh a.xyz
prints_not "no grammar"
mkdir folder
cp a.xyz folder/a.xyz
echo 'int x;' >folder/a.c
echo 'int y;' >folder/b.c
printf '#!/bin/sh\ngrep -q "return x" folder/a.xyz\n' >test.sh
whittle_exits 0 ./test.sh folder
prints "whittle: 1 file as brackets, 2 files as c"
# Files of C++ modules and templates, and of Objective-C++.
for ending in cppm ixx ccm cxxm mpp tcc tpp h++ mm; do
  printf 'int a;\nint needle;\n' >"a.$ending"
  printf '#!/bin/sh\ngrep -q needle "a.%s"\n' "$ending" >test.sh
  whittle_exits 0 --only lines ./test.sh "a.$ending"
  grep -qE "(cpp|objc) by tree-sitter" out || fail "$ending is not known"
done
