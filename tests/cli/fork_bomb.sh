#!/bin/bash
# A candidate forks without end, and --processes limits it: each test ends all the same, with every process
# that it started.
. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || skip "only root can become another user; the limit counts all processes of a user"
make_input
user=$((100000 + $$))  # of no other run of this test
cat >bomb.sh <<'END'
#!/bin/bash
bomb() { bomb | bomb & }
grep -q hay "$1" || bomb 2>/dev/null
grep -q needle "$1" && grep -q thread "$1"
END
chmod +x bomb.sh
cp "$WHITTLE" whittle
chmod 755 . whittle bomb.sh
mkdir mine && cp pristine.txt mine/input.txt && chown -R $user mine
setpriv --reuid $user --regid $user --clear-groups ./whittle -j 1 --processes 40 --timeout 5s \
  --unit lines ./bomb.sh mine/input.txt >out 2>&1 </dev/null
code=$?
[ $code = 0 ] || [ $code = 10 ] || fail "exited with $code"
[ -z "$(ps -u $user -o pid=)" ] || fail "processes are left: $(ps -u $user)"
grep -q needle mine/input.txt || fail "the best so far is not interesting"
