#!/bin/bash
# Help, lists, the manual page and completions are made from the same table.
. "$(dirname "$0")/lib.sh"
whittle_exits 0 --help
prints "usage: whittle [options] TEST FILE..."
for option in $(grep -oE '^ +(-., )?--[a-z-]+' out | grep -oE -- '--[a-z-]+'); do
  for errand in --man "--completions=bash" "--completions=zsh" "--completions=fish"; do
    "$WHITTLE" $errand | tr -d '\\' | grep -qF -- "${option#--}" || fail "$errand does not know $option"
  done
done
"$WHITTLE" --completions bash | bash -n || fail "bash cannot read its completions"
whittle_exits 0 --version
prints "whittle 0."
whittle_exits 0 --list-algorithms
for algorithm in ddmin opdd probdd cdd wddmin wprobdd activecoarsen dd gallop; do prints "$algorithm"; done
whittle_exits 2 --completions tcsh
prints "no completions for 'tcsh': bash, zsh or fish"
