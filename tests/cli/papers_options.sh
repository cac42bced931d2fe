#!/bin/bash
# Options of the papers' algorithms change what is asked as the papers say.
. "$(dirname "$0")/lib.sh"
# asked LINES "NEEDED..." OPTIONS...: reduces a list of numbers of three digits. `asked` holds one line for
# each question: how many lines the candidate has, and whether it is interesting.
asked() {
  local lines=$1 needed=$2 number
  shift 2
  rm -rf input.txt*
  seq -f %03g 1 $lines >input.txt
  { echo '#!/bin/sh'; for number in $needed; do echo "grep -q $number input.txt || exit 1"; done; } >test.sh
  chmod +x test.sh
  whittle_exits 0 -q -j 1 --unit lines --json events "$@" ./test.sh input.txt
  python3 -c '
import json
for line in open("events"):
    event = json.loads(line)
    if event["event"] == "query": print(event["bytes"] // 4, event["interesting"])' >asked
  file_is input.txt "$(printf '%s\n' $needed)
"
}
first() { head -n 1 asked; }

# ddmin asks about one half first: the one with 007, or the other one.
asked 64 007 --algorithm ddmin:direction=forward
[ "$(first)" = "32 True" ] || fail "forward: $(first)"
asked 64 007 --algorithm ddmin:direction=backward
[ "$(first)" = "32 False" ] || fail "backward: $(first)"

# picire's granularity: eight chunks of eight at first.
for algorithm in ddmin opdd; do
  asked 64 007 --algorithm $algorithm:granularity=8
  [ "$(first)" = "8 True" ] || fail "$algorithm:granularity=8: $(first)"
done
whittle_exits 2 --algorithm ddmin:granularity=1 ./test.sh input.txt

# Of eight numbers 1 and 8 are needed. The complement without 3 and 4 is the first success; then comes the one
# without 5 and 6, which is one too, or again the first, without 1 and 2.
for where in continue restart; do
  asked 8 "001 008" --algorithm ddmin:order=complements-only,after-success=$where
  next=$(grep -A 1 True asked | sed -n 2p)
  [ $where = restart ] && expected="4 False" || expected="4 True"
  [ "$next" = "$expected" ] || fail "$where: $next after the first success"
done

# ProbDD removes as many as make n * (1 - sigma)^n largest: ten of 0.1, two of 0.4.
asked 64 "007 030 052" --algorithm probdd:sigma=0.1
[ "$(first)" = "54 False" ] || [ "$(first)" = "54 True" ] || fail "sigma=0.1: $(first)"
cp asked without_seed
asked 64 "007 030 052" --algorithm probdd:sigma=6.4/n
cmp -s asked without_seed || fail "sigma=6.4/n of 64 elements is not sigma=0.1"
asked 64 "007 030 052" --algorithm probdd:sigma=0.4
[ "$(first)" = "62 True" ] || [ "$(first)" = "62 False" ] || fail "sigma=0.4: $(first)"
whittle_exits 2 --algorithm probdd:sigma=1 ./test.sh input.txt
prints "--algorithm: sigma: '1' is not a number between 0 and 1"

# A seed draws other ties, and the same ones each time.
asked 64 "007 030 052" --algorithm probdd:seed=3
cp asked seed_3
asked 64 "007 030 052" --algorithm probdd:seed=3
cmp -s asked seed_3 || fail "seed=3 asks other questions the second time"
! cmp -s asked without_seed || fail "seed=3 changes nothing"
asked 64 "007 030 052" --algorithm probdd:seed=4
! cmp -s asked seed_3 || fail "seed=3 and seed=4 ask the same"

# What has become likely to be needed is kept without a test of its own: nothing is asked twice with a threshold this low.
rm -rf input.txt* && seq -f %03g 1 64 >input.txt
whittle_exits 0 -q -j 1 --unit lines --json events --algorithm cdd:threshold=0.11 ./test.sh input.txt
[ "$(grep -c '"event":"query"' events)" = 7 ] || fail "threshold=0.11 asks $(grep -c '"event":"query"' events) questions"

# What can be inferred is not asked.
asked 64 "007 030 052" --algorithm wprobdd
tests=$(wc -l <asked)
asked 64 "007 030 052" --algorithm wprobdd:infer
[ "$(wc -l <asked)" -lt $tests ] || fail "infer asks $(wc -l <asked) times, and $tests times without it"
