#!/bin/sh
program=$(mktemp) && clang-19 -w $1 "$2" -o $program && timeout 2 $program
