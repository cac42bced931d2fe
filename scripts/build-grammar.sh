#!/bin/sh
# build-grammar.sh so|o NAME SOURCE TARGET COMPILER...: makes the loadable module TARGET/NAME.so, or the object
# TARGET/NAME.o to link with, of the parser whose src folder is SOURCE, and beside it NAME.json (its grammar) and
# NAME.symbols (see below).
#
# All build presets share TARGET, and no sanitizer or debug option reaches these modules: a grammar is
# compiled once. That is why this is a script with a stamp of its own: Ninja would compile again in
# each build folder, having no record of the command there.
set -eu
kind=$1 name=$2 source=$3 target=$4
shift 4
mkdir -p "$target"
exec 9>"$target/.$name.lock"
flock 9
cd "$source"
[ -e scanner.c ] && scanner=scanner.c || scanner=
key="$* $source $(stat -c '%n %s %Y' parser.c grammar.json $scanner | tr '\n' ' ')$(cksum <"$0")"
[ "$(cat "$target/.$name.built" 2>/dev/null)" = "$key" ] && exit 0

# Nearly all of a parser is tables of numbers, up to 60 MB of text, and tcc compiles them ten times as quickly as gcc. tcc gets the
# tables and the enums that they use; the real compiler gets everything else, with declarations in place of the tables.
# Relative paths and no debug information, so that ccache knows the file again in another checkout.
parts=$(mktemp -d "$target/.$name.XXXXXX")
trap 'rm -rf "$parts"' EXIT
if command -v tcc >/dev/null; then
  awk -v tables="$parts/tables.c" '
    /^static const uint(16|32)_t ts_(small_)?parse_table(_map)?\[.*= \{$/ {
      sub(/^static /, ""); print >tables; sub(/ = \{$/, ";"); print "extern " $0; inside = 1; next
    }
    inside { print >tables; if (/^};/) inside = 0; next }
    /^static / { definitions = 1 }
    !definitions { print >tables }
    { print }' parser.c >"$parts/parser.c"
  tcc -w -I. -c "$parts/tables.c" -o "$parts/tables.o"
else
  cp parser.c "$parts"
fi
[ -z "$scanner" ] || "$@" -std=c11 -O1 -fPIC -w -I. -c scanner.c -o "$parts/scanner.o"
sources=$PWD
(cd "$parts" && "$@" -std=c11 -O1 -fPIC -w -I"$sources" -c parser.c -o parser.o)
# Tables and scanners of all grammars have the same names. An object without a .note.GNU-stack, as tcc writes it, would make the
# stack executable.
ld -r -z noexecstack "$parts"/*.o -o "$parts/all"
objcopy --strip-debug --keep-global-symbol="tree_sitter_$name" --remove-section=.note.GNU-stack \
  --add-section=.note.GNU-stack=/dev/null --set-section-flags=.note.GNU-stack=contents,readonly "$parts/all"
# The last word of the compiler command: the launcher before it (ccache) is for compiling.
for compiler in "$@"; do :; done
if [ "$kind" = so ]; then
  "$compiler" -shared -s -x none "$parts/all" -o "$target/$name.so.new"
else
  cp "$parts/all" "$target/$name.o.new"
fi

# An aliased node knows the number of the rule it came from, but the runtime has no name for it: the
# name stands only in an enum of parser.c.
sed -n '/^enum ts_symbol_identifiers/,/^}/s/^ *sym_\([A-Za-z0-9_]*\) = \([0-9]*\),$/\2 \1/p' parser.c >"$target/$name.symbols"
[ -s "$target/$name.symbols" ] ||
  sed -n '/^enum *{/,/^}/s/^ *sym_\([A-Za-z0-9_]*\) = \([0-9]*\),$/\2 \1/p' parser.c >"$target/$name.symbols"
cp grammar.json "$target/$name.json"
mv "$target/$name.$kind.new" "$target/$name.$kind"
echo "$key" >"$target/.$name.built"
