#!/bin/bash
# What a compiler says of refused candidates is learned: --listen needs fewer tests, and the summary and --json say what came
# of it. The bytes are the same for any -j and after kills. --listen off turns it off.
. "$(dirname "$0")/lib.sh"
. "$here/lib_kill.sh"

# Forty declarations, of which most use the one before; a helper whose graph has no edges; a compiler that says what is missing.
mkdir pristine
{
  echo '#!/bin/sh'
  echo 'cat <<END'
  echo 'whittle-graph 1'
  at=0
  names=
  for i in $(seq 0 39); do
    line="int v$i = $([ $((i % 4)) = 0 ] && echo 1 || echo v$((i - 1)));"
    echo "$line" >>pristine/bug.c
    echo "p $at $((at + ${#line}))"
    names+="d $i v$i"$'\n'
    at=$((at + ${#line} + 1))
  done
  printf '%s' "$names"
  echo end
  echo END
} >helper
cat >compiler <<'END'
#!/bin/sh
grep -no '= v[0-9]*;' "$1" | tr -d ' =;' | while IFS=: read line name; do
  grep -q "int $name " "$1" || echo "$1:$line:5: error: '$name' was not declared"
done
END
cat >property <<'END'
#!/bin/sh
grep -q 'int v38 ' "$1" && [ -z "$(DIR/compiler "$1")" ]
END
sed -i "s|DIR|$dir|" property
chmod +x helper compiler property
export WHITTLE_CXX_GRAPH=$dir/helper
printf 'int v36 = 1;\nint v37 = v36;\nint v38 = v37;\n' >wanted

tests_of() { grep -o '"tested":[0-9]*' "$1" | tail -n 1 | cut -d : -f 2; }

make_killed_test bug.c
mkdir notes
for jobs in 1 3; do
  cp pristine/bug.c bug.c
  whittle_exits 0 --force -j $jobs --plan closure --listen "$dir/compiler bug.c" --json heard.$jobs ./test.sh bug.c
  cmp bug.c wanted || fail "-j $jobs: another result"
  grep -q 'compiler messages explained [1-9][0-9]* of [0-9]* refusals; [1-9][0-9]* of [0-9]* repairs succeeded' out ||
    fail "the summary does not say what came of it"
  grep -q '"listening":{"explained":[1-9]' heard.$jobs || fail "the events do not say what came of it"
  grep -q '"kind":"repair"' heard.$jobs || fail "no query is a repair"
done
[ "$(tests_of heard.1)" = "$(tests_of heard.3)" ] || fail "the number of jobs changes the tests"

root=$(cd "$here/../.." && pwd)
python3 "$root/tests/report/check_events.py" "$root/docs/json-schema.json" heard.1 >out || fail "events are not as documented"

cp pristine/bug.c bug.c
whittle_exits 0 --force -j 1 --plan closure --listen "touch $dir/asked" --listen off --json deaf ./test.sh bug.c
[ -e asked ] && fail "--listen off: the command was run"
grep -q listening deaf && fail "--listen off: something was heard"
[ "$(tests_of heard.1)" -lt "$(tests_of deaf)" ] || fail "listening took $(tests_of heard.1) tests, and $(tests_of deaf) without"

survives 12 bug.c --plan closure --listen "$dir/compiler bug.c"
