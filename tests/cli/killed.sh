#!/bin/bash
# kill -9 at random moments, $KILLS times (100, or 20 if $WHITTLE_QUICK is set) over lines and 20 times over trees: the result is that of
# an undisturbed run. killed_default_plan.sh does the same under the default plan.
. "$(dirname "$0")/lib.sh"
. "$here/lib_kill.sh"
# Twelve of 150 lines are needed.
mkdir pristine
for i in $(seq 1 150); do
  [ $((i * 37 % 150 % 12)) = 5 ] && echo "needed $i;" || echo "hay $((i * 7919 % 1000)) $i;"
done >pristine/bug.c
needed=$(grep -c needed pristine/bug.c)
printf '#!/bin/sh\n[ $(grep -c "needed.*;$" "$1") = %s ]\n' $needed >property
chmod +x property
[ -n "${WHITTLE_QUICK:-}" ] && : ${KILLS:=20}
survives "${KILLS:-100}" bug.c --unit lines
survives 20 bug.c --plan perses

# Killed while another program has a copy of FILE: the next run removes that too.
mkdir bin tmp
cat >bin/clang-format <<END
#!/bin/sh
[ -e "$dir/asked" ] || { touch "$dir/asked"; kill -9 \$PPID; }
exit 1
END
chmod +x bin/clang-format
rm -rf notes bug.c* && mkdir notes
cp pristine/bug.c bug.c
export TMPDIR=$dir/tmp PATH=$dir/bin:$PATH
{ whittle_exits 137 -q ./test.sh bug.c; } 2>/dev/null
[ -e asked ] || fail "clang-format was not asked"
whittle_exits 0 --resume -q bug.c
[ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"
