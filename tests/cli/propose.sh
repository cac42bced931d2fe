#!/bin/bash
# --propose asks a program for edits; the example of docs/proposers.md is one.
. "$(dirname "$0")/lib.sh"
root=$(cd "$here/../.." && pwd)
cp "$root/examples/proposer/shorten.py" .
fresh() {
  rm -rf input.txt.*
  printf 'keep "some long string" here\nlonger_name = 1\nlonger_name = longer_name\n' >input.txt
}
# The pass alone, so that nothing else can have done it.
cat >test.sh <<'END'
#!/bin/sh
[ "$(wc -l <input.txt)" = 3 ] && [ "$(grep -c keep input.txt)" = 1 ]
END
chmod +x test.sh
fresh
whittle_exits 0 --only proposed --propose "$dir/shorten.py" ./test.sh input.txt
file_is input.txt $'keep "s" here\nw = 1\nw = w\n'

# The same result whatever the number of jobs, and when it is resumed.
fresh
whittle_exits 0 -j1 --propose "$dir/shorten.py" ./test.sh input.txt
cp input.txt one.txt
fresh
whittle_exits 0 -j4 --propose "$dir/shorten.py" ./test.sh input.txt
cmp input.txt one.txt || fail "the result depends on the number of jobs"
fresh
whittle_exits 0 -j1 --max-tests 3 --propose "$dir/shorten.py" ./test.sh input.txt
whittle_exits 0 --resume input.txt
cmp input.txt one.txt || fail "the result of a resumed run is another"

# It is asked once about a document, with the text and a copy on disk.
cat >asked.py <<END
#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    file = json.loads(line)
    assert open(file["copy"]).read() == file["text"]
    open("$dir/asked", "a").write(json.dumps(file["text"]) + "\n")
END
chmod +x asked.py
fresh
whittle_exits 0 --propose "$dir/asked.py" ./test.sh input.txt
[ -s asked ] && [ -z "$(sort asked | uniq -d)" ] || fail "asked twice: $(sort asked | uniq -d)"

# What can be wrong.
fresh
cp input.txt pristine.txt
whittle_exits 4 --propose 'exit 3' ./test.sh input.txt
prints "the proposer fails: exit 3"
for wrong in 'not json' '{}' '[]' '{"begin": 5, "end": 4}' '{"begin": 0, "end": 100000}' '{"begin": -1, "end": 2}' \
  '{"path": "other", "begin": 0, "end": 1}' '{"changes": []}' '{"begin": 0, "end": 1, "text": 7}' \
  '{"changes": [{"begin": 0, "end": 5}, {"begin": 4, "end": 6}]}'; do
  echo "$wrong" >answer
  whittle_exits 4 --propose "cat '$dir/answer'" ./test.sh input.txt
  prints "line 1 of the proposer's answer is not an edit of this document"
  cmp -s input.txt pristine.txt || fail "the input was changed"
done
# It was copied by recursion, which needs more stack than there is.
python3 -c 'n = 100000; print("{\"changes\":" + "[" * n + "]" * n + "}")' >answer
whittle_exits 4 --propose "cat '$dir/answer'" ./test.sh input.txt
prints "line 1 of the proposer's answer is not an edit of this document"
whittle_exits 2 --unit lines --propose true ./test.sh input.txt
prints "--propose works only with the plan auto"
