#!/bin/sh
# C++ that every compiler must treat alike: no undefined behaviour that warnings, sanitizers or a disagreement of compilers
# give away. README.md lists what is found.
. "$(dirname "$0")/c-family.sh"
check_c_family c++ g++ clang++ -Werror=delete-incomplete -Werror=delete-non-virtual-dtor -- "$@"
