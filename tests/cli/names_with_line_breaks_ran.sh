#!/bin/bash
# The scripts of --reduce-command and --make-test had FILE's name in a comment: a name with a line break ran as a command.
. "$(dirname "$0")/lib.sh"
odd=$'a\ntouch ran\n.txt'
printf 'hay\nneedle\n' >"$odd"
whittle_exits 0 --unit lines --reduce-command --exit 0 "$odd" -- grep needle @@
[ -e "$odd.sh" ] || fail "no script"
sh "./$odd.sh" >out || fail "the script does not show it"
[ ! -e ran ] || fail "the name ran as a command"
prints needle
whittle_exits 0 --make-test debloat "$odd"
sh ./debloat.sh compiles >/dev/null 2>&1
[ ! -e ran ] || fail "the name ran as a command of --make-test"
whittle_exits 2 --make-test t2.sh --stage $'x\ntouch ran\n=grep -q needle @@' "$odd"
[ ! -e t2.sh ] || sh ./t2.sh "$odd"
[ ! -e ran ] || fail "the name of a stage ran as a command"
