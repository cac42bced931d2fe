// The colours of style.css, for drawings on a canvas.

const NAMES = ['ink', 'soft', 'faint', 'line', 'card', 'accent', 'gone', 'blanked', 'k', 's', 'n', 'c', 't', 'p',
  'told', 'used', 'vain', 'open', 'lane0', 'lane1', 'lane2', 'lane3', 'lane4', 'lane5', 'lane6', 'lane7'];

let known = null;

export function theme() {
  if (!known) {
    const style = getComputedStyle(document.documentElement);
    known = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  }
  return known;
}

export function onThemeChange(redraw) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    known = null;
    redraw();
  });
}
