#!/bin/bash
# kill -9 at random moments under the default plan, $KILLS times (100, or 20 if $WHITTLE_QUICK is set) over four languages: the result is
# that of an undisturbed run.
. "$(dirname "$0")/lib.sh"
. "$here/lib_kill.sh"
samples=$here/..
mkdir pristine
[ -n "${WHITTLE_QUICK:-}" ] && : ${KILLS:=20}
each=$((${KILLS:-100} / 4))
for sample in passes/code/shop.c passes/code/shop.py syntax/samples/smtlib.smt2 syntax/samples/xml.xml; do
  file=$(basename $sample)
  cp "$samples/$sample" pristine/
  words_in_order pristine/$file >property
  chmod +x property
  survives $each $file
done
