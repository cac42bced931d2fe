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
whittle_exits 0 --unit lines input.txt -- "$dir/tool" @@
file_is input.txt $'needle\nthread\n'
prints "another failure was seen: "
prints "to reduce one of them: whittle --resume --bug 1 input.txt"
[ "$(ls -d input.txt.bugs/*/ | wc -l)" = 2 ] || fail "not one folder for each other failure: $(ls input.txt.bugs)"
for one in input.txt.bugs/*/; do
  "$dir/tool" $one/input.txt 2>seen
  sed 's/[^ ]*: *//' seen >/dev/null
  grep -qF "$(sed 's/.*: //' seen)" $one/failure.txt || fail "$one does not fail as it says"
done

# They are listed, and one of them can be reduced next.
whittle_exits 0 bugs input.txt
prints "exits with 2 and prints: panic: no needle"
number=$(sed -n 's/^ *\([0-9]*\) .*internal error: no thread.*/\1/p' out)
[ -n "$number" ] || fail "not listed: $(cat out)"
cp -r input.txt.bugs before
cp pristine.txt input.txt.bugs/$number/input.txt
sed -i /thread/d input.txt.bugs/$number/input.txt
whittle_exits 0 --resume --bug $number input.txt
prints "to keep: exits with 2 and prints: internal error: no thread"
file_is input.txt.bugs/$number/input.txt $'needle\n'
whittle_exits 9 --resume --bug 9 input.txt
prints "there is no bug 9 of input.txt"
prints "list them: whittle bugs input.txt"
whittle_exits 2 --bug 1 ./test.sh input.txt
prints "--bug needs --resume"
whittle_exits 9 bugs pristine.txt
prints "no other bug of pristine.txt is known"
# --leave nothing leaves nothing.
rm -rf input.txt*
cp pristine.txt input.txt
whittle_exits 0 --leave nothing --unit lines input.txt -- "$dir/tool" @@
[ ! -e input.txt.bugs ] || fail "something is left"

# A script that looks only at the exit status does not notice that the failure has changed; whittle does.
cat >weak.sh <<END
#!/bin/sh
$dir/tool "\$1"
[ \$? = 2 ] && [ -s "\$1" ]
END
chmod +x weak.sh
rm -rf input.txt*
cp pristine.txt input.txt
whittle_exits 0 --unit lines ./weak.sh input.txt
prints "warning: the result shows another failure than the original: exits with 0 and prints: "
prints "to keep the failure of the original: --same-bug frames"
cp pristine.txt input.txt
whittle_exits 0 --unit lines --same-bug message ./weak.sh input.txt
file_is input.txt $'needle\nthread\n'
prints_not "another failure than the original"

printf '#!/bin/sh\ngrep -q needle input.txt || exit 77\n' >test.sh
chmod +x test.sh
rm -rf input.txt*
cp pristine.txt input.txt
whittle_exits 0 --unit lines --also-interesting 77 ./test.sh input.txt
file_is input.txt $'needle\n'
ls input.txt.also/77-* >/dev/null || fail "nothing was saved"
for one in input.txt.also/77-*; do
  find $one -type f -exec grep -l needle {} + && fail "$one is interesting"
done
true
