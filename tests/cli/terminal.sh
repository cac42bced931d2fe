#!/bin/bash
# On a terminal: one line that fits, Ctrl-Z and fg, Ctrl-C; afterwards the terminal is as it was.
. "$(dirname "$0")/lib.sh"
needs tmux
for i in $(seq 1 400); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
printf '#!/bin/sh\nsleep 0.1\n[ $(grep -c needed input.txt) = 20 ]\n' >test.sh
chmod +x test.sh
ln -s "$WHITTLE" whittle
unset TMUX
on_terminal() { tmux -S "$dir/socket" -f /dev/null "$@"; }
trap 'on_terminal kill-server 2>/dev/null; rm -rf "$dir"' EXIT
type_in() { on_terminal send-keys "$@"; }
screen() { on_terminal capture-pane -p >out; }
on_screen() { screen && grep -qE -- "$1" out; }
shows() { wait_until on_screen "$1" || fail "the terminal does not show: $1"; }
for columns in 80 40; do
  rm -rf input.txt* before stopped after
  cp pristine.txt input.txt
  on_terminal new-session -d -x $columns -y 24 "PS1='ready> ' bash --norc --noprofile"
  shows 'ready>'
  type_in 'stty -a >before; clear; ./whittle -j 2 --unit lines ./test.sh input.txt' Enter
  shows '^ [0-9]:[0-9][1-9] '
  # One line, rewritten in its place, with nothing cut off.
  [ "$(grep -cE '^ +[0-9]+:[0-9]' out)" = 1 ] || fail "not one line of progress"
  grep -qE '^ [0-9]:[0-9][0-9]  3,152 -> [0-9,]+ bytes(  lines/gallop)?(  [0-9]+ running)?(  [0-9,]+ tests?, [0-9,]+ used)?(  [0-9.]+/s)?$' out ||
    fail "the line is cut off"

  type_in C-z
  shows 'Stopped'
  cp input.txt stopped.txt
  sleep 0.7
  cmp -s input.txt stopped.txt || fail "it went on while it was stopped"
  type_in 'clear; stty -a >stopped; fg' Enter
  shows '^ [0-9]:[0-9][1-9] '
  type_in C-c
  shows 'whittle: interrupted; the best so far'
  shows 'ready> *$'
  # The line, with the ^C in it, was taken away.
  ! grep -qE ' [0-9]:[0-9][0-9] |\^' out || fail "something of the line is left"
  type_in 'echo "code $?"; stty -a >after' Enter
  shows '^code 130'
  wait_until test -s after
  cmp -s before after && cmp -s before stopped || fail "the terminal is not as it was"
  type_in './whittle -q --resume input.txt; echo "code $?"; exit' Enter
  session_ended() { ! on_terminal has-session 2>/dev/null; }
  wait_until session_ended || fail "the resumed run does not end"
  [ "$(grep -c needed input.txt)" = 20 ] && [ "$(wc -l <input.txt)" = 20 ] || fail "ended with $(wc -l <input.txt) lines"
done
