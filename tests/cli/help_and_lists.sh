#!/bin/bash
# Help, lists, the manual page and completions are made from the same table.
. "$(dirname "$0")/lib.sh"
# options_of FILE: the long options that a help text lists.
options_of() { grep -oE '^ +(-., )?--[a-z-]+' "$1" | grep -oE -- '--[a-z-]+'; }

whittle_exits 0 --help all
prints "usage: whittle [options] TEST FILE..."
prints "  11  an empty FILE is interesting"
cp out all
for errand in "--help man" "--completions=bash" "--completions=zsh" "--completions=fish"; do
  "$WHITTLE" $errand | tr -d '\\' >text
  for option in $(options_of all); do
    grep -qE -- "${option#--}([^a-z-]|\$)" text || fail "$errand does not know $option"
  done
done

# Every option, parameter and plan has a sentence in docs/ that says what it is for.
for option in $(options_of all); do
  grep -qrE -- "$option([^a-z-]|\$)" "$here"/../../docs --include='*.md' || fail "docs/ does not mention $option"
done
for name in $(sed -n '/^Parameters of/,$p' all | grep -oE '^ {6}[a-z-]+' | tr -d ' ') $("$WHITTLE" --list plans | cut -d' ' -f1); do
  grep -qrE -- "(^|[^a-z-])$name([^a-z-]|\$)" "$here"/../../docs --include='*.md' || fail "docs/ does not mention $name"
done
# There are at most 70; options of the commands of a cluster and parameters come after them.
[ "$(options_of all | grep -cvxE -- '--(connect|slots|trust|local)')" -le 70 ] || fail "$(options_of all | wc -l) options"

# --help: the ones people need, by task, and the way to the rest.
whittle_exits 0 --help
prints "usage: whittle [options] TEST FILE..."
prints "whittle --help all"
[ "$(options_of out | wc -l)" = "$(options_of out | sort -u | wc -l)" ] || fail "an option stands twice in --help"
[ "$(options_of out | wc -l)" -ge 20 ] && [ "$(options_of out | wc -l)" -le 26 ] || fail "$(options_of out | wc -l) options"
[ "$(wc -l <out)" -le 60 ] || fail "--help has $(wc -l <out) lines"
for option in $(options_of out); do options_of all | grep -qxe "$option" || fail "--help all does not have $option"; done

# The pages that are built in are those of docs/.
whittle_exits 0 help
for page in "$here"/../../docs/*.md; do prints "$(basename "$page" .md)"; done
whittle_exits 0 help test-scripts
cmp -s out "$here/../../docs/test-scripts.md" || fail "help test-scripts is not docs/test-scripts.md"
whittle_exits 0 --help safety
cmp -s out "$here/../../docs/safety.md" || fail "--help safety is not docs/safety.md"
whittle_exits 0 help jobs
prints "-j, --jobs N"
prints "The result does not depend on it."
whittle_exits 0 help exit-codes
prints "130  interrupted"
whittle_exits 2 help exit-code
prints "did you mean 'exit-codes'?"
whittle_exits 2 help test-script
prints "whittle: error: unknown topic 'test-script', did you mean 'test-scripts'?"
whittle_exits 2 help job
prints "did you mean 'jobs'?"
whittle_exits 2 help xyzzy
prints "unknown topic 'xyzzy'"
prints "see: whittle help"

# Recipes are found by the words that people look for.
for word in npm pytest git yaml csv diff; do
  whittle_exits 0 help $word
  grep -qE 'Recipe:|Pages about' out || fail "help $word finds no recipe"
done

whittle_exits 0 --version
prints "whittle 0."
whittle_exits 0 --list algorithms
for algorithm in ddmin opdd probdd cdd wddmin wprobdd chisel activecoarsen dd gallop; do prints "$algorithm"; done
whittle_exits 2 --completions tcsh
prints "no completions for 'tcsh': bash, zsh or fish"
