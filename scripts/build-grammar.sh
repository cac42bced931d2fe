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

# Relative paths and no debug information, so that ccache knows the file again in another checkout.
objects=
for file in parser $scanner; do
  file=${file%.c}
  "$@" -std=c11 -O1 -fPIC -w -I. -c "$file.c" -o "$target/$name.$file.o"
  objects="$objects $target/$name.$file.o"
done
# The last word of the compiler command: the launcher before it (ccache) is for compiling.
for compiler in "$@"; do :; done
if [ "$kind" = so ]; then
  "$compiler" -shared -s $objects -o "$target/$name.so.new"
else
  # Scanners have functions of the same names.
  ld -r $objects -o "$target/$name.o.new"
  objcopy --strip-debug --keep-global-symbol="tree_sitter_$name" "$target/$name.o.new"
fi
rm -f $objects

# An aliased node knows the number of the rule it came from, but the runtime has no name for it: the
# name stands only in an enum of parser.c.
sed -n '/^enum ts_symbol_identifiers/,/^}/s/^ *sym_\([A-Za-z0-9_]*\) = \([0-9]*\),$/\2 \1/p' parser.c >"$target/$name.symbols"
[ -s "$target/$name.symbols" ] ||
  sed -n '/^enum *{/,/^}/s/^ *sym_\([A-Za-z0-9_]*\) = \([0-9]*\),$/\2 \1/p' parser.c >"$target/$name.symbols"
cp grammar.json "$target/$name.json"
mv "$target/$name.$kind.new" "$target/$name.$kind"
echo "$key" >"$target/.$name.built"
