# shellcheck shell=sh
# Sourced by fetch-*.sh SOURCE TARGET. Two that run at once wait for one another; if TARGET holds already what
# SOURCE/package-lock.json pins, the script ends here.
source=$1 target=$2
mkdir -p "$target"
exec 9>"$target/.lock"
flock 9
key=$(cat "$source/package-lock.json" "$0" "$(dirname "$0")/fetch.sh" | sha256sum)
[ "$(cat "$target/.fetched" 2>/dev/null)" = "$key" ] && exit 0

# install_pinned FOLDER: what is pinned, into FOLDER/node_modules.
install_pinned() {
  cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$1"
  (cd "$1" && npm ci --no-audit --no-fund --loglevel=error) >&2
}

# To be called at the end, when TARGET is complete.
fetched() { echo "$key" >"$target/.fetched"; }
