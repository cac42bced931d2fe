#!/bin/bash
# Messages wrap at words at any width. A line that is longer has an address or a command to copy.
. "$(dirname "$0")/lib.sh"
make_input
printf '#!/bin/sh\nexit 1\n' >never.sh
printf '#!/bin/sh\nexit 0\n' >always.sh
chmod +x never.sh always.sh
# Runs its arguments on a terminal of so many columns that cannot be drawn on.
cat >on_terminal.py <<'END'
import fcntl, os, pty, struct, sys, termios
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.environ["TERM"] = "dumb"
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        sys.stdout.write(os.read(terminal, 65536).decode().replace("\r\n", "\n"))
    except OSError:
        break
END
# fits WIDTH ARGUMENTS...: whittle prints something, and its lines fit.
fits() {
  local width=$1 long
  shift
  rm -rf input.txt*; cp pristine.txt input.txt
  python3 on_terminal.py "$width" "$WHITTLE" "$@" >out
  [ -s out ] || fail "whittle $* prints nothing"
  long=$(grep -E "^.{$((width + 1))}" out | grep -vE "https?://|: whittle |^  ran: |^  output: |^ +/[^ ]*\$|'[^']*'\$")
  [ -z "$long" ] || fail "longer than $width columns: $long"
}
for width in 60 80 120; do
  fits "$width" ./test.sh input.txt
  fits "$width" --max-tests 3 ./test.sh input.txt
  fits "$width" ./never.sh input.txt
  fits "$width" input.txt -- python3 -c 'import sys; sys.exit("needle" in open(sys.argv[1]).read() and "a message that is longer than any of the terminals, because it has been written by somebody who had much to say about it")' @@
done
# The narrowest is the hardest.
fits 60 ./tset.sh input.txt
fits 60 ./test.sh inptu.txt
fits 60 ./always.sh input.txt
fits 60 input.txt grep needle input.txt
fits 60 input.txt -- grep -c nothing @@
fits 60 --well-formd ./test.sh input.txt
cp pristine.txt input.txt
whittle_exits 0 --max-tests 1 ./test.sh input.txt
echo edited >>input.txt
python3 on_terminal.py 60 "$WHITTLE" --resume input.txt >out
prints "input.txt has changed"
# An argument to copy is not broken.
fits 60 input.txt -- sh -c 'echo "it has $(wc -c <"$1") bytes"; exit 3' sh @@
grep -qE -- "--output '[^']*'" out || fail "no option to copy: $(cat out)"
# The questions of init.
printf '%s\n' "sh -c 'echo \"error: a message that is longer than any of the terminals, because much is to be said\"; exit 3' @@" "" "" >answers
python3 on_terminal.py 60 sh -c '"$0" init input.txt <answers' "$WHITTLE" >out
long=$(grep -E '^.{61}' out | grep -vE "^(> )?whittle ")
[ -z "$long" ] || fail "longer than 60 columns: $long"
prints "any of the terminals"
