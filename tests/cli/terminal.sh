#!/bin/bash
# On terminals of three sizes: a picture that fits and leaves the scrollback alone, keys, Ctrl-Z and fg, Ctrl-C,
# kill with KILL, TERM and HUP; afterwards the terminal is as it was. A terminal that is closed ends the run.
. "$(dirname "$0")/lib.sh"
needs tmux
for i in $(seq 1 400); do [ $((i % 20)) = 0 ] && echo "needed $i" || echo "hay $i"; done >pristine.txt
# As long as there is a file `slowly`, a run takes long enough to be looked at.
cat >test.sh <<END
#!/bin/sh
echo x >>$dir/begun
[ ! -e $dir/slowly ] || sleep 0.1
[ \$(grep -c needed input.txt) = 20 ] || { echo "too few are needed"; exit 3; }
END
chmod +x test.sh
ln -s "$WHITTLE" whittle
unset TMUX NO_COLOR
export LC_ALL=C.UTF-8
on_terminal() { tmux -S "$dir/socket" -f /dev/null -u "$@"; }
# Without its terminal a run ends by itself; its tests must not write into a folder that is being removed.
close_terminal() {
  local run=$(runs_as 2>/dev/null)
  on_terminal kill-server 2>/dev/null
  [ -z "$run" ] || wait_until is_over "$run"
}
trap 'close_terminal; rm -rf "$dir"' EXIT
type_in() { on_terminal send-keys "$@"; }
screen() { on_terminal capture-pane -p >out; }
on_screen() { screen && grep -qE -- "$1" out; }
shows() { wait_until on_screen "$1" || fail "the terminal does not show: $1"; }
gone() { ! on_screen "$1"; }
picture='% removed|slots busy'
# shell COLUMNS ROWS COMMAND: a new terminal with a shell that is ready, and the file as it was.
shell() {
  close_terminal
  rm -rf input.txt* before stopped after
  touch slowly
  cp pristine.txt input.txt
  on_terminal new-session -d -x "$1" -y "$2" "PS1='ready> ' $3"
  shows 'ready>'
}
same_modes() {
  wait_until test -s "$2"
  cmp -s "$1" "$2" || fail "the terminal is not as it was: $(diff "$1" "$2")"
}
runs_as() { head -1 input.txt.whittle/lock | cut -d' ' -f1; }
is_stopped() { grep -q 'State:.T' "/proc/$(runs_as)/status"; }
is_over() { ! is_running "$1"; }
ends_with_twenty() {
  [ "$(grep -c needed input.txt)" = 20 ] && [ "$(wc -l <input.txt)" = 20 ] || fail "ended with $(wc -l <input.txt) lines"
}
for size in '80 24 8' '40 12 4' '132 45 8'; do
  read -r columns rows lines <<<"$size"
  shell "$columns" "$rows" "bash --norc --noprofile"
  type_in 'stty -a >before; clear; ./whittle -j 2 --unit lines ./test.sh input.txt' Enter
  shows '^lines by gallop'  # once the first outcome was told, which takes its time on a busy machine
  shows '^[0-9]:[0-9][1-9]  [0-9]+ % removed'
  # The picture has as many lines as fit, and there is one of it, with no line broken.
  [ "$(grep -cE '% removed' out)" = 1 ] || fail "not one picture"
  at=$(grep -nE '% removed' out | cut -d: -f1)
  [ "$(sed -n "$at,\$p" out | grep -c .)" = "$lines" ] || fail "the picture does not have $lines lines"
  grep -qE '^[0-2] of 2 slots busy ' out || fail "no slots"
  # It goes on while a test takes its time.
  before=$(grep -oE '^[0-9]:[0-9][0-9]' out)
  wait_until gone "^$before " || fail "the picture stands still"

  type_in C-z
  shows 'Stopped'
  wait_until is_stopped || fail "it went on while it was stopped"
  screen
  ! grep -qE "$picture" out || fail "something of the picture is left"
  type_in 'clear; stty -a >stopped; fg' Enter
  shows '^[0-9]:[0-9][0-9]  [0-9]+ % removed'
  same_modes before stopped
  # Keys work again.
  type_in o
  shows 'what the last refused tests'
  wait_until on_screen 'too few are needed' || fail "no output"
  type_in q
  shows '% removed'
  type_in C-c
  shows 'whittle: interrupted; the best so far'
  shows 'ready> *$'
  ! grep -qE "$picture|\^" out || fail "something of the picture is left"
  type_in 'clear; echo "code $?"; stty -a >after' Enter
  shows '^code 0'
  same_modes before after
  # Nothing of the picture went to the scrollback.
  on_terminal capture-pane -p -S - >out
  ! grep -qE "$picture" out || fail "the scrollback has a picture"
  rm slowly
  type_in './whittle -q --resume input.txt; echo "code $?"; exit' Enter
  session_ended() { ! on_terminal has-session 2>/dev/null; }
  wait_until session_ended || fail "the resumed run does not end"
  ends_with_twenty
done

# Each key; a terminal that becomes narrower; and q, pressed twice, stops.
shell 80 24 "bash --norc --noprofile"
type_in 'clear; ./whittle -j 2 --unit lines ./test.sh input.txt; echo "code $?"' Enter
shows '% removed'
type_in v
shows '^best [0-9]+: '
shows '^lines 1 to [0-9]+ of [0-9]+   q: back'
shows '^ +1  (hay|needed)'
type_in d
shows '^from the original to best'
type_in G
shows 'needed 400'
type_in t
shows '^what each pass removed, most first'
shows '^lines '
type_in '?'
shows '^v  the best so far'
type_in Escape
shows '% removed'
on_terminal resize-window -x 50 -y 24
wait_until gone 'slots busy  [0-9.]+s  [0-9.]+s.*[^s]$'
shows '% removed'
[ "$(grep -c '% removed' out)" = 1 ] || fail "a narrower terminal has two pictures"
# Paused: no test begins while a page is read. One may have been about to begin.
type_in p
shows 'paused; press p to continue'
none_begins() {
  local begun=$(wc -l <begun)
  type_in '?'
  shows '^v  the best so far'
  type_in Escape
  shows 'paused; press p to continue'
  [ "$(wc -l <begun)" = "$begun" ]
}
none_begins || none_begins || fail "it went on while it was paused"
type_in p
wait_until gone 'paused'
type_in q
shows 'stop and keep the best so far'
type_in q
shows '^code 130'

# A skipped list is skipped again by --resume: the result is that of a run that was not stopped.
shell 80 24 "bash --norc --noprofile"
type_in 'clear; ./whittle -j 1 --unit lines ./test.sh input.txt; echo "code $?"' Enter
shows '% removed'
type_in s
shows 'skip the rest of this list'
type_in s
shows '^code 0'
prints "was skipped"
[ "$(wc -l <input.txt)" -gt 20 ] || fail "nothing was skipped"

# kill, also while a page is shown, and under a shell that does not tidy up itself. With TERM and HUP, whittle says where the best is.
# With KILL, the shell and the guardian write at the same time: the shell's word stays, and the picture does not. A word that the shell
# writes on a page before the guardian ends the page is lost with it.
for signal in KILL TERM HUP; do
  for key in '' v; do
    shell 80 24 sh
    type_in 'stty -a >before; clear; ./whittle -j 2 --unit lines ./test.sh input.txt' Enter
    shows '% removed'
    [ -z "$key" ] || { type_in $key; shows '^best [0-9]'; }
    run=$(runs_as)
    guardian=$(pgrep -P "$run" -x whittle)
    [ -n "$guardian" ] || fail "no guardian"
    kill -$signal "$run"
    wait_until is_over "$guardian" || fail "after $signal the guardian goes on without whittle"
    case $signal$key in
      KILL) shows '^Killed' ;;
      KILLv) ;;
      *) shows 'whittle: interrupted; the best so far' ;;
    esac
    type_in 'stty -a >after' Enter
    same_modes before after
    screen
    ! grep -qE "^best [0-9]|$picture" out || fail "after $signal the picture or the page is still shown"
  done
done

# A killed run that had been suspended has already given the terminal back, and the guardian leaves it alone.
shell 80 24 "bash --norc --noprofile"
type_in 'stty -a >before; clear; ./whittle -j 2 --unit lines ./test.sh input.txt' Enter
shows '% removed'
type_in C-z
shows 'Stopped'
kill -9 "$(runs_as)"
type_in 'clear; stty -a >after' Enter
same_modes before after

# The terminal is closed: the run ends, nothing of it stays behind, and --resume goes on with what was found.
shell 80 24 sh
type_in 'clear; exec ./whittle -j 2 --unit lines ./test.sh input.txt' Enter
shows '^0:[0-9]+  [1-9][0-9]* % removed'
run=$(runs_as)
guardian=$(pgrep -P "$run" -x whittle)
[ -n "$guardian" ] || fail "no guardian"
on_terminal kill-server
wait_until is_over "$run" || fail "whittle goes on without its terminal"
wait_until is_over "$guardian" || fail "the guardian goes on without whittle"
[ "$(wc -l <input.txt)" -lt 400 ] || fail "the best so far is not in the file"
rm slowly
whittle_exits 0 -q --resume input.txt
ends_with_twenty

# A terminal that understands nothing, and one that wants no colours.
shell 80 24 sh
type_in 'clear; TERM=dumb ./whittle -j 2 --unit lines ./test.sh input.txt' Enter
shows '^ 0:[0-9][0-9]  800 -> [0-9]+ tokens  3,152 -> [0-9,]+ bytes  lines/gallop  [0-9]+ running'
! grep -q '% removed' out || fail "a picture on a dumb terminal"
type_in C-c
shows 'interrupted'
for colours in 0 1; do
  shell 80 24 sh
  type_in "clear; $([ $colours = 0 ] && echo NO_COLOR=1) ./whittle -j 2 --unit lines ./test.sh input.txt" Enter
  shows '% removed'
  on_terminal capture-pane -p -e >out
  [ "$(grep -c $'\x1b\[3' out)" -gt 0 ] && found=1 || found=0
  [ $found = $colours ] || fail "colours: $found"
done
