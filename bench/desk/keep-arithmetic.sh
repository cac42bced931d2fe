#!/bin/sh
# What desk.c must still do: sums, products, brackets, variables and :base 16; see bench/debloat. Stages: compiles, desired, undesired.

# The warnings that mean undefined behaviour are errors.
compiles() {
  cc -w -Werror=implicit-function-declaration -Werror=return-type -Werror=uninitialized -O1 -o desk desk.c -lm 2>/dev/null || exit 1
}

# gives INPUT OUTPUT STATUS
gives() {
  out=$(printf "$1" | timeout 5 ./desk)
  [ $? -eq "$3" ] && [ "$out" = "$(printf "$2")" ] || exit 1
}

desired() {
  gives '' '' 0
  gives '1 + 2 * 3\n(1 + 2) * 3\n7 / 2 - 1\n' '7\n9\n2.5' 0
  gives 'x = 4\ny = x * -2\nx + y\n' '4\n-8\n-4' 0
  gives '1 / 0\n' 'error: division by zero' 1
  gives 'z\n(1\n' "error: no such variable\nerror: ')' is missing" 1
  gives ':base 16\n255\n' 'ff' 0
}

# What is left of the rest must not crash or hang.
undesired() {
  printf '5!\n2^10\nsqrt(2)\ngcd(12, 18)\nmedian()\n:sample 3\nmean()\npush(1)\npop()\npop()\n:history\n:vars\n:clear\n:help\n:what\n0x1f\n' |
    timeout 5 ./desk -q >/dev/null 2>&1
  [ $? -lt 124 ] || exit 1
}

case ${1-} in
  compiles | desired | undesired) "$1" ;;
  *)
    compiles
    desired
    undesired
    ;;
esac
