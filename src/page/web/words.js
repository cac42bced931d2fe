// Numbers and times as people read them.

export const NEWLINE = 10;  // as a byte
// A line of more bytes than this is broken into rows of some ROW bytes: some files have no lines at all.
export const LONG_LINE = 240, ROW = 76;
export const count = (n) => Math.round(n).toLocaleString('en-US');

export function duration(seconds) {
  if (!isFinite(seconds) || seconds < 0) return '–';
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return whole < 3600 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
}

// Where there is little room: 37 s, 2:31.
export const shortTime = (seconds) => (seconds < 59.5 ? duration(seconds) : withColons(seconds));

function withColons(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// On an axis: all labels of one form. `step` is what lies between two of them.
export function clock(seconds, step) {
  if (step < 1) return `${seconds.toFixed(step < 0.1 ? 2 : 1)} s`;
  return seconds < 60 && step < 60 ? `${Math.round(seconds)} s` : withColons(seconds);
}

export const rate = (n) => (n >= 100 ? count(n) : n >= 10 ? n.toFixed(1) : n.toFixed(2));

export function percent(part, whole) {
  if (!whole) return '–';
  const share = (100 * part) / whole;
  if (share === 0 || share === 100) return `${share} %`;
  // Not all of it is not 100 %.
  return `${share >= 99.9 ? (Math.floor(share * 100) / 100).toFixed(2) : share.toFixed(share < 0.05 ? 2 : 1)} %`;
}

export const counted = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

// Words of a command as a shell takes them.
export const quoted = (words) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
