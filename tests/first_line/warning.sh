#!/bin/bash
# A program of which gcc only warns; with the option that the summary names, the result has no syntax error either.
. "$(dirname "$0")/lib.sh"
takes_long
needs gcc
first_line 500 --well-formed show.c -- gcc -Wall -c show.c
prints_not "syntax error, and the original none"
gcc -Werror=format -w -fsyntax-only show.c || fail "no valid program: $(cat show.c)"
[ "$(wc -c <show.c)" -lt 80 ] || fail "more could go: $(cat show.c)"
