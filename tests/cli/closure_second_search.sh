#!/bin/bash
# What closures leave of a large C file is searched once more, with the calls of its object file. That search has the same bytes for any
# -j and after kills, and no graph is made twice, although copies of a search that test ahead all come to its start.
. "$(dirname "$0")/lib.sh"
. "$here/lib_kill.sh"
needs cc nm readelf
helper=$(dirname "$WHITTLE")/whittle-cxx-graph
[ -x "$helper" ] || fail "whittle-cxx-graph is not beside whittle"
"$helper" --check 2>/dev/null || fail "no libclang; scripts/setup installs one"

# A table that must stay, so that much is left; functions that call others; many that are never called.
mkdir pristine
{
  echo "int table[] = {$(seq -s , 1 2000)};"
  for i in $(seq 0 199); do
    echo "int f$i(int x) { int y = x + $i; return y > table[$i] ? y : $([ $((i % 8)) = 0 ] && echo x || echo "f$((i - 1))(y)"); }"
  done
  echo 'int main(void) { return f102(table[0]) + f61(2); }'
} >pristine/bug.c
cat >property <<'END2'
#!/bin/sh
for text in 'int table\[\] = {1,2,3,' '[0-9],2000};' 'int f100(int x) { int y' 'return f102('; do
  grep -q "$text" "$1" || exit 1
done
END2
cat >asked <<END2
#!/bin/sh
[ "\$1" = --check ] || cksum <"\$3" >>"$dir/graphs"
exec "$helper" "\$@"
END2
chmod +x property asked
export WHITTLE_CXX_GRAPH=$dir/asked

for jobs in 1 4; do
  rm -f graphs
  cp pristine/bug.c bug.c
  whittle_exits 0 --force -j $jobs --plan closure --listen auto --json events.$jobs ./property bug.c
  cp bug.c result.$jobs
  grep -q '"stage":"closure/calls"' events.$jobs || fail "-j $jobs: there is no second search"
  [ -z "$(sort graphs | uniq -d)" ] || fail "-j $jobs: a graph was made twice"
done
cmp result.1 result.4 || fail "the number of jobs changes the result"

survives 8 bug.c --plan closure --listen auto
