#!/bin/bash
# Build files of a folder stay as they are unless the user allows it; the folder has a word of its own; headers of a C++ project are C++.
. "$(dirname "$0")/lib.sh"
needs make g++
make_input
fresh() {
  rm -rf p p.*; mkdir -p p/src
  printf 'CXX = g++\nMODE = one\nall:\n\t@$(CXX) -fsyntax-only src/a.cc\n' >p/Makefile
  printf '{"name": "p", "private": true}\n' >p/package.json
  printf '#include "b.h"\nint unused;\n#error needle\n' >p/src/a.cc
  printf 'namespace b {\nconstexpr int value = 1;\n}\n' >p/src/b.h
}
fresh
cp p/Makefile before
# @@/ is the folder.
whittle_exits 0 --output 'error: #error needle' p -- make -C @@/
prints "whittle: p/Makefile, p/package.json are not reduced; to reduce build files: --plan auto:build-files"
cmp -s p/Makefile before && [ -e p/package.json ] || fail "a build file was changed: $(cat p/Makefile)"
! grep -q unused p/src/a.cc || fail "nothing was reduced: $(cat p/src/a.cc)"
fresh
whittle_exits 0 --reduce-build-files --output 'error: #error needle' p -- 'make -C @@/ all'
prints_not "not reduced"
! grep -q MODE p/Makefile || fail "left: $(cat p/Makefile)"
# A build file that the user names is reduced.
cp before Makefile
whittle_exits 0 --unit lines --output MODE Makefile -- cat @@
file_is Makefile $'MODE = one\n'
# @@/ of a file is the folder that the file is in.
mkdir deep && cp pristine.txt deep/x
whittle_exits 0 --unit lines --exit 0 deep/x -- grep -r needle @@/
file_is deep/x $'needle\n'

# A header beside C++ is C++.
fresh
whittle_exits 0 --max-tests 0 --output 'error: #error needle' p/src -- g++ -fsyntax-only p/src/a.cc
prints "2 files as cpp"
