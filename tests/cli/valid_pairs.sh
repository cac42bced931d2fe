#!/bin/bash
# Each program of tests/valid has one kind of undefined behaviour with -DBAD and is refused; its twin without it is accepted.
. "$(dirname "$0")/lib.sh"
needs gcc g++ clang
export recipes=$here/../../share/whittle/valid VALID_SECONDS=2
judge() {
  case $1 in *.cc) recipe=c++ ;; *) recipe=c ;; esac
  VALID_FLAGS=-DBAD sh "$recipes/$recipe.sh" "$1" 2>/dev/null && echo "accepted with -DBAD: $1"
  VALID_FLAGS= sh "$recipes/$recipe.sh" "$1" >twin.$BASHPID 2>&1 || echo "the twin is $(cat twin.$BASHPID): $1"
  return 0
}
export -f judge
programs=("$here"/../valid/*.c "$here"/../valid/*.cc)
[ ${#programs[@]} -ge 41 ] || fail "only ${#programs[@]} programs"
# Newcomers run each fourth pair; CI runs all of them.
if [ -n "${WHITTLE_QUICK:-}" ]; then
  sample=()
  for ((i = 0; i < ${#programs[@]}; i += 4)); do sample+=("${programs[i]}"); done
  programs=("${sample[@]}")
fi
printf '%s\0' "${programs[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'judge "$0"' >out
[ ! -s out ] || fail "some were judged wrongly"
