#!/bin/sh
# C that every compiler must treat alike: no undefined behaviour that warnings, sanitizers or a disagreement of compilers
# give away. README.md lists what is found.
. "$(dirname "$0")/c-family.sh"
check_c_family c gcc clang \
  -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion \
  -Werror=incompatible-pointer-types -- "$@"
