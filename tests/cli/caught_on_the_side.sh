#!/bin/bash
# Other failures and exit statuses of their own are saved, once each.
. "$(dirname "$0")/lib.sh"
printf 'hay\nneedle\nthread\nmore hay\n' >pristine.txt
cat >tool <<'END'
#!/bin/sh
grep -q needle "$1" || { echo "panic: no needle" >&2; exit 2; }
grep -q thread "$1" || { echo "internal error: no thread" >&2; exit 2; }
echo "internal error: both" >&2
exit 2
END
chmod +x tool
cp pristine.txt input.txt
whittle_exits 0 --unit lines --other-failures others input.txt -- "$dir/tool" @@
file_is input.txt $'needle\nthread\n'
prints "another failure was seen: "
[ "$(ls others | wc -l)" = 2 ] || fail "not one folder for each other failure: $(ls others)"
for one in others/*; do
  "$dir/tool" $one/input.txt 2>seen
  sed 's/[^ ]*: *//' seen >/dev/null
  grep -qF "$(sed 's/.*: //' seen)" $one/failure.txt || fail "$one does not fail as it says"
done

printf '#!/bin/sh\ngrep -q needle input.txt || exit 77\n' >test.sh
chmod +x test.sh
rm -rf input.txt*
cp pristine.txt input.txt
whittle_exits 0 --unit lines --also-interesting 77 ./test.sh input.txt
file_is input.txt $'needle\n'
ls input.txt.also-77-* >/dev/null || fail "nothing was saved"
for one in input.txt.also-77-*; do
  find $one -type f -exec grep -l needle {} + && fail "$one is interesting"
done
true
