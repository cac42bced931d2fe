# Sourced after lib.sh by the scripts that kill whittle. The script that sources it makes the folder
# `pristine` with the input in it, and `property`, a program that exits with 0 if the file named by its
# argument is interesting.
RANDOM=7
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# The test that whittle runs notes what it is asked about under a name of its content, one line each
# time, and in `order` what was interesting.
make_killed_test() {
  cat >test.sh <<END
#!/bin/bash
name=\$(cksum <$1)
name=\${name// /-}
echo x >>"$dir/notes/\$name"
"$dir/property" $1 || exit 1
echo \$name >>"$dir/order"
END
  chmod +x test.sh
}

# survives KILLS FILE OPTIONS...: kills runs on FILE at random moments until KILLS have been killed, and
# resumes each one until it ends. FILE is always interesting and never goes back; what is known is not
# asked again; the end has the bytes of an undisturbed run, and leaves nothing.
survives() {
  local wanted=$1 file=$2
  shift 2
  local options=("$@" -j 2 -q ./test.sh "$file")
  make_killed_test "$file"
  restart() { rm -rf notes order "$file"* && mkdir notes && touch order && cp "pristine/$file" .; }

  # Undisturbed, one test at a time: every version that FILE may have, in the order in which it has them.
  restart
  whittle_exits 0 "$@" -j 1 -q ./test.sh "$file"
  cp "$file" expected
  { cksum <"pristine/$file" | tr ' ' -; cat order; } >versions
  restart
  local started=$(milliseconds)
  whittle_exits 0 "${options[@]}"
  # A part of what a run takes, so that most kills come in the middle on a busy machine too.
  local longest=$((($(milliseconds) - started) / 6 + 20))
  cmp -s "$file" expected || fail "$file: another result at -j 2"
  [ -e "$file.whittle/journal.db" ] && fail "a finished run left its journal"
  local tests=$(cat notes/* | wc -l)

  local kills=0 runs=0 again=0
  while [ $kills -lt $wanted ]; do
    restart
    local killed=0 version=1
    while :; do
      if [ -e "$file.whittle/journal.db" ]; then
        "$WHITTLE" --resume -q "$file" >out 2>&1 </dev/null &
      else
        "$WHITTLE" "${options[@]}" >out 2>&1 </dev/null &
      fi
      local pid=$! code
      # Longer each time, so that each run ends.
      local delay=$((RANDOM % (longest * (10 + killed) / 10)))
      sleep $((delay / 1000)).$(printf %03d $((delay % 1000)))
      { kill -9 $pid && wait $pid || wait $pid; } 2>/dev/null
      code=$?
      [ $code = 0 ] && break
      if [ $code = 9 ] && grep -q "there is no unfinished run" out; then
        rm -rf "$file.whittle"  # killed while the journal was being made
        continue
      fi
      [ $code = 137 ] || fail "$file: exited with $code"
      kills=$((kills + 1)) killed=$((killed + 1))
      ./property "$file" || fail "$file is not interesting after kill $kills"
      local now=$(grep -nxF "$(cksum <"$file" | tr ' ' -)" versions | tail -n 1 | cut -d : -f 1)
      [ -n "$now" ] || fail "$file is none of the versions of an undisturbed run after kill $kills"
      [ "$now" -ge $version ] || fail "$file went back from version $version to $now"
      version=$now
      [ ! -e "$file.orig" ] || cmp -s "$file.orig" "pristine/$file" || fail "$file.orig is not the original"
      # Killed when all was done, while the folder was being removed.
      cmp -s "$file" expected && [ ! -e "$file.whittle/journal.db" ] && break
    done
    runs=$((runs + 1))
    ls -A | grep '^\.whittle-' && fail "something half-written is left"
    cmp -s "$file" expected || fail "$file is not the result of an undisturbed run: $(cat "$file")"
    again=$((again + $(cat notes/* | wc -l) - $(ls notes | wc -l)))
  done
  # A test may be asked again if it was running or not yet written down when a kill came (a second's worth
  # at most, so one kill says little); the original each time; and the result at the end. If what is known
  # were asked again, it would be most of the tests of a run.
  [ $again -le $((8 * kills + 4 * runs)) ] || fail "$file: $again tests were repeated after $kills kills"
  echo "$file: $kills kills in $runs runs of $tests tests each; $again tests were repeated"
  [ $kills -gt $runs ] || fail "too few of the kills came in the middle"
}
