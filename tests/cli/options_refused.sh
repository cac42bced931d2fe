#!/bin/bash
# An option that the algorithm or the plan would ignore is refused, and what takes it is named.
. "$(dirname "$0")/lib.sh"
make_input
# refused "MESSAGE" "WAY OUT" OPTIONS...
refused() {
  message=$1 way_out=$2
  shift 2
  whittle_exits 2 "$@" ./test.sh input.txt
  prints "whittle: error: $message"
  prints "$way_out"
}
refused "opdd does not take --order complements-first" "these do: ddmin" -a opdd --order complements-first
refused "cdd does not take --order" "these do: ddmin, opdd" -a cdd --order complements-only
refused "wddmin does not take --direction" "these do: gallop, ddmin, opdd" -a wddmin --direction backward
refused "opdd does not take --after-success" "these do: ddmin, oneminimal" -a opdd --after-success restart
refused "ddmin does not take --sigma" "these do: probdd, cdd, wprobdd" -a ddmin --sigma 0.2
refused "wprobdd does not take --threshold" "these do: probdd, cdd" -a wprobdd --threshold 0.8
refused "--sigma: '0/n' is not a number above 0 and /n" "" -a probdd --sigma 0/n
refused "the plan auto does not take --rounds" "hdd, coarse" --rounds 1
refused "--unit does not take --no-sweep" "" -u lines --no-sweep
refused "cdd does not take --seed" "these do: probdd, activecoarsen" -a cdd --seed 1
refused "probdd does not take --infer" "these do: wprobdd" -a probdd --infer
refused "ddmin does not take --width" "these do: gallop" -a ddmin --width 1
refused "gallop does not take --order" "these do: ddmin, opdd" --order complements-only
refused "--parallel merge runs gallop and cannot run ddmin" "" --parallel merge -j1 -a ddmin
refused "combine does not take --order" "these do: ddmin, opdd" --parallel combine --order complements-only
refused "--parallel race takes none of --one-minimal, --fixpoint and --after-success" "" \
  -u lines --parallel race --one-minimal
refused "ddmin does not take --sigma" "" -u lines --parallel race --sigma 0.2

refused "the plan hdd does not take --only" "these plans do: auto, tree, hoist" --plan hdd --only comments
refused "the plan perses does not take --without" "these plans do: auto, tree, hoist" --plan perses --without comments
refused "the plan lines does not take --language" "these plans do: auto, closure, tree, perses, hdd" --plan lines --language c
refused "--unit does not take --only" "these plans do: auto, tree, hoist" --unit lines --only comments
refused "--unit does not take --language" "these plans do: auto, closure, tree, perses" --unit tokens --language c
refused "--unit does not take --plan" "leave out one of the two" --unit tokens --plan hdd
cmp -s input.txt pristine.txt || fail "a mistake changed the input"

# Sweeps and fixpoints go with every algorithm.
for algorithm in dd activecoarsen wprobdd; do
  cp pristine.txt input.txt
  whittle_exits 0 --unit lines -a $algorithm --fixpoint --one-minimal ./test.sh input.txt
done
