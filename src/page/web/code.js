// Text with colours and marks, of which only the lines in sight are elements.

import { COMMENT } from './history.js';
import { count, LONG_LINE, NEWLINE, ROW } from './words.js';

const COLOURS = ['', 'k', 's', 'n', 'c', 't', 'p', 'f'];
const MARKS = ['', 'removed', 'added', 'gone', 'kept', 'blanked'];

const AROUND = 3;       // unchanged lines around a change

export class CodeView {
  constructor(element) {
    this.element = element;
    this.rows = [];
    this.chosen = null;  // the number of a line
    this.onChoose = null;
    element.addEventListener('click', ({ target }) => {
      const number = Number(target.closest('.line')?.dataset.number);
      if (number && this.onChoose && getSelection().isCollapsed) this.onChoose(number);
    });
    this.inner = element.appendChild(document.createElement('div'));
    this.inner.className = 'lines';
    element.addEventListener('scroll', () => this.draw(), { passive: true });
    // A user who scrolls by hand wants to stay there.
    this.isMoved = false;
    for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown']) element.addEventListener(name, () => (this.isMoved = true), { passive: true });
    new ResizeObserver(() => this.draw()).observe(element);
  }

  // `runs` are [begin, end, mark] in the pool of `history`. With `fold`, unchanged lines far from a change are left out.
  show(history, runs, { fold = false, empty = 'nothing' } = {}) {
    this.element.querySelector('.nothing')?.remove();
    this.history = history;
    const lines = [[]];
    const { pool, colours } = history;
    const insideComments = history.insideComments(runs);
    for (const [index, [from, to, mark]] of runs.entries())
      for (let at = from; at < to;) {
        const colour = insideComments[index] ? COMMENT : colours[at];
        let end = at;
        while (end < to && (insideComments[index] || colours[end] === colour) && pool[end] !== NEWLINE) ++end;
        if (end > at) lines[lines.length - 1].push([at, end, mark, colour]);
        if (end < to && pool[end] === NEWLINE) {
          lines[lines.length - 1].ends = mark;
          lines.push([]);
          ++end;
        }
        at = end;
      }
    if (lines[lines.length - 1].length === 0) lines.pop();
    this.rows = (fold ? folded(lines) : lines.map((line, number) => ({ line, number: number + 1 }))).flatMap((row) => broken(row, pool));
    if (this.rows.length === 0) this.rows = [{ note: empty }];
    this.digits = String(lines.length).length;
    this.element.style.setProperty('--digits', this.digits);
    this.drawn = '';
    this.draw();
  }

  // The bytes [begin, end) of a line in the text that is shown.
  place(number) {
    const size = ({ line }) => line.reduce((sum, [begin, end]) => sum + end - begin, 0);
    let at = 0;
    for (const one of this.rows) {
      if (!one.line) continue;
      if (one.number && one.number > 1) ++at;  // the newline before it
      if ((one.of ?? one.number) > number) break;
      if (one.number === number) {
        const length = this.rows.filter((other) => (other.of ?? other.number) === number).reduce((sum, other) => sum + size(other), 0);
        return [at, at + length];
      }
      at += size(one);
    }
    return null;
  }

  choose(number) {
    this.chosen = number;
    this.drawn = '';
    this.draw();
  }

  // Scrolls to the first line with something of a mark, if none is in sight.
  reveal(mark) {
    if (this.isMoved || !this.height) return;
    const has = ({ line }) => line?.some((part) => part[2] === mark);
    const top = Math.floor(this.element.scrollTop / this.height), bottom = top + Math.floor(this.element.clientHeight / this.height);
    if (this.rows.slice(top, bottom).some(has)) return;
    const first = this.rows.findIndex(has);
    if (first >= 0) this.element.scrollTop = Math.max(0, first - 3) * this.height;
  }

  draw() {
    if (this.element.clientHeight === 0) return;
    if (!this.height) {
      const probe = row({ note: 'x' });
      this.inner.replaceChildren(probe);
      this.height = probe.getBoundingClientRect().height || 18;
      this.drawn = '';
    }
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - 20);
    const last = Math.min(this.rows.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + 20);
    const key = `${first}-${last}`;
    if (key === this.drawn) return;
    this.drawn = key;
    this.inner.style.paddingTop = `${first * this.height}px`;
    this.inner.style.paddingBottom = `${(this.rows.length - last) * this.height}px`;
    this.inner.replaceChildren(...this.rows.slice(first, last).map((one) => row(one, this.history, this.chosen)));
  }
}

function broken(row, pool) {
  const size = row.line?.reduce((sum, [begin, end]) => sum + end - begin, 0) ?? 0;
  if (size <= LONG_LINE) return [row];
  const rows = [{ ...row, line: [] }];
  let filled = 0;
  for (let [begin, end, mark, colour] of row.line)
    while (begin < end) {
      let cut = Math.min(end, begin + ROW - filled);
      if (cut < end && end - begin < ROW / 2) cut = filled > ROW / 2 ? begin : end;  // short words stay whole
      while (cut < end && cut > begin && (pool[cut] & 0xc0) === 0x80) ++cut;         // and so do characters
      if (cut > begin) rows[rows.length - 1].line.push([begin, cut, mark, colour]);
      filled += cut - begin;
      begin = cut;
      if (begin < end || filled >= ROW) {
        rows.push({ line: [], number: '', of: row.number, sign: row.sign });
        filled = 0;
      }
    }
  if (rows[rows.length - 1].line.length === 0) rows.pop();
  if (row.sign) for (const one of rows) one.sign = signOf(one.line);
  return rows;
}

function folded(lines) {
  const changed = lines.map((line) => line.some(([, , mark]) => mark === 1 || mark === 2) || line.ends === 1 || line.ends === 2);
  if (!changed.includes(true)) return [];
  const near = new Uint8Array(lines.length);
  changed.forEach((is, i) => {
    if (is) near.fill(1, Math.max(0, i - AROUND), i + AROUND + 1);
  });
  const rows = [];
  for (let i = 0; i < lines.length;) {
    if (near[i]) {
      rows.push({ line: lines[i], sign: signOf(lines[i]) });
      ++i;
      continue;
    }
    let end = i;
    while (end < lines.length && !near[end]) ++end;
    if (end - i > 2) rows.push({ note: `${count(end - i)} lines unchanged` });
    else for (let k = i; k < end; ++k) rows.push({ line: lines[k], sign: ' ' });
    i = end;
  }
  return rows;
}

function signOf(line) {
  const marks = new Set(line.map(([, , mark]) => mark));
  if (line.ends) marks.add(line.ends);
  if (marks.has(1) && !marks.has(2)) return '−';
  if (marks.has(2) && !marks.has(1)) return '+';
  return marks.has(1) ? '±' : ' ';
}

function row({ line, number, of, sign, note }, history, chosen) {
  const element = document.createElement('div');
  element.className = 'line';
  if (of ?? number) element.dataset.number = of ?? number;
  if (chosen && (of ?? number) === chosen) element.classList.add('chosen');
  const gutter = element.appendChild(document.createElement('span'));
  gutter.className = 'gutter';
  gutter.textContent = note ? '⋯' : (sign ?? number);
  if (note) {
    element.classList.add('note');
    element.append(note);
    return element;
  }
  for (const [begin, end, mark, colour] of line) {
    const text = history.text(begin, end);
    const name = `${COLOURS[colour] ?? ''} ${MARKS[mark]}`.trim();
    if (name) {
      const span = element.appendChild(document.createElement(mark === 1 ? 'del' : mark === 2 ? 'ins' : 'span'));
      span.className = name;
      span.textContent = text;
    } else {
      element.append(text);
    }
  }
  return element;
}
