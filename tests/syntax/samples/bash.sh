#!/bin/bash
# Counts words of the files given.
set -euo pipefail

limit=${LIMIT:-10}
declare -a names=(one "two three" four)

usage() {
  echo "usage: $0 [-n N] file..." >&2
  exit 2
}

count() {
  local file=$1 total=0
  while read -r line; do
    for word in $line; do
      total=$((total + 1))
    done
  done < "$file"
  echo "$total"
}

while getopts "n:h" option; do
  case $option in
    n) limit=$OPTARG ;;
    h | \?) usage ;;
  esac
done
shift $((OPTIND - 1))

if [ $# -eq 0 ]; then
  usage
elif [[ -f $1 && ! -d $1 ]]; then
  echo "first: $1" | tr a-z A-Z
else
  echo "${names[@]}" > /dev/null
fi

for file in "$@"; do
  [ -r "$file" ] || continue
  n=$(count "$file")
  (( n > limit )) && printf '%s\t%d\n' "$file" "$n"
done
cat <<END
done: ${#names[@]}
END
