#!/bin/bash
# With --view, a run that was stopped by a limit or by Ctrl-C lost its result: ENCODE was stopped too.
. "$(dirname "$0")/lib.sh"
seq 2000 >h
gzip -k h
printf '#!/bin/sh\nsleep .2; zcat h.gz | grep -qx 7\n' >w.sh
chmod +x w.sh
whittle_exits 0 --view gzip --max-time 2s ./w.sh h.gz
prints_not "ENCODE"
zcat h.gz | grep -qx 7 || fail "the result is not interesting"
gzip -c h >h.gz && rm -rf h.gz.*
"$WHITTLE" --view gzip ./w.sh h.gz >out 2>&1 &
run=$!
was_reduced() { [ "$(zcat h.gz | wc -l)" -lt 2000 ]; }
wait_until was_reduced || fail "nothing was reduced"
kill -INT $run
wait $run
code=$?
[ $code = 130 ] || fail "Ctrl-C: exited with $code"
prints_not "ENCODE"
zcat h.gz | grep -qx 7 || fail "the result is not interesting"
