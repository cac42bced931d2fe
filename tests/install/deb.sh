#!/bin/bash
# deb.sh PACKAGE: lintian finds no errors, and the package is installed in a fresh Debian, where it reduces something.
. "$(dirname "$0")/lib.sh"
package=$(readlink -f "$1")
lintian --fail-on error "$package" >"$work/lintian.log" 2>&1 || { grep '^E:' "$work/lintian.log"; fail "lintian"; }
dpkg-deb --fsys-tarfile "$package" | tar -t >"$work/files"
for file in usr/bin/whittle usr/bin/whittle-cvise usr/share/man/man1/whittle.1.gz \
  usr/share/bash-completion/completions/whittle usr/share/doc/whittle/copyright; do
  grep -qx "./$file" "$work/files" || fail "no $file in it"
done

root=$work/root
mirror=$(sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[.*\] \)\?\([^ ]*\) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -1)
# fresh_debian ROOT: as debootstrap makes it. That needs half a minute of a core and the network, so it is kept for the next time.
fresh_debian() {
  local kept=$source/build/debian-bookworm.tar
  [ "$(id -u)" = 0 ] && [ -n "$mirror" ] || return 1
  if [ ! -e "$kept" ]; then
    command -v debootstrap >/dev/null || return 1
    debootstrap --variant=minbase bookworm "$1" "$mirror" >"$work/debootstrap.log" 2>&1 || return 1
    tar -c --numeric-owner -C "$1" -f "$kept.new" . && mv "$kept.new" "$kept"
  else
    mkdir "$1" && tar -x --numeric-owner -C "$1" -f "$kept" && chroot "$1" apt-get update -qq >"$work/update.log" 2>&1
  fi
}
if fresh_debian "$root"; then
  cp "$package" "$root/tmp/"
  how="installed by apt in a root of debootstrap"
  chroot "$root" apt-get install -y -qq --no-install-recommends "/tmp/$(basename "$package")" >"$work/apt.log" 2>&1 ||
    { tail -20 "$work/apt.log"; fail "apt-get install"; }
  chroot "$root" dpkg --verify whittle | grep . && fail "dpkg --verify"
else
  # Without a network: the package and what it depends on, taken apart into an empty root.
  rm -rf "$root"
  mkdir -p "$root/bin" "$root/lib64" "$root/usr/bin"
  how="unpacked into an empty root with the libraries it depends on"
  dpkg -x "$package" "$root"
  cp /bin/busybox "$root/bin/"
  for tool in sh grep cat; do ln -s busybox "$root/bin/$tool"; done
  depends=$(dpkg-deb -f "$package" Depends | tr ',' '\n' | sed 's/(.*//; s/ //g')
  for library in $(ldd "$root/usr/bin/whittle" | grep -oE '/[^ ]+'); do
    owner=$(dpkg -S "$(readlink -f "$library")" | cut -d: -f1)
    echo "$depends libgcc-s1" | grep -qw "$owner" || fail "$owner is needed and no dependency"
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
fi
reduces_in "$root"
echo "deb: $(du -h "$package" | cut -f1), $(grep -c '^W:' "$work/lintian.log" || true) warnings of lintian; $how"
