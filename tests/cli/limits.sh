#!/bin/bash
# --memory and --processes hold what a test may take; a resumed run is held in the same way.
. "$(dirname "$0")/lib.sh"
make_input
# What a shell may take is said by ulimit, whoever runs it.
cat >test.sh <<'END'
#!/bin/sh
[ "$(ulimit -v)" = 1000000 ] && [ "$(ulimit -u)" = 777 ] && [ "$(ulimit -c)" = 0 ] || exit 9
grep -q needle input.txt && grep -q thread input.txt
END
# dash has no ulimit -u.
sed -i '1s|.*|#!/bin/bash|' test.sh
whittle_exits 5 --unit lines ./test.sh input.txt
limits=(--memory 1024000000 --processes 777)
whittle_exits 0 --unit lines "${limits[@]}" --max-tests 3 ./test.sh input.txt
whittle_exits 0 --resume input.txt
file_is input.txt $'needle\nthread\n'
whittle_exits 2 --processes none ./test.sh input.txt
prints "--processes: 'none' is not a number from 1 to 1000000"

# Forks without end, as somebody whom limits hold: each test ends all the same, with all it started.
[ "$(id -u)" = 0 ] || exit 0
cat >bomb.sh <<'END'
#!/bin/bash
bomb() { bomb | bomb & }
grep -q hay "$1" || bomb 2>/dev/null
grep -q needle "$1" && grep -q thread "$1"
END
chmod +x bomb.sh
cp "$WHITTLE" whittle
chmod 755 . whittle bomb.sh
mkdir mine && cp pristine.txt mine/input.txt && chown -R 65533 mine
timeout 60 setpriv --reuid 65533 --regid 65533 --clear-groups ./whittle -j 1 --processes 40 --timeout 5s \
  --unit lines ./bomb.sh mine/input.txt >out 2>&1 </dev/null
code=$?
[ $code = 0 ] || [ $code = 10 ] || fail "exited with $code"
[ -z "$(ps -u 65533 -o pid=)" ] || fail "processes are left: $(ps -u 65533)"
grep -q needle mine/input.txt || fail "the best so far is not interesting"
