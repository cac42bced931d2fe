#!/bin/bash
# bench/mkdir_stages.sh STAGE: one stage of the test of ../shared/subjects/c-mkdir-5.2.1, for `whittle --stage`; bench/README.md has the
# command. Stages, in order: compiles, desired, disaster, sanitizers. $SUBJECT is the folder of the subject. What a stage compiles stays
# in the candidate's folder for the next one. With $CACHE, a folder, answers are kept there.
stage=$1
source=mkdir-5.2.1.c
: "${SUBJECT:?is to be the folder of c-mkdir-5.2.1}"

# In a private view of the machine, as in the subject's own test: the candidate is a mkdir that may be wrong, and it runs as root.
if [ -z "$IN_BENCH_SANDBOX" ]; then
  known=${CACHE:+$CACHE/$stage-$(sha1sum <"$source" | cut -c1-40)}
  [ -n "$known" ] && [ -e "$known" ] && exit "$(cat "$known")"
  # If the stages before this one were answered from the cache, what they compile is missing.
  if [ "$stage" != compiles ] && [ ! -e s.o ]; then
    gcc-12 -w -O0 -c "$source" -o s.o && gcc-12 s.o -o reduced || exit 126
  fi
  timeout -k 1 30 bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /mnt --bind "$PWD" "$PWD" \
    --unshare-pid --unshare-net --die-with-parent --cap-drop ALL \
    --setenv IN_BENCH_SANDBOX 1 --setenv LC_ALL C --setenv TMPDIR /mnt --chdir "$PWD" \
    /bin/bash "$(readlink -f "$0")" "$stage" </dev/null >/dev/null 2>&1
  status=$?
  [ -n "$known" ] && [ $status -le 125 ] && echo $status >"$known.$$" && mv "$known.$$" "$known"
  exit $status
fi

here=$PWD
BIN=$here/reduced
# shellcheck disable=SC2034 # used by the functions of the subject's test, as BIN is
T="timeout -k 0.5 2"
umask 022
# Those functions: desired, undesired and disaster, which exit with 1 if the program fails them.
eval "$(sed -n '/^run() {/,/^gcc-12 -w -O0 -c/p' "$SUBJECT/test.sh" | sed '$d')"
cd /mnt || exit 1
case $stage in
  compiles)
    { [ -s "$here/$source" ] && gcc-12 -w -O0 -c "$here/$source" -o "$here/s.o" && gcc-12 "$here/s.o" -o "$BIN"; } || exit 1
    ;;
  desired)
    desired
    undesired
    ;;
  disaster)
    BIN=$here/without-memory
    printf '%s\n' 'void*malloc(unsigned long n){return 0;}' 'void*realloc(void*p,unsigned long n){return 0;}' \
      'void*calloc(unsigned long a,unsigned long b){return 0;}' | gcc-12 -w -fno-builtin "$here/s.o" -x c - -o "$BIN" || exit 1
    disaster
    ;;
  sanitizers)
    export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1
    BIN=$here/sanitized
    gcc-12 -w -O0 -fsanitize=address,undefined -fno-sanitize-recover=undefined "$here/$source" -o "$BIN" || exit 1
    desired
    undesired
    ;;
  *) exit 126 ;;
esac
exit 0
