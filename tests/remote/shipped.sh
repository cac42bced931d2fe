#!/bin/bash
# The test is sent to workers, with what it needs: files of --with, a folder that is reduced, and one around FILE.
# Nothing else of this machine is used: what the workers see is a copy.
. "$(dirname "$0")/lib.sh"
start_server
make_run
start_worker one
mkdir mine mine/data
echo needed >mine/data/word
cat >mine/test.sh <<END
#!/bin/bash
case \$WORKER:\$0 in one:$dir/*) exit 3 ;; esac
END
cat >>mine/test.sh <<'END'
[ $(grep -c "$(cat "$(dirname "$0")/data/word")" input.txt) = 10 ]
END
chmod 755 mine/test.sh
cp pristine.txt input.txt
"$WHITTLE" --unit lines --workers "$url" "${credentials[@]}" --width 4 --with mine/data -q ./mine/test.sh input.txt >out 2>&1 || fail "exited with $?"
cmp -s input.txt expected.txt || fail "another result with --with"
grep -q "works for" worker-one.log || fail "the worker took no part: $(cat worker-one.log)"

# A folder.
mkdir project project/sub
cp pristine.txt project/sub/a.txt
echo "keep me" >project/b.txt
cat >folder_test.sh <<'END'
#!/bin/sh
[ $(grep -c needed project/sub/a.txt) = 10 ] && grep -q keep project/b.txt
END
chmod 755 folder_test.sh
"$WHITTLE" --unit lines --workers "$url" "${credentials[@]}" --width 4 -q ./folder_test.sh project >out 2>&1 || fail "exited with $?"
cmp -s project/sub/a.txt expected.txt || fail "another result for a folder"
[ "$(cat project/b.txt)" = "keep me" ] || fail "b.txt holds: $(cat project/b.txt)"

# The files around FILE.
mkdir tree tree/include
echo needed >tree/include/word
cp pristine.txt tree/input.txt
cat >tree/test.sh <<'END'
#!/bin/sh
[ $(grep -c "$(cat include/word)" input.txt) = 10 ]
END
chmod 755 tree/test.sh
(cd tree && "$WHITTLE" --unit lines --workers "$url" "${credentials[@]}" --width 4 --around . -q ./test.sh input.txt) >out 2>&1 || fail "exited with $?"
cmp -s tree/input.txt expected.txt || fail "another result with --around"
[ "$(grep -c "works for" worker-one.log)" = 3 ] || fail "the worker took no part: $(cat worker-one.log)"
