#!/bin/bash
# kill -9 at random moments, $KILLS times (200) over lines and 20 times over trees: FILE is whole,
# interesting and never goes back; what is known is not asked again; the end has the bytes of an
# undisturbed run, and leaves nothing.
. "$(dirname "$0")/lib.sh"
# Twelve of 150 lines are needed.
for i in $(seq 1 150); do
  [ $((i * 37 % 150 % 12)) = 5 ] && echo "needed $i;" || echo "hay $((i * 7919 % 1000)) $i;"
done >pristine.c
needed=$(grep -c needed pristine.c)
cat >test.sh <<END
#!/bin/sh
# What is tested is noted under a name of its content, one line for each time.
echo x >>"$dir/notes/\$(cksum <bug.c | tr ' ' -)"
[ \$(grep -c 'needed.*;\$' bug.c) = $needed ]
END
chmod +x test.sh
RANDOM=7
# survives KILLS DELAY OPTIONS...: kills within DELAY milliseconds.
survives() {
  wanted=$1 longest=$2
  shift 2
  options=("$@" -j 2 -q ./test.sh bug.c)
  rm -rf notes bug.c* && mkdir notes
  cp pristine.c bug.c
  whittle_exits 0 "${options[@]}"
  [ -e bug.c.whittle ] && fail "a finished run left its folder"
  cp bug.c expected.c
  tests=$(cat notes/* | wc -l)

  kills=0 runs=0 again=0
  while [ $kills -lt $wanted ]; do
    rm -rf notes bug.c.whittle bug.c.orig && mkdir notes
    cp pristine.c bug.c
    killed=0
    while :; do
      before=$(stat -c %s bug.c)
      if [ -e bug.c.whittle/journal.db ]; then
        "$WHITTLE" --resume -q bug.c >out 2>&1 </dev/null &
      else
        "$WHITTLE" "${options[@]}" >out 2>&1 </dev/null &
      fi
      pid=$!
      # Longer each time, so that it ends on a busy machine too.
      delay=$((RANDOM % (longest + 5 * killed)))
      sleep $((delay / 1000)).$(printf %03d $((delay % 1000)))
      { kill -9 $pid && wait $pid || wait $pid; } 2>/dev/null
      code=$?
      [ $code = 0 ] && break
      if [ $code = 9 ] && grep -q "there is no unfinished run" out; then
        rm -rf bug.c.whittle  # killed while the journal was being made
        continue
      fi
      [ $code = 137 ] || fail "exited with $code"
      kills=$((kills + 1)) killed=$((killed + 1))
      [ $(grep -c 'needed.*;$' bug.c) = $needed ] || fail "bug.c is not interesting after kill $kills"
      [ ! -e bug.c.orig ] || cmp -s bug.c.orig pristine.c || fail "bug.c.orig is not the original"
      [ "$(stat -c %s bug.c)" -le "$before" ] || fail "bug.c went back"
      # Killed when all was done, while the folder was being removed.
      cmp -s bug.c expected.c && [ ! -e bug.c.whittle/journal.db ] && break
    done
    runs=$((runs + 1))
    ls -A | grep '^\.whittle-' && fail "something half-written is left"
    cmp -s bug.c expected.c || fail "the result is not that of an undisturbed run"
    again=$((again + $(cat notes/* | wc -l) - $(ls notes | wc -l)))
  done
  # Asked again may be what was running or not yet written down when a kill came (a second's worth at
  # the very most, so one kill says little); each time the original; and at the end the result. With
  # what is known asked again it would be most of the tests of a run.
  [ $again -le $((8 * kills + 4 * runs)) ] || fail "$again tests were repeated after $kills kills"
  echo "$kills kills in $runs runs of $tests tests each; $again tests were repeated"
  [ $kills -gt $runs ] || fail "too few of the kills came in the middle"
}
survives "${KILLS:-200}" 150 --unit lines
survives 20 1500 --plan perses

# Killed while another program has a copy of FILE: the next run removes that too.
mkdir bin tmp
cat >bin/clang-format <<END
#!/bin/sh
[ -e "$dir/asked" ] || { touch "$dir/asked"; kill -9 \$PPID; }
exit 1
END
chmod +x bin/clang-format
rm -rf notes bug.c* && mkdir notes
cp pristine.c bug.c
export TMPDIR=$dir/tmp PATH=$dir/bin:$PATH
{ whittle_exits 137 -q ./test.sh bug.c; } 2>/dev/null
[ -e asked ] || fail "clang-format was not asked"
whittle_exits 0 --resume -q bug.c
[ -z "$(ls -A tmp)" ] || fail "left in TMPDIR: $(ls -A tmp)"
