// Why a line is still there: the edits that were tried on it, and the answers of the test. Feed::refusals in feed.cc writes the rows.

import { count } from './words.js';

const ROW_OF = { pass: 0, exit: 1, kind: 2, output: 3, changes: 4 };
const MOST = 8;

// The refusals that change something in bytes [begin, end) of the text, those that change least first.
export function refusalsOf(rows, begin, end) {
  return rows.filter((row) => row[ROW_OF.changes].some(([from, to]) => from < end && to > begin));
}

// One refusal in words: the edit, and the answer of the test. `text` is the best as bytes.
export function inWords(row, text, begin, end) {
  const decode = (from, to) => {
    const words = new TextDecoder().decode(text.subarray(from, to)).replace(/\s+/g, ' ').trim();
    return words.length > 70 ? `${words.slice(0, 68)} …` : words;
  };
  const here = row[ROW_OF.changes].filter(([from, to]) => from < end && to > begin);
  const elsewhere = row[ROW_OF.changes].reduce((sum, [from, to]) => sum + to - from, 0) - here.reduce((sum, [from, to]) => sum + to - from, 0);
  const tried = here.map(([from, to, replacement]) => {
    const old = decode(from, to);
    return replacement.trim() ? `replace \u201c${old}\u201d with \u201c${replacement.trim()}\u201d` : old ? `remove \u201c${old}\u201d` : 'remove white space';
  }).join(', ') + (elsewhere > 0 ? `, and ${count(elsewhere)} bytes elsewhere` : '');
  const came = ['the test exited with ' + row[ROW_OF.exit], 'the test hit its time limit', 'not tested: more syntax errors than the original'][row[ROW_OF.kind]];
  return { pass: row[ROW_OF.pass], tried, came, output: row[ROW_OF.output].trim() };
}

export function drawWhy(list, rows, text, begin, end) {
  const found = refusalsOf(rows, begin, end);
  const item = (...content) => {
    const made = document.createElement('li');
    made.append(...content);
    return made;
  };
  if (found.length === 0) {
    list.replaceChildren(item('No refusal is recorded for this line: it may have been tried on an earlier best, or as part of a larger change.'));
    return;
  }
  list.replaceChildren(...found.slice(0, MOST).map((row) => {
    const { pass, tried, came, output } = inWords(row, text, begin, end);
    const name = document.createElement('strong');
    name.textContent = pass;
    const made = item(name, ` tried to ${tried}: ${came}`);
    if (output) {
      const printed = made.appendChild(document.createElement('pre'));
      printed.textContent = output;
    }
    return made;
  }));
  if (found.length > MOST) list.append(item(`and ${count(found.length - MOST)} more`));
}
