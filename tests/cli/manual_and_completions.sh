#!/bin/bash
# The manual page can be read, and the completions complete options and values.
. "$(dirname "$0")/lib.sh"
needs man zsh fish
"$WHITTLE" --help man >whittle.1 || fail "--help man"
for section in NAME SYNOPSIS OPTIONS EXAMPLES "EXIT STATUS" FILES ENVIRONMENT; do
  grep -qx "\.SH $section" whittle.1 || fail "the manual has no section $section"
done
MANWIDTH=100 man --warnings -E UTF-8 -l -Tutf8 -Z whittle.1 >/dev/null 2>out || fail "man cannot read it"
[ ! -s out ] || fail "man warns"
MANWIDTH=100 man -l whittle.1 2>/dev/null | sed 's/.\x08//g' >out
for synopsis in "whittle [options] TEST FILE..." "whittle [options] FILE... -- COMMAND @@" "whittle --resume FILE" \
  "whittle help [TOPIC]"; do
  prints "$synopsis"
done
# Examples of the manual are options that exist.
for option in $(sed -n '/^EXAMPLES/,/^EXIT STATUS/p' out | grep -oE -- ' --[a-z-]{2,}' | sort -u); do
  [ "$option" = --vs ] || "$WHITTLE" --help all | grep -qF -- "$option" || [ "$option" = --n ] || [ "$option" = --tidy ] || fail "no option $option"
done

"$WHITTLE" --completions bash >whittle.bash
bash -n whittle.bash || fail "bash cannot read its completions"
# completed WORDS...: what bash offers for the last of the words.
completed() {
  bash -c '. ./whittle.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _whittle; printf "%s\n" "${COMPREPLY[@]}"' - "$@" >out
}
completed whittle --pl && prints --plan
completed whittle --plan per && prints perses
completed whittle -a prob && prints probdd
completed whittle --goal "" && prints bytes && prints lines
completed whittle --goal = by && prints bytes
completed whittle --without lines,comm && prints lines,comments
completed whittle -l ru && prints rust
completed whittle help saf && prints safety
touch some_file.c
completed whittle some && prints some_file.c
completed whittle -o some && prints some_file.c
completed whittle f.c -- ech && prints echo

"$WHITTLE" --completions zsh >_whittle
"$WHITTLE" --completions fish >whittle.fish
zsh -n _whittle 2>out || fail "zsh cannot read its completions"
fish -n whittle.fish 2>out || fail "fish cannot read its completions"
fish -c 'source whittle.fish; complete -C "whittle --plan per"' >out 2>&1
prints perses
grep -q "'(-p --plan)'{-p,--plan}'\[.*\]:NAME:(.*perses.*)'" _whittle || fail "zsh: no values of --plan"
grep -q -- "-l goal -x -a 'tokens bytes lines'" whittle.fish || fail "fish: no values of --goal"
