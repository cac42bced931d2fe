#!/bin/bash
# Every way to run in parallel reduces to what is needed; what does not go together is said so.
. "$(dirname "$0")/lib.sh"
make_input
for mode in "--parallel ahead" "--parallel merge" "-a combine" "--parallel off"; do
  cp pristine.txt input.txt
  whittle_exits 0 --unit lines $mode -j 4 --json log.json ./test.sh input.txt
  file_is input.txt $'needle\nthread\n'
  case $mode in
    *combine)
      grep -q '"lines/combine"' log.json || fail "it did not combine"
      grep -q '"unambiguity":{"ratio":[01].*"successful":[1-9]' log.json || fail "it did not say how often" ;;
    *) grep -q '"lines/gallop"' log.json || fail "$mode did not run gallop" ;;
  esac
done
for order in subsets-first complements-first complements-only; do
  cp pristine.txt input.txt
  whittle_exits 0 --unit lines -a ddmin:order=$order ./test.sh input.txt
  file_is input.txt $'needle\nthread\n'
done

# Under a tree plan each level is a list, numbered on.
printf 'int a;\nint b(void) { int needle; return 1; }\nint c(void) { return 2; }\n' >input.c
printf '#!/bin/sh\ngrep -q needle input.c\n' >tree.sh && chmod +x tree.sh
whittle_exits 0 --plan hdd -a combine -j 2 --json log.json -o small.c --force ./tree.sh input.c
grep -q needle small.c || fail "combine removed what is needed"
grep -q '"hdd/combine"' log.json || fail "combine is not used under hdd"
jq -es 'map(select(.event == "list" and .phase == "start").list) | . == [range(1; length + 1)] and length > 1' \
  log.json >out || fail "the lists are not numbered"

cp pristine.txt input.txt
whittle_exits 2 --unit lines --parallel hurry ./test.sh input.txt
prints "'hurry' is not one of ahead, merge, off"
cmp -s input.txt pristine.txt || fail "a mistake changed the input"

# More slots than there is anything to ask.
for jobs in 64 300; do
  printf 'needle\nthread\n\n' >input.txt
  whittle_exits 0 --unit lines -j $jobs ./test.sh input.txt
  file_is input.txt $'needle\nthread\n'
done
