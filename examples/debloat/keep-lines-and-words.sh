#!/bin/sh
# What count.c must still do: -l and -w. In stages, so that whittle says what each refused:
#
#   whittle --plan debloat --stage "compiles=$PWD/keep-lines-and-words.sh compiles" \
#     --stage "desired=$PWD/keep-lines-and-words.sh desired" --stage "undesired=$PWD/keep-lines-and-words.sh undesired" count.c
#
# or all of them as one test: whittle --plan debloat ./keep-lines-and-words.sh count.c
# The candidate is ./count.c in the current folder. `whittle --make-test debloat FILE.c` writes such a script to begin with.

# The warnings that mean undefined behaviour are errors.
compiles() {
  cc -Werror=implicit-function-declaration -Werror=return-type -Werror=uninitialized -O1 -o count count.c 2>/dev/null || exit 1
}

# gives INPUT OPTION OUTPUT
gives() { [ "$(printf "$1" | timeout 5 ./count "$2")" = "$3" ] || exit 1; }

# Inputs with their outputs.
desired() {
  gives '' -l 0
  gives 'one\ntwo words\n' -l 2
  gives 'no newline at the end' -l 0
  gives '' -w 0
  gives "it's two  words\n" -w 3
  gives 'one\ntwo words\n' -w 3
}

# What is left of the other features must not crash or hang.
undesired() {
  long=$(printf 'x%.0s' $(seq 5000))
  for feature in -c -m -s -v -h -x; do
    echo "$long $long" | timeout 5 ./count $feature >/dev/null 2>&1
    [ $? -lt 124 ] || exit 1
  done
}

case ${1-} in
  compiles | desired | undesired) "$1" ;;
  *)
    compiles
    desired
    undesired
    ;;
esac
