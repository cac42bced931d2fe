#!/bin/sh
# C++ that every compiler must treat alike: no warning that means undefined behaviour, nothing that the
# sanitizers report, and the same output from each compiler at -O0.
. "$(dirname "$0")/c-family.sh"
check_c_family c++ g++ clang++ -Werror=delete-incomplete -Werror=delete-non-virtual-dtor -- "$@"
