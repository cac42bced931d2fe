#!/bin/bash
# kill -9 at random moments under the plans debloat and chisel: the result is that of an undisturbed run.
. "$(dirname "$0")/lib.sh"
. "$here/lib_kill.sh"
mkdir pristine
cp "$here/../passes/code/shop.c" pristine/
words_in_order pristine/shop.c >property
chmod +x property
each=$((${KILLS:-12} / 2))
survives $each shop.c --plan debloat
survives $each shop.c --plan chisel
