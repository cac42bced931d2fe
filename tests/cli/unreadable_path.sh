#!/bin/bash
# A folder on PATH that cannot be read made whittle crash with exit code 70 when it looked for clang_delta and
# clang-format. Here PATH leads through a link to itself, which holds back root too, and a name that is too long.
. "$(dirname "$0")/lib.sh"
printf 'int unused;\nint  needle ( ) {\n  return 1;\n}\n' >bug.c
printf '#!/bin/sh\ngrep -q needle bug.c\n' >test.sh
chmod +x test.sh
ln -s loop loop
PATH="$dir/loop:$dir/loop/below:$dir/bug.c:/$(printf 'x%.0s' $(seq 5000)):$PATH" whittle_exits 0 ./test.sh bug.c
file_is bug.c $'needle\n'

# Tools are held like tests: a clang-format that crashes, hangs on to its folder or leaves a daemon behind does no harm.
cat >format.sh <<END
#!/bin/sh
echo "\$TMPDIR" >"$dir/tmpdir"
setsid sleep 1000 >/dev/null &
echo \$! >"$dir/daemon"
until [ "\$(ps -o sid= -p \$! | tr -d ' ')" = \$! ]; do :; done  # a session of its own
kill -SEGV \$\$
END
chmod +x format.sh
printf 'int  needle ;\n' >bug.c
WHITTLE_CLANG_FORMAT="$dir/format.sh" whittle_exits 0 ./test.sh bug.c
file_is bug.c $'needle\n'
[ -s daemon ] || fail "clang-format was not asked"
! kill -0 "$(cat daemon)" 2>/dev/null || fail "the daemon of a tool is still there"
[ ! -e "$(cat tmpdir)" ] && [ "$(cat tmpdir)" != "${TMPDIR:-/tmp}" ] || fail "the folder of a tool: $(cat tmpdir)"
