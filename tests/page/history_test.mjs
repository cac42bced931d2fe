// What history.js says about texts, beside what plain strings say.
import assert from 'node:assert';
import { test } from 'node:test';
import { History } from '../../src/page/web/history.js';

const text = (history, runs) => runs.map(([begin, end]) => history.text(begin, end)).join('');
const shown = (history, count) => text(history, history.runs(count));
const only = (history, runs, ...marks) => text(history, runs.filter(([, , mark]) => marks.includes(mark)));

test('a best is the text before it with its changes', () => {
  const history = new History('one two three four', []);
  history.set(0, [[4, 8, '']]);
  history.set(1, [[0, 3, '1'], [10, 14, 'éé']]);
  assert.equal(shown(history, 0), 'one two three four');
  assert.equal(shown(history, 1), 'one three four');
  assert.equal(shown(history, 2), '1 three éé');
});

test('a difference between any two bests contains both of them', () => {
  let seed = 1;
  const below = (bound) => (seed = (seed * 48271) % 2147483647) % bound;
  let now = Array.from({ length: 400 }, (_, i) => `word${i}${i % 7 ? ' ' : '\n'}`).join('');
  const history = new History(now, []);
  const texts = [now];
  for (let best = 0; best < 150; ++best) {
    const changes = [];
    let made = '', at = 0;
    for (let i = below(4) + 1; i > 0; --i) {
      const begin = at + below(Math.max(1, Math.floor((now.length - at) / 2) + 1)), end = Math.min(now.length, begin + below(12));
      const inserted = below(3) ? '' : `x${best}`;
      changes.push([begin, end, inserted]);
      made += now.slice(at, begin) + inserted;
      at = end;
    }
    now = made + now.slice(at);
    texts.push(now);
    history.set(best, changes);
  }
  for (let i = 0; i < 60; ++i) {
    const first = below(151), second = first + below(151 - first);
    const runs = history.compare(first, second);
    assert.equal(only(history, runs, 0, 1), texts[first], `${first} in ${first}..${second}`);
    assert.equal(only(history, runs, 0, 2), texts[second], `${second} in ${first}..${second}`);
    assert.equal(shown(history, second), texts[second]);
  }
});

test('what is left of the original is known for each best', () => {
  const history = new History('aa bb cc', []);
  history.set(0, [[3, 6, '']]);
  assert.deepEqual(history.original(1, history.fates(1)), [[0, 3, 4], [3, 6, 3], [6, 8, 4]]);
  assert.deepEqual([...history.presence(1)], [1, 1, 1, 0, 0, 0, 1, 1]);
});

test('a best whose changes come late is seen by all after it', () => {
  const history = new History('abc', []);
  history.set(1, [[0, 1, '']]);
  assert.equal(shown(history, 2), 'bc');
  history.set(0, [[0, 1, 'xyz']]);
  assert.equal(shown(history, 1), 'xyzbc');
  assert.equal(shown(history, 2), 'yzbc');
});

test('an inserted word has the colour that it has in the original', () => {
  const history = new History('int x', [3, 5, 2, 0]);
  history.set(0, [[0, 5, 'f(int 12)']]);
  const [[begin, end]] = history.runs(1);
  assert.deepEqual([...history.colours.subarray(begin, end)], [0, 0, 5, 5, 5, 0, 3, 3, 0]);
});

test('bytes that were overwritten with blanks are neither left nor removed', () => {
  const fates = (history, count) => history.fates(count).subarray(0, history.originalSize).join('');
  const history = new History('HEAD....body....tail', []);
  history.set(0, [[4, 8, '    ']]);
  history.set(1, [[8, 12, '']]);
  assert.equal(fates(history, 0), '11111111111111111111');
  assert.equal(fates(history, 1), '11112222111111111111');
  assert.equal(fates(history, 2), '11112222000011111111');
  // Blanks over blanks, and the last bytes.
  history.set(2, [[6, 16, '          ']]);
  assert.equal(fates(history, 3).slice(0, 4), '1111');
  assert.equal(fates(history, 3).replaceAll(/[^2]/g, '').length, 12);
  assert.deepEqual(history.original(3, history.fates(3)).map(([, , mark]) => mark), [4, 5, 3]);
});

test('a blank that joins two words is not an overwritten byte', () => {
  const history = new History('int /* a comment */ x;', []);
  history.set(0, [[3, 20, ' ']]);
  assert(!history.fates(1).includes(2));
});

test('words that are written again at their place are left of the original', () => {
  const history = new History('call(first, second); end', []);
  history.set(0, [[0, 20, 'second(0) third;']]);
  const left = history.original(1, history.fates(1)).filter(([, , mark]) => mark === 4);
  assert.deepEqual(left.map(([begin, end]) => only(history, [[begin, end, 0]], 0)), ['second', ' end']);
});

test('text that was inserted into a comment has its colour', () => {
  const text = '/* see docs/rows.md */ x';
  const history = new History(text, [22, 4, 2, 0]);
  history.set(0, [[7, 21, '0*']]);
  const runs = history.runs(1);
  assert.equal(shown(history, 1), '/* see 0*/ x');
  assert.deepEqual([...history.insideComments(runs)], [0, 1, 0]);
  history.set(1, [[11, 12, 'y']]);
  assert.deepEqual([...history.insideComments(history.runs(2))], [0, 1, 0, 0]);
});
