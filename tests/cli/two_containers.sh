#!/bin/bash
# Two containers have the same process ids and share a folder: runs in it neither take each other's files for their own, nor
# write the same file.
. "$(dirname "$0")/lib.sh"
alone=(unshare --pid --fork --mount-proc --)
"${alone[@]}" true 2>/dev/null || skip "process namespaces cannot be made here; root can"
for name in a b; do seq 60 >$name; done
printf '#!/bin/sh\n[ ! -e %s/wait ] || sleep 0.2\ngrep -qx 7 "$1" && grep -qx 33 "$1"\n' "$dir" >t.sh
chmod +x t.sh
touch wait
for name in a b; do "${alone[@]}" "$WHITTLE" -q -j1 --unit lines ./t.sh $name >$name.out 2>&1 </dev/null & done
wait_until [ -s a.whittle/lock -a -s b.whittle/lock ] || fail "the runs do not begin: $(cat a.out b.out)"
grep -q '^1 ' a.whittle/lock && grep -q '^1 ' b.whittle/lock || fail "they are not both process 1"
"${alone[@]}" "$WHITTLE" -q ./t.sh a >out 2>&1 </dev/null
[ $? = 8 ] || fail "a second run on a is not refused"
prints "a is being reduced by process 1 of another container or host"
prints_not "kill 1"
rm wait
wait
for name in a b; do
  file_is $name "$(printf '7\n33\n')
"
  seq 60 | cmp -s - $name.orig || fail "the original of $name is lost"
done
left=$(ls -A | grep -vE '^(a|b)(\.orig|\.out|\.whittle)?$|^(out|t\.sh)$')
[ -z "$left" ] || fail "left: $left"
