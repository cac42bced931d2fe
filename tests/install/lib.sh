# Sourced by the tests of packages: an empty root, and a reduction in it.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
skip() { echo "SKIPPED install/$(basename "$0" .sh): $*"; exit 77; }

# in_root ROOT COMMAND...: with nothing of this system but its kernel, and no network.
in_root() {
  local root=$1
  shift
  bwrap --bind "$root" / --proc /proc --dev /dev --tmpfs /tmp --unshare-net --chdir /work --clearenv \
    --setenv PATH /usr/local/bin:/usr/bin:/bin "$@"
}

# with_shell_and_libraries ROOT PROGRAM: puts a shell into the root, and what the program and the shell are linked with.
with_shell_and_libraries() {
  local root=$1 program=$2 tool library
  mkdir -p "$root/bin"
  for tool in sh grep cat; do cp -L "$(command -v $tool)" "$root/bin/$tool"; done
  for library in $(ldd "$program" "$root"/bin/* | grep -oE '/[^ :]+' | sort -u); do
    case $library in "$root"*) continue ;; esac
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
}

# reduces_in ROOT: `whittle` of that root reduces a C program and a query there.
reduces_in() {
  local root=$1
  mkdir -p "$root/work"
  cp "$source/examples/crash/report.c" "$root/work/"
  printf 'select a, b from t where a = 1;\nselect sum(c) from u group by d;\ninsert into t values (1, 2);\n' >"$root/work/q.sql"
  printf '#!/bin/sh\ngrep -q "union" report.c && grep -q "rows_of_table\\|int" report.c\n' >"$root/work/c.sh"
  printf '#!/bin/sh\ngrep -q "sum(" q.sql\n' >"$root/work/q.sh"
  chmod +x "$root"/work/*.sh
  in_root "$root" whittle ./c.sh report.c >"$work/c.log" 2>&1 || { cat "$work/c.log"; fail "report.c was not reduced"; }
  grep -q "c by tree-sitter" "$work/c.log" || { cat "$work/c.log"; fail "no grammar of C"; }
  [ "$(wc -w <"$root/work/report.c")" -le 3 ] || fail "report.c is still: $(cat "$root/work/report.c")"
  in_root "$root" whittle-cvise --n 2 ./q.sh q.sql >"$work/q.log" 2>&1 || { cat "$work/q.log"; fail "q.sql was not reduced"; }
  grep -q "sql by tree-sitter" "$work/q.log" || { cat "$work/q.log"; fail "no grammar of SQL"; }
  # SQL stays valid, so "select" stays too.
  [ "$(wc -c <"$root/work/q.sql")" -le 14 ] || fail "q.sql is still: $(cat "$root/work/q.sql")"
}
