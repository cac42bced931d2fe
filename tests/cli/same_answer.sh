#!/bin/bash
# Three inputs and a test that takes a random time: the same bytes for every -j, and in merged mode
# for every -j with the same width.
. "$(dirname "$0")/lib.sh"

cat >input.c <<'C'
#include <stddef.h>
struct pair { int first; int second; };
static int add(int a, int b) { return a + b; }
static int twice(int a) { return add(a, a); }
static int unused(void) { return 41; }
static size_t length(const char *text) {
  size_t n = 0;
  while (text[n]) ++n;
  return n;
}
int sum(struct pair p) {
  int total = 0;
  for (int i = p.first; i < p.second; ++i) {
    if (i % 3 == 0) total = add(total, twice(i));
    else total += (int)length("abc");
  }
  return total;
}
int main(void) { struct pair p = {1, 9}; return sum(p) + unused(); }
C
cat >input.json <<'JSON'
{
  "name": "whittle",
  "text": "a, b",
  "list": [
    1, 2,
    [3, 4, {"deep": true}],
    5
  ],
  "more": {"x": [0, 0, 0], "y": {"deep": false}},
  "numbers": [6, 7, 8],
  "last": null
}
JSON
{ for i in $(seq 1 30); do echo "line $i says $((i * 7919 % 101))"; done; } >input.txt

# Each is a real property: brackets that match, words in order, a count.
cat >test.sh <<'SH'
#!/bin/bash
sleep 0.00$((RANDOM % 9))
[ -e input.c ] && file=input.c
[ -e input.json ] && file=input.json
[ -e input.txt ] && file=input.txt
text=$(<$file)  # no other program: this runs a thousand times
opened=${text//[^\{(\[]/} closed=${text//[^\})\]]/}
[ ${#opened} = ${#closed} ] || exit 1
case $file in
  input.c) [[ $text == *while*twice*'int main'* ]] ;;
  input.json) [[ $text == *'"list"'*deep*last* ]] ;;
  input.txt) [[ $text == *says*says*says*says*says* && $text == *'says 5'* ]] ;;
esac
SH
chmod +x test.sh

run() { # NAME INPUT OPTIONS...
  local name=$1 input=$2
  shift 2
  mkdir "$name"
  cp "pristine-$input" "$name/$input"
  (cd "$name" && whittle_exits 0 "$@" ../test.sh "$input") || exit 1
}
for input in input.c input.json input.txt; do
  mv $input pristine-$input
  for jobs in 1 2 8; do
    run ahead-$input-$jobs $input --plan lines -j $jobs
    run merge-$input-$jobs $input --plan lines --parallel merge --width 4 -j $jobs
    run tree-$input-$jobs $input --plan perses -j $jobs
    for mode in ahead merge tree; do
      cmp $mode-$input-1/$input $mode-$input-$jobs/$input || fail "$mode: $input differs at -j$jobs"
    done
  done
  for mode in ahead merge tree; do
    [ "$(wc -c <$mode-$input-1/$input)" -lt "$(wc -c <pristine-$input)" ] || fail "$mode: nothing went of $input"
  done
done
