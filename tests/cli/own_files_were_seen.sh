#!/bin/bash
# With --around, tests see the folder of FILE while the run writes there. At no moment do they see a file of the run: half-written
# versions, copies, events, locks, candidates on the side. One that finds another candidate is wrong about its own.
. "$(dirname "$0")/lib.sh"
# Lists the folder all the time that it takes; `strange` is outside of the folder, so that what a test writes there stays.
cat >test.sh <<END
#!/bin/bash
shopt -s nullglob dotglob
for ((i = 0; i < 12; ++i)); do
  for name in * real/* results/*; do
    case \$name in a | b | link | real | real/c | results | results/mine) ;; *) echo "\$name" >>$dir/strange ;; esac
  done
done
[ -e results/mine ] || exit 1
cat "\$@" | grep -c keep | grep -qx \$((16 * \$#)) || exit 77
END
chmod +x test.sh
fresh() {
  rm -rf p strange && mkdir -p p/real p/results && touch p/results/mine
  # Many bests: between two lines that are needed is one that can go.
  for i in $(seq 16); do printf 'keep %d\nhay %d\n' $i $i; done | tee p/a p/b >p/real/c
  ln -s real/c p/link
}
check() { # check ARGUMENTS...: of a run that must succeed, in p
  (cd p && "$WHITTLE" -j3 --unit lines --around . --also-interesting 77 --json events --report report.html "$@") >out 2>&1 ||
    fail "whittle $* ended with $?"
  [ ! -e strange ] || fail "whittle $*: tests saw: $(sort strange | uniq -c)"
}
fresh
check ../test.sh a b link
[ "$(cat p/a p/b p/real/c | grep -vc keep)" = 0 ] || fail "nothing was reduced"
[ -d p/a.also ] && [ -s p/events ] && [ -s p/report.html ] && [ -e p/link.orig ] || fail "this shows nothing: $(ls -A p)"
# All of that is there from the first test on now, and so is the best of a killed run.
cp p/a p/a.best
check ../test.sh a b link
# The result goes to a folder that the test needs.
fresh
check -o results ../test.sh a
[ "$(grep -vc keep p/results/a)" = 0 ] || fail "nothing was reduced"
cmp -s p/a p/b || fail "FILE was changed"
