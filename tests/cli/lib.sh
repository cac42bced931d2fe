# Sourced by each test: a fresh folder, a small input, a quick test, and checks. $WHITTLE is the program.
# A script ends at the first check that fails.
set -u
# `make test` exports these, and with them a `make` that a test runs calls itself make[1] and waits for the jobs of the outer one.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
name=$(basename "$0" .sh)
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d "${TMPDIR:-/tmp}/whittle-cli-$name.XXXXXX")
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

fail() {
  echo "FAILED: $*"
  [ -e out ] && { echo "--- printed:"; cat out; }
  exit 1
}
# skip REASON: this test cannot run here. ctest counts it as skipped, and .ci/run names it.
skip() {
  echo "SKIPPED $(basename "$here")/$name: $*"
  exit 77
}
# needs PROGRAM...: a test that leaves out what it cannot run passes without a check, so it fails instead.
needs() {
  local program
  for program; do command -v "$program" >/dev/null || fail "$program is missing; scripts/setup installs it"; done
}
# wait_until COMMAND...: runs it until it holds; gives up after two minutes. For all that takes its time: a
# fixed sleep is too short on a busy machine and too long on any other.
wait_until() {
  local tries=1200
  until "$@"; do
    [ $((tries -= 1)) -gt 0 ] || return 1
    sleep 0.1
  done
}
# is_running PID: whether that process has not ended. In a container, nobody may have waited for a process that has.
is_running() { grep -qs 'State:.[^ZX]' "/proc/$1/status"; }
# patience MILLISECONDS: that time, multiplied by how busy the machine is. For limits that must be given.
patience() {
  awk -v time="$1" -v cores="$(nproc)" '{ busy = 2 * $1 / cores; printf "%d\n", time * (busy > 1 ? busy : 1) }' /proc/loadavg
}
# whittle_exits CODE ARGUMENTS...: runs it, keeps what it prints in `out`.
whittle_exits() {
  expected=$1
  shift
  "$WHITTLE" "$@" >out 2>&1 </dev/null
  code=$?
  [ "$code" = "$expected" ] || fail "whittle $* exited with $code, and $expected was expected"
}
prints() { grep -qF -- "$1" out || fail "does not print: $1"; }
prints_not() { ! grep -qF -- "$1" out || fail "prints: $1"; }
# file_is FILE TEXT
file_is() { [ "$(cat "$1"; echo x)" = "$(printf '%s' "$2"; echo x)" ] || fail "$1 holds: $(cat "$1")"; }

# Twenty lines, of which `needle` and `thread` are needed.
make_input() {
  for i in $(seq 1 9); do echo "hay $i"; done >input.txt
  echo needle >>input.txt
  for i in $(seq 10 18); do echo "hay $i"; done >>input.txt
  echo thread >>input.txt
  cp input.txt pristine.txt
  printf '#!/bin/sh\ngrep -q needle input.txt && grep -q thread input.txt\n' >test.sh
  chmod +x test.sh
}

# words_in_order FILE: prints a program that exits with 0 if its argument has four words of FILE in their
# order and as many brackets opened as closed. Quick, and enough for a plan to use all of its passes.
words_in_order() {
  local words=($(grep -oE '[A-Za-z_]{3,}' "$1")) chosen= part
  for part in 2 4 6 9; do chosen="$chosen ${words[$((${#words[@]} * part / 10))]}"; done
  cat <<END
#!/bin/sh
exec awk '
BEGIN { split("$chosen", word, " "); at = 1 }
{
  rest = \$0
  while (at in word && (found = index(rest, word[at]))) { rest = substr(rest, found + length(word[at])); ++at }
  open += gsub(/[({[]/, ""); open -= gsub(/[])}]/, "")
}
END { exit (at in word) || open != 0 }' "\$1"
END
}
