#!/bin/bash
# --memory and --processes limit what a test may use, and a resumed run has the same limits. fork_bomb.sh
# tests --processes on a test that forks without end.
. "$(dirname "$0")/lib.sh"
make_input
# ulimit prints the limits, whoever runs it.
cat >test.sh <<'END'
#!/bin/sh
[ "$(ulimit -v)" = 1000000 ] && [ "$(ulimit -u)" = 777 ] && [ "$(ulimit -c)" = 0 ] || exit 9
grep -q needle input.txt && grep -q thread input.txt
END
# dash has no ulimit -u.
sed -i '1s|.*|#!/bin/bash|' test.sh
whittle_exits 5 --unit lines ./test.sh input.txt
limits=(--memory 1024000000 --processes 777)
whittle_exits 0 --unit lines "${limits[@]}" --max-tests 3 ./test.sh input.txt
whittle_exits 0 --resume input.txt
file_is input.txt $'needle\nthread\n'
whittle_exits 2 --processes none ./test.sh input.txt
prints "--processes: 'none' is not a number from 1 to 1000000"

# A sanitizer reserves more addresses than any limit allows, and fails on every input.
make_input
printf '#!/bin/sh\necho "==1==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes" >&2\nexit 1\n' >asan.sh
chmod +x asan.sh
whittle_exits 4 --memory 1G input.txt -- ./asan.sh @@
prints "--memory stops the command's sanitizer, which reserves terabytes of addresses"
prints "ASAN_OPTIONS=hard_rss_limit_mb=2000"
