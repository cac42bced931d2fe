#!/bin/bash
# static.sh TAR: the static program works in a root that holds it and busybox, and nothing else.
. "$(dirname "$0")/lib.sh"
tar -xf "$1" -C "$work"
whittle=$(ls "$work"/whittle-*/bin/whittle)
readelf -d "$whittle" | grep -q 'no dynamic section' || fail "it is not static"
readelf -l "$whittle" | grep -q INTERP && fail "it needs a loader"

root=$work/root
mkdir -p "$root/bin" "$root/usr/bin" "$root/usr/local"
cp /bin/busybox "$root/bin/"
for tool in sh grep cat; do ln -s busybox "$root/bin/$tool"; done
cp -a "$work"/whittle-*/bin "$root/usr/local/"
reduces_in "$root"

# Every grammar is in it: a sample of each language is read by its parser.
samples=0
mkdir "$root/samples"
cp "$source"/tests/syntax/samples/* "$root/samples/"
for sample in "$root"/samples/*; do
  in_root "$root" whittle --show-tree "/samples/$(basename "$sample")" >"$work/tree" 2>&1 ||
    { head -3 "$work/tree"; fail "$(basename "$sample") cannot be read"; }
  samples=$((samples + 1))
done
[ $samples -ge 30 ] || fail "only $samples samples"
# A module cannot be loaded, and that is said.
in_root "$root" whittle --language /samples/x.so --show-tree /work/q.sql >"$work/out" 2>&1 && fail "--language was accepted"
grep -q "this whittle is one static file" "$work/out" || fail "--language: $(cat "$work/out")"

TIMEFORMAT="%R s for twenty starts, of which %U + %S s on a core"
starts=$({ time for _ in $(seq 20); do "$whittle" --version >/dev/null; done; } 2>&1)
echo "static: $(du -h "$1" | cut -f1) packed, $(du -h "$whittle" | cut -f1) unpacked, $samples samples read; $starts"
