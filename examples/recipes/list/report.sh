#!/bin/sh
# Prints the mean of two numbers, with the decimal sign of the language.
sign=.
case ${LC_ALL:-${LANG:-C}} in de_*) [ -n "$REPORT_LOCAL" ] && sign=, ;; esac
echo "1${sign}5"
