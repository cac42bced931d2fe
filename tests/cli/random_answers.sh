#!/bin/bash
# A test that answers at random is found out: the run stops with the best so far, or goes on by
# majority if asked to.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 400); do [ $((i % 10)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
# Says no where it should say yes, from the 100th yes on, one time in three.
cat >test.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 40 ] || exit 1
echo x >>$dir/asked
n=\$(wc -l <$dir/asked)
[ \$n -lt 100 ] || [ \$((n % 3)) != 0 ]
END
chmod +x test.sh
for jobs in 1 3; do
  rm -rf input.txt* asked
  cp pristine.txt input.txt
  whittle_exits 10 -j $jobs --unit lines -a oneminimal ./test.sh input.txt
  prints "whittle: error: ./test.sh answered the same candidate differently ("
  prints " interesting, 1 not)"
  prints "--flaky majority"
  prints "go on with: whittle --resume input.txt"
  [ "$(grep -c needed input.txt)" = 40 ] || fail "the best so far is not interesting"
  [ "$(wc -l <input.txt)" -lt 400 ] || fail "the best so far was not kept"
  [ -e input.txt.whittle/journal.db ] || fail "it cannot be resumed"

  rm -rf input.txt* asked
  cp pristine.txt input.txt
  whittle_exits 0 -j $jobs --flaky majority --unit lines -a oneminimal ./test.sh input.txt
  prints "whittle: warning: ./test.sh answered the same candidate differently ("
  prints " interesting, 1 not); see --repeat"
  [ "$(grep -c needed input.txt)" = 40 ] || fail "the result is not interesting"
done
