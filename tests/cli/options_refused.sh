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
refused "opdd does not support order=complements-first" "these support it: ddmin" -a opdd:order=complements-first
refused "cdd does not support order" "these support it: ddmin, opdd" -a cdd:order=complements-only
refused "wddmin does not support direction" "these support it: gallop, ddmin, opdd" -a wddmin:direction=backward
refused "opdd does not support after-success" "these support it: ddmin, oneminimal" -a opdd:after-success=restart
refused "ddmin does not support sigma" "these support it: probdd, cdd, wprobdd" -a ddmin:sigma=0.2
refused "wddmin does not support threshold" "these support it: probdd, cdd, wprobdd" -a wddmin:threshold=0.8
refused "--algorithm: sigma: '0/n' is not M/n with a number M above 0" "" -a probdd:sigma=0/n
refused "the plan auto does not support rounds" "hdd, coarse" --plan auto:rounds=1
refused "--unit cannot be combined with no-sweep" "" -u lines -p :no-sweep
refused "cdd does not support seed" "these support it: probdd, activecoarsen" -a cdd:seed=1
refused "cdd does not support infer" "these support it: probdd, wprobdd" -a cdd:infer
refused "probdd does not support rate" "these support it: activecoarsen" -a probdd:rate=0.2
refused "--algorithm: start: '1' is not a number between 0 and 1" "" -a activecoarsen:start=1
refused "ddmin does not support width" "these support it: gallop" -a ddmin --width 1
refused "gallop does not support order" "these support it: ddmin, opdd" -a :order=complements-only
refused "--parallel merge runs gallop and cannot run ddmin" "" --parallel merge -j1 -a ddmin
refused "combine does not support order" "these support it: ddmin, opdd" -a combine:order=complements-only
refused "ddmin does not support sigma" "" -u lines -a ddmin:sigma=0.2

refused "--algorithm: unknown parameter 'ordr', did you mean 'order'?" "whittle --help all" -a ddmin:ordr=complements-only
refused "--algorithm: order needs a value: order=ORDER" "" -a ddmin:order
refused "--algorithm: fixpoint takes no value" "" -a ddmin:fixpoint=yes
refused "--algorithm: order: 'back' is not one of subsets-first, complements-first, complements-only" "" -a ddmin:order=back
refused "unknown option '--order'" "order is a parameter of --algorithm, as in: -a NAME:order" --order complements-only
refused "unknown option '--rounds'" "rounds is a parameter of --plan, as in: -p NAME:rounds" --rounds 1
refused "unknown option '--list-plans', did you mean '--list'?" "" --list-plans
refused "unknown option '--show-graph-dot', did you mean '--show-graph'?" "" --show-graph-dot
refused "unknown option '--no-listen', did you mean '--listen'?" "" --no-listen
refused "--connect is an option of whittle worker and cluster" "whittle worker --connect" --connect nats://host
refused "--json=weights needs a file for the events" "--json FILE --json=weights" --json=weights

refused "the plan hdd does not support --only" "these plans support it: auto, tree, hoist" --plan hdd --only comments
refused "the plan perses does not support --without" "these plans support it: auto, tree, hoist" --plan perses --without comments
refused "the plan lines does not support --language" "these plans support it: auto, closure, tree, perses, hdd" --plan lines --language c
refused "--unit cannot be combined with --only" "these plans support it: auto, tree, hoist" --unit lines --only comments
refused "--unit cannot be combined with --language" "these plans support it: auto, closure, tree, perses" --unit tokens --language c
refused "--unit cannot be combined with --plan" "omit one of the two" --unit tokens --plan hdd
cmp -s input.txt pristine.txt || fail "a mistake changed the input"

# Sweeps and fixpoints go with every algorithm.
for algorithm in dd activecoarsen wprobdd; do
  cp pristine.txt input.txt
  whittle_exits 0 --unit lines -a $algorithm:fixpoint,one-minimal ./test.sh input.txt
done
