#!/bin/bash
# bench/mkdir_stages.sh STAGE: one stage of the test of ../shared/subjects/c-mkdir-5.2.1, for `whittle --stage`; bench/README.md has the
# command. Stages, in order: compiles, desired, disaster, sanitizers, own; the last one is the subject's own test as it is. $SUBJECT is the folder of the subject. What a stage compiles stays
# in the candidate's folder for the next one. With $CACHE, a folder, answers are kept there. With $COSTS, a file, a line is added to it for each
# answer: stage, exit status, processor time and milliseconds (those of the first time, if the answer comes from the cache).
# shellcheck disable=SC2034,SC2317 # the functions of the subject use what is defined here
stage=$1
source=mkdir-5.2.1.c
: "${SUBJECT:?is to be the folder of c-mkdir-5.2.1}"

# In a private view of the machine, as in the subject's own test: the candidate is a mkdir that may be wrong, and it runs as root.
if [ -z "$IN_BENCH_SANDBOX" ]; then
  answer() { # STATUS COSTS
    [ -n "$COSTS" ] && echo "$stage $1 $2" >>"$COSTS"
    exit "$1"
  }
  if [ -n "$CACHE" ]; then
    [ -e candidate.sha1 ] || sha1sum <"$source" >candidate.sha1
    read -r hash _ <candidate.sha1
    known=$CACHE/$stage-$hash
    [ -e "$known" ] && read -r status costs <"$known" && answer "$status" "$costs"
  fi
  if [ "$stage" = own ]; then
    # In a folder that is not in /dev/shm: the test makes a /dev of its own.
    apart=$(mktemp -d -p /tmp) && cp "$source" "$apart" && cd "$apart" || exit 126
    "$SUBJECT/test.sh" >/dev/null 2>&1
    status=$?
    rm -rf "$apart"
    costs=$(times | tail -1)
    [ -n "$CACHE" ] && [ $status -lt 124 ] && echo "$status $costs" >"$known.$$" && mv "$known.$$" "$known"
    answer $status "$costs"
  fi
  export FORKS=${CACHE:-$PWD}/forks.o
  [ -e "$FORKS" ] || { gcc-12 -w -O2 -c "$(dirname "$0")/mkdir_forks.c" -o "$FORKS.$$" && mv "$FORKS.$$" "$FORKS"; }
  # If the stages before this one were answered from the cache, what they compile is missing.
  if [ "$stage" != compiles ] && [ ! -e s.o ]; then
    gcc-12 -w -O0 -c "$source" -o s.o && gcc-12 s.o "$FORKS" -Wl,--wrap=main -o reduced || exit 126
  fi
  from=$EPOCHREALTIME
  timeout -k 1 600 bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /mnt --bind "$PWD" "$PWD" \
    --unshare-pid --unshare-net --die-with-parent --cap-drop ALL \
    --setenv IN_BENCH_SANDBOX 1 --setenv LC_ALL C --setenv TMPDIR /mnt --chdir "$PWD" \
    /bin/bash "$(readlink -f "$0")" "$stage" </dev/null >/dev/null 2>&1
  status=$?
  until=$EPOCHREALTIME
  { read -r shell && read -r commands; } <processor
  costs="$shell $commands $(((${until/./} - ${from/./}) / 1000))ms"
  [ -n "$CACHE" ] && [ $status -lt 124 ] && echo "$status $costs" >"$known.$$" && mv "$known.$$" "$known"
  answer $status "$costs"
fi

here=$PWD
BIN=$here/reduced
umask 022
# The functions of the subject's test: desired, undesired and disaster, which exit with 1 if the program fails them.
eval "$(sed -n '/^run() {/,/^gcc-12 -w -O0 -c/p' "$SUBJECT/test.sh" | sed '$d')"
# They give each command two seconds. Here these are seconds of processor time, so that no answer depends on what else the machine does.
limit() { ulimit -t 2; }
T=
# From here on these functions ask $BIN, linked with mkdir_forks.c, to do what would take a process each time otherwise.
serve() {
  limit
  coproc "$BIN" 2>/dev/null
  exec 8>&"${COPROC[1]}" 9<&"${COPROC[0]}" && eval "exec ${COPROC[1]}>&-"
  T=ask
  ask() { # BIN WORD...
    local status
    shift
    echo "run $*" >&8 && read -r status <&9 || exit 126
    return $((10#$status))
  }
  rm() { # -rf PATH
    [ ! -e "$2" ] || { echo "rm $2" >&8 && read -r _ <&9; }
  }
  stat() { # -c '%F %a %h' PATH
    echo "stat $3" >&8 && read -r REPLY <&9 && echo "$REPLY"
  }
}
# `times` has the processor time of this shell and of the commands that have ended.
trap 'exec 8>&-; wait; times >"$here/processor"' EXIT
cd /mnt || exit 1
case $stage in
  compiles)
    [ -s "$here/$source" ] || exit 1
    gcc-12 -w -O0 -c "$here/$source" -o "$here/s.o" && gcc-12 "$here/s.o" "$FORKS" -Wl,--wrap=main -o "$BIN" || exit 1
    ;;
  desired)
    serve
    desired
    undesired
    ;;
  disaster)
    BIN=$here/without-memory
    printf '%s\n' 'void*malloc(unsigned long n){return 0;}' 'void*realloc(void*p,unsigned long n){return 0;}' \
      'void*calloc(unsigned long a,unsigned long b){return 0;}' | gcc-12 -w -fno-builtin "$here/s.o" -x c - -o "$BIN" || exit 1
    limit
    disaster
    ;;
  sanitizers)
    export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1
    BIN=$here/sanitized
    # The subject's own test leaves out the second option here, and then its answers are random for programs that read a variable before they
    # set it: they depend on what the start of the program left on the stack.
    gcc-12 -w -O0 -fsanitize=address,undefined -ftrivial-auto-var-init=pattern -fno-sanitize-recover=undefined \
      "$here/$source" "$FORKS" -Wl,--wrap=main -o "$BIN" || exit 1
    serve
    desired
    undesired
    ;;
  *) exit 126 ;;
esac
exit 0
