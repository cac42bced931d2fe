#!/bin/sh
# What count.c must still do: -l and -w. The candidate is ./count.c in the current folder.

# It compiles; the warnings that mean undefined behaviour are errors.
cc -Werror=implicit-function-declaration -Werror=return-type -Werror=uninitialized -O1 -o count count.c 2>/dev/null || exit 1

# Desired behaviour: inputs with their outputs and exit status.
same() { [ "$(printf "$1" | timeout 5 ./count "$2")" = "$3" ] || exit 1; }
same '' -l 0
same 'one\ntwo words\n' -l 2
same 'no newline at the end' -l 0
same '' -w 0
same "it's two  words\n" -w 3
same 'one\ntwo words\n' -w 3

# No disaster: what is left of the other features must not crash or hang.
long=$(printf 'x%.0s' $(seq 5000))
for feature in -c -m -s -v -h -x; do
  echo "$long $long" | timeout 5 ./count $feature >/dev/null 2>&1
  [ $? -lt 124 ] || exit 1
done
