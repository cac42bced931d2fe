#!/bin/bash
# Each name that --list shows is accepted where it belongs, and each has a description.
. "$(dirname "$0")/lib.sh"
make_input
# every LIST FEWEST OPTION VALUE...: reduces with OPTION for each name of LIST.
every() {
  local list=$1 fewest=$2 option=$3 name
  shift 3
  whittle_exits 0 --list $list
  cp out listed
  [ "$(wc -l <listed)" -ge $fewest ] || fail "$list shows $(wc -l <listed) only"
  local number=0
  while read -r name description; do
    [ -n "$description" ] || [ $name = brackets ] || fail "$list says nothing about $name"
    # Newcomers reduce with each fifth name of a long list; CI with all of them.
    number=$((number + 1))
    [ -z "${WHITTLE_QUICK:-}" ] || [ $fewest -lt 20 ] || [ $((number % 5)) = 1 ] || continue
    rm -rf input.txt*
    cp pristine.txt input.txt
    whittle_exits 0 -q -j 2 "$@" $option $name ./test.sh input.txt
    grep -q needle input.txt && grep -q thread input.txt || fail "$option $name: not interesting"
    [ "$list" != algorithms ] || [ "$(wc -l <input.txt)" -lt 20 ] || fail "$option $name: not reduced"
  done <listed
}
every algorithms 11 --algorithm --unit lines
every plans 11 --plan
every languages 20 --language --max-tests 5 --plan hdd
every passes 40 --only --max-tests 5
whittle_exits 2 --plan pers ./test.sh input.txt
prints "perses"
whittle_exits 2 --language pyton ./test.sh input.txt
prints "see: whittle --list languages"
