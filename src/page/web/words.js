// Numbers, shares and times as people read them. The terminal says them in the same way (src/report/words.cc);
// tests/report/words.json has examples, and tests of both read it.

export const NEWLINE = 10;  // as a byte
// A line of more bytes than this is broken into rows of some ROW bytes: some files have no lines at all.
export const LONG_LINE = 240, ROW = 76;
export const count = (n) => Math.round(n).toLocaleString('en-US');

export function duration(seconds) {
  if (!isFinite(seconds) || seconds < 0) return '–';
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 3600 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
}

// While time goes on: 0:37, 2:31.
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// On an axis: all labels of one form. `step` is the distance between two of them.
export function clock(seconds, step) {
  if (step < 1) return `${seconds.toFixed(step < 0.1 ? 2 : 1)} s`;
  return seconds < 60 && step < 60 ? `${Math.round(seconds)} s` : clockTime(seconds);
}

export const rate = (n) => (n >= 100 ? count(n) : n >= 10 ? n.toFixed(1) : n.toFixed(2));

export function percent(part, whole) {
  const share = whole > 0 ? (100 * part) / whole : 0;
  // Rounded down: not all of it is not 100 %.
  const digits = (share > 0 && share < 1) || (share > 99 && share < 100) ? 1 : 0;
  return `${(Math.floor(share * 10 ** digits) / 10 ** digits).toFixed(digits)} %`;
}

export const counted = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// Words of a command as a shell takes them.
export const quoted = (words) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
