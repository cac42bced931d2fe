#!/bin/bash
# --json, --report and explain replaced files of the user that looked a little like ours; other bugs and
# --also-interesting were replaced by those of the next run.
. "$(dirname "$0")/lib.sh"
make_input
run() { cp pristine.txt input.txt && rm -rf input.txt.orig && whittle_exits "$@" --unit lines ./test.sh input.txt; }
echo '{"event":"login"}' >log
run 2 --json log
prints "log exists and whittle did not write it; --json does not overwrite it"
file_is log $'{"event":"login"}\n'
printf 'Reviewed by whittle 1.\n' >notes.md
run 2 --report notes.md
prints "notes.md exists and whittle did not write it; --report does not overwrite it"
printf '<title>whittle</title>\n' >mine.html
run 2 --report mine.html
prints "mine.html exists and whittle did not write it"
# Our own files are replaced, also those of a run that failed.
: >empty.json
for times in 1 2; do
  run 0 --json empty.json --report ours.md
  run 0 --report ours.html --leave history
  whittle_exits 0 --json explained.json explain input.txt
  whittle_exits 5 --json failed.json /bin/false input.txt
done
for ours in empty.json failed.json explained.json; do
  head -1 $ours | grep -q '^{"program":"whittle [0-9]' || fail "$ours does not name its program: $(head -1 $ours)"
done
head -1 ours.md | grep -q '^<!-- Made by whittle [0-9]' || fail "the report does not name its program"
echo mine >explained.json
whittle_exits 2 --json explained.json explain input.txt
run 0 --json log --force
rm -rf input.txt.whittle

# Finds of an earlier run stay.
printf 'hay\nneedle\nthread\n' >pristine.txt
cat >tool <<'END'
#!/bin/sh
grep -q needle "$1" || { echo "panic: no needle" >&2; exit 2; }
grep -q thread "$1" || { echo "internal error: no thread" >&2; exit 2; }
echo "internal error: both" >&2
exit 2
END
chmod +x tool
mkdir -p input.txt.bugs/1 && echo precious >input.txt.bugs/1/input.txt
for times in 1 2; do
  cp pristine.txt input.txt && rm -rf input.txt.orig
  whittle_exits 0 --unit lines input.txt -- "$dir/tool" @@
  prints "another failure was seen: "
  file_is input.txt.bugs/1/input.txt $'precious\n'
  [ "$(ls input.txt.bugs | tr '\n' ' ')" = "1 2 3 " ] || fail "run $times: the finds are $(ls input.txt.bugs)"
done
# A find that was edited, or is not alone in its folder, is the user's: a smaller one gets another number. One that
# is as the run left it is replaced.
rm -rf input.txt.bugs
mkdir -p input.txt.bugs/1.new && echo precious | tee input.txt.bugs/1.new/x >input.txt.bugs/request.json
again() { cp pristine.txt input.txt && rm -rf input.txt.orig && whittle_exits 0 --unit lines input.txt -- "$dir/tool" @@; }
again
seq 200 >>input.txt.bugs/1/input.txt && cp input.txt.bugs/1/input.txt edited
seq 200 >input.txt.bugs/2/notes
again
cmp -s edited input.txt.bugs/1/input.txt && [ -e input.txt.bugs/2/notes ] || fail "a find of the user was replaced"
[ "$(ls input.txt.bugs | tr '\n' ' ')" = "1 1.new 2 3 4 request.json " ] || fail "the finds are $(ls input.txt.bugs)"
file_is input.txt.bugs/1.new/x $'precious\n'
file_is input.txt.bugs/request.json $'precious\n'
again
[ "$(ls input.txt.bugs | wc -l)" = 6 ] || fail "the finds are $(ls input.txt.bugs)"
# FILE has the name of a file of ours.
cp pristine.txt failure.txt
whittle_exits 0 --unit lines failure.txt -- "$dir/tool" @@
prints "warning: other failures are not kept: "
[ -z "$(ls -A failure.txt.bugs)" ] || fail "something is left: $(ls -AR failure.txt.bugs)"

printf '#!/bin/sh\ngrep -q needle input.txt || exit 77\n' >test.sh
# The place is taken: the run goes on.
echo precious >input.txt.also
run 0 --also-interesting 77
prints "warning: other failures are not kept: input.txt.also cannot be written"
file_is input.txt.also $'precious\n'
rm input.txt.also
mkdir -p input.txt.also/77-1 && echo precious >input.txt.also/77-1/input.txt
run 0 --also-interesting 77
file_is input.txt.also/77-1/input.txt $'precious\n'
[ -e input.txt.also/77-2/input.txt ] || fail "nothing was saved"
