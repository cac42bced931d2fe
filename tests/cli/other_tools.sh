#!/bin/bash
# whittle can be called in place of C-Reduce and C-Vise, with their options and under their names.
. "$(dirname "$0")/lib.sh"
make_input
# What whittle itself makes of the same input.
whittle_exits 0 -j2 ./test.sh input.txt
cp input.txt expected.txt
rm -f input.txt.orig

# LLVM's reduce-clang-crash.py: TOOL --tidy --n N test.sh FILE, and its test writes a log beside FILE.
printf '#!/bin/bash\nexport LLVM_DISABLE_SYMBOLIZATION=1\nif false >& t.log ; then\n  exit 1\nfi\ngrep -F needle input.txt >>t.log || exit 1\ngrep -qF thread input.txt || exit 1\n' >llvm.sh
chmod +x llvm.sh
for tool in "$WHITTLE" "$WHITTLE-cvise" "$WHITTLE-creduce"; do
  cp pristine.txt input.txt
  "$tool" --tidy --n 4 "$PWD/llvm.sh" input.txt >out 2>&1 || fail "$tool failed"
  cmp -s input.txt expected.txt || fail "$tool: input.txt holds: $(cat input.txt)"
  [ ! -e input.txt.orig ] || fail "$tool --tidy left input.txt.orig"
  [ ! -e input.txt.whittle ] || fail "$tool left input.txt.whittle"
  prints "4 jobs"
done

# --tidy removes only what the run made, and only at its end.
cp pristine.txt input.txt
cp pristine.txt input.txt.orig
whittle_exits 0 --tidy ./test.sh input.txt
cmp -s input.txt.orig pristine.txt || fail "--tidy removed a file that was there before"
rm input.txt.orig
cp pristine.txt input.txt
whittle_exits 0 --tidy --max-tests 3 ./test.sh input.txt
cmp -s input.txt.orig pristine.txt || fail "--tidy removed the original of a run that can be resumed"
rm -rf input.txt.orig input.txt.whittle

# What has no meaning here is named, and the run goes on.
cp pristine.txt input.txt
whittle_exits 0 --timing --not-c --sllooww --no-give-up --max-improvement 100 --debug -n1 --timeout 10 ./test.sh input.txt
prints "whittle: --timing has no effect: the progress line always shows the time"
prints "whittle: --not-c has no effect: whittle chooses passes by FILE's language; see --language"
prints "--max-improvement has no effect"
prints "1 job;"
prints "verified:"
cmp -s input.txt expected.txt || fail "the options changed the result: $(cat input.txt)"
whittle_exits 2 --pass-group-file x.json ./test.sh input.txt
prints "whittle: error: whittle does not have the option --pass-group-file"
prints "--list passes"
whittle_exits 2 ./test.sh input.txt --n
prints "--n needs a value"
whittle_exits 2 --n=many ./test.sh input.txt
prints "--jobs: 'many' is not a number"
whittle_exits 2 --remove-pass ClangPass::remove-namespace,line ./test.sh input.txt
prints "unknown pass 'line'"

# C-Vise's --commands is a test of its own, which goes on after a stop.
cp pristine.txt input.txt
"$WHITTLE-cvise" --max-tests 3 -c 'grep -q needle input.txt && grep -q thread input.txt' input.txt >out 2>&1 || fail "-c failed"
"$WHITTLE-cvise" --resume input.txt >out 2>&1 || fail "-c cannot be resumed"
cmp -s input.txt expected.txt || fail "-c: input.txt holds: $(cat input.txt)"
prints "--- input.txt ---"

# C-Vise keeps names unless --renaming is given; C-Reduce and whittle do not.
printf '#!/bin/sh\ngrep -qE "int [a-z]+;" v.c\n' >names.sh
chmod +x names.sh
renamed_by() {
  echo 'int some_long_name;' >v.c
  "$@" ./names.sh v.c >out 2>out.err || fail "$*: $(cat out.err)"
  ! grep -q some v.c
}
sed -i 's/\[a-z\]+/[a-z_]+/' names.sh
renamed_by "$WHITTLE-creduce" || fail "whittle-creduce keeps names"
prints "--- v.c ---"
prints "int"
renamed_by "$WHITTLE-cvise" --renaming || fail "whittle-cvise --renaming keeps names"
! renamed_by "$WHITTLE-cvise" || fail "whittle-cvise renames"

# --stopping-threshold says how much is to be removed, --until how much may be left.
seq 1000 >many.txt
printf '#!/bin/sh\ngrep -q 500 many.txt\n' >many.sh
chmod +x many.sh
"$WHITTLE" --stopping-threshold 0.4 ./many.sh many.txt >out 2>&1 </dev/null || fail "--stopping-threshold"
prints "stopped by --until '60%'"
! "$WHITTLE" --stopping-threshold much --force ./many.sh many.txt >out 2>&1 </dev/null || fail "takes any threshold"
prints "'much' is not a size to stop at"

# Every option of both tools is known, and on the page. The list is that of C-Reduce 2.11 and C-Vise 2.12.
page=$here/../../docs/coming-from.md
for option in --abs-timing --add-pass --also-interesting --clang-delta-preserve-routine --clang-delta-std --commands --debug \
  --die-on-pass-bug --help --hint-begin-index --hint-end-index --hints-file --list-passes --log-file --log-level \
  --max-improvement --n --no-cache --no-default-passes --no-give-up --no-kill --no-timing --not-c --pass-group \
  --pass-group-file --print-diff --remove-pass --renaming --save-temps --shaddap --shell --skip-after-n-transforms \
  --skip-initial-passes --skip-interestingness-test-check --skip-key-off --sllooww --start-with-pass --stopping-threshold \
  --tidy --timeout --timestamp --timing --to-utf8 --version --action; do
  "$WHITTLE" "$option" >out 2>&1 </dev/null
  prints_not "unknown option"
  grep -qE -- "\`$option[\` ]" "$page" || fail "docs/coming-from.md does not have $option"
done
