#!/bin/bash
# Without libclang or the helper, a run on a large C or C++ file says once what would make it faster.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 400); do echo "int f$i(int x) { return x + $i; }"; done >large.c
head -n 20 large.c >small.c
for i in $(seq 1 400); do printf 'def f%d(x):\n    return x + %d\n' "$i" "$i"; done >large.py
# hints NUMBER FILE OPTIONS...: how many hints a run on a copy of FILE prints.
hints() {
  local number=$1 file=x.${2##*.}
  rm -rf x.*
  cp "$2" "$file"
  printf '#!/bin/sh\ngrep -q f1 %s\n' "$file" >test.sh
  chmod +x test.sh
  shift 2
  whittle_exits 0 -j 1 "$@" ./test.sh "$file"
  [ "$(grep -c 'hint: .*need fewer tests' out)" = "$number" ] || fail "not $number hints: $*"
}
export WHITTLE_LIBCLANG=$dir/none.so
hints 1 large.c
prints "hint: libclang was not found; with it, large C and C++ files need fewer tests"
prints "apt-get install libclang1-14"
file_is x.c 'f1
'
hints 1 large.c --plan closure
hints 0 large.c --without closure
hints 0 large.c --plan lines
hints 0 large.c --quiet
hints 0 small.c
hints 0 large.py
WHITTLE_CXX_GRAPH=$dir/none hints 1 large.c
prints "hint: whittle-cxx-graph was not found; with it, large C and C++ files need fewer tests"
WHITTLE_CXX_GRAPH='' hints 0 large.c
unset WHITTLE_LIBCLANG
printf '#!/bin/sh\nexit 0\n' >helper
chmod +x helper
WHITTLE_CXX_GRAPH=$dir/helper hints 0 large.c
