#!/bin/sh
# C that every compiler must treat alike: no warning that means undefined behaviour, nothing that the
# sanitizers report, and the same output from each compiler at -O0.
. "$(dirname "$0")/c-family.sh"
check_c_family c gcc clang \
  -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion \
  -Werror=incompatible-pointer-types -- "$@"
