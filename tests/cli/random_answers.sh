#!/bin/bash
# A test that answers at random is found out: the run stops with the best so far, and can go on with a
# rate if asked to.
. "$(dirname "$0")/lib.sh"
for i in $(seq 1 250); do [ $((i % 10)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
# says CONDITION: from the 100th yes on, the n-th stays a yes only if that holds.
says() {
  cat >test.sh <<END
#!/bin/sh
[ \$(grep -c needed input.txt) = 25 ] || exit 1
echo x >>$dir/asked
n=\$(wc -l <$dir/asked)
[ \$n -lt 100 ] || [ $1 ]
END
  chmod +x test.sh
}
# With three jobs the order of the answers is chance. Nine no of ten are not missed by any.
says '$((n % 10)) = 0'
for jobs in 1 3; do
  rm -rf input.txt* asked
  cp pristine.txt input.txt
  whittle_exits 10 -j $jobs --unit lines -a oneminimal ./test.sh input.txt
  prints "whittle: error: ./test.sh answered the same candidate differently ("
  prints " interesting, 1 not)"
  prints "--flaky half"
  prints "continue with: whittle --resume input.txt"
  [ "$(grep -c needed input.txt)" = 25 ] || fail "the best so far is not interesting"
  [ "$(wc -l <input.txt)" -lt 250 ] || fail "the best so far was not kept"
  rm asked  # from now on it can be relied on again, for a while
  whittle_exits 0 -j $jobs --resume --max-tests 60 input.txt
  [ "$(grep -c needed input.txt)" = 25 ] || fail "what it went on with is not interesting"
done

says '$((n % 3)) != 0'
rm -rf input.txt* asked
cp pristine.txt input.txt
whittle_exits 10 -j 1 --unit lines -a oneminimal ./test.sh input.txt
whittle_exits 0 -j 1 --resume --flaky half input.txt
prints "runs; versions must fail in at least"
prints "with 99 % confidence"
[ "$(grep -c needed input.txt)" = 25 ] || fail "the result is not interesting"
