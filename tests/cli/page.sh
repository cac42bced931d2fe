#!/bin/bash
# --serve, --report, view and report from the command line; tests/page/in_a_browser.sh looks at the page itself.
. "$(dirname "$0")/lib.sh"
make_input

# A report at the end of a run. The record that it is made from is removed, unless it is to be kept.
whittle_exits 0 --leave orig --report run.html ./test.sh input.txt
prints "whittle: the report is in run.html"
grep -q '"ending":"finished"' run.html || fail "the report has no end"
! grep -qE '(src|href)="?(https?:)?//' run.html || fail "the report asks for another file"
[ ! -e input.txt.whittle ] || fail "the record was kept"
whittle_exits 9 report input.txt
prints "there is no record of a run on input.txt"
prints "--leave history"
whittle_exits 9 view input.txt
prints "there is no record of a run on input.txt"
cp pristine.txt input.txt
whittle_exits 0 --leave history --report run.html ./test.sh input.txt
whittle_exits 0 report input.txt
prints "whittle: the report is in input.txt.html"
cp input.txt.html first.html
whittle_exits 0 -q report --report other.html input.txt
[ ! -s out ] || fail "-q prints something"
[ "$(wc -c <other.html)" = "$(wc -c <first.html)" ] || fail "two reports of one run differ in size"

# A run that was stopped has a report too, and keeps its record.
rm -rf input.txt.*; cp pristine.txt input.txt
whittle_exits 0 --leave orig -j1 --max-tests 4 --report run.html ./test.sh input.txt
grep -q '"ending":"max-tests"' run.html || fail "the report of a stopped run"
whittle_exits 0 report input.txt
whittle_exits 0 --resume --report run.html input.txt
grep -q '"ending":"finished"' run.html || fail "the report of a resumed run"
[ ! -e input.txt.whittle ] || fail "the record was kept after --resume"

# Nothing is overwritten that is no report.
cp pristine.txt input.txt
echo mine >mine.html
whittle_exits 2 --report mine.html ./test.sh input.txt
prints "mine.html exists and whittle did not write it; --report does not overwrite it"
file_is mine.html $'mine\n'
cmp -s input.txt pristine.txt || fail "the run began"
whittle_exits 0 --force --report mine.html ./test.sh input.txt
grep -q '"ending":"finished"' mine.html || fail "--force does not overwrite"
cp pristine.txt input.txt
whittle_exits 2 --report run.pdf ./test.sh input.txt
prints "'run.pdf' does not end in"

# Addresses.
for address in x 99999 -1 :80 1.2.3.4: 127.0.0.1:http; do
  whittle_exits 2 --serve="$address" ./test.sh input.txt
  prints "--serve: '$address' is not a port or ADDRESS:PORT"
done
whittle_exits 2 batch --serve 0 . -- cat @@
prints "batch cannot be combined with --serve"
[ -e "$(dirname "$WHITTLE")/http.so" ] || skip "built without cpp-httplib"
whittle_exits 0 --leave orig --serve 0 ./test.sh input.txt
grep -qE '^whittle: watch it at http://127\.0\.0\.1:[0-9]+/\?token=[0-9a-f]{32}$' out || fail "no address"
[ ! -e input.txt.whittle ] || fail "the record was kept after --serve"
cp pristine.txt input.txt
whittle_exits 0 --serve localhost:0 ./test.sh input.txt
prints "watch it at http://localhost:"
cp pristine.txt input.txt
whittle_exits 2 --serve 203.0.113.7:0 ./test.sh input.txt
prints "cannot listen on 203.0.113.7:0"

# Two on one port.
whittle_exits 0 --leave history ./test.sh input.txt
"$WHITTLE" view input.txt >first 2>&1 &
viewer=$!
trap 'kill $viewer 2>/dev/null; rm -rf "$dir"' EXIT
wait_until grep -q 'watch it at' first || fail "view does not start"
port=$(grep -oE ':[0-9]+/' first | tr -d ':/')
whittle_exits 2 view --serve "$port" input.txt
prints "cannot listen on 127.0.0.1:$port"
kill -INT $viewer
wait $viewer || fail "view ends with $?"

# Without its module.
mkdir alone && cp "$WHITTLE" alone/whittle
WHITTLE=$dir/alone/whittle whittle_exits 2 view input.txt
prints "the web server, http.so, cannot be loaded"
