#!/bin/bash
# The default plan on several languages, with a test that takes a random time: for every -j the same bytes,
# and the same answers in the same order on the way. With $WHITTLE_QUICK: fewer samples and numbers of jobs.
. "$(dirname "$0")/lib.sh"
samples="passes/code/shop.c syntax/samples/smtlib.smt2 syntax/samples/xml.xml" more="passes/code/shop.py passes/code/Shop.java"
[ -n "${WHITTLE_QUICK:-}" ] && numbers="1 3" || { numbers="1 2 3 8" samples="$samples $more"; }
answers() { grep '"event":"query"' "$1" | grep -oE '"candidate":"[0-9a-f]*"|"interesting":[a-z]*'; }
for sample in $samples; do
  file=$(basename $sample)
  words_in_order "$here/../$sample" >property
  printf '#!/bin/bash\n[ $((RANDOM %% 4)) = 0 ] && sleep 0.0$((RANDOM %% 3))\n"%s/property" %s\n' "$dir" $file >test.sh
  chmod +x property test.sh
  for jobs in $numbers; do
    rm -rf $file*
    cp "$here/../$sample" $file
    whittle_exits 0 -q -j $jobs --json events ./test.sh $file
    cp $file result-$jobs
    answers events >answers-$jobs
    cmp result-1 result-$jobs || fail "$file: another result at -j $jobs"
    cmp answers-1 answers-$jobs || fail "$file: other answers at -j $jobs"
  done
  [ "$(wc -l <answers-1)" -gt 100 ] || fail "$file: too few questions to show anything"
  [ "$(wc -c <result-1)" -lt "$(wc -c <"$here/../$sample")" ] || fail "$file was not reduced"
done
