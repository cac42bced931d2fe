import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { State } from '../../src/page/web/state.js';
import { clock, clockTime, duration, percent, quoted } from '../../src/page/web/words.js';

const news = (more) => ({ epoch: 1, now: 1, counts: {}, passes: [], lanes: { from: 0, rows: [] }, bests: [], bins: { width: 0.05, from: 0, rows: [] }, bars: [], ...more });

test('news replace what has changed and keep the rest', () => {
  const state = new State();
  state.take(news({ all: true, original: { tokens: 9, bytes: 30, lines: 2 }, lanes: { from: 0, rows: [[0, 0, -1, 0, 3]] }, bins: { width: 0.05, from: 0, rows: [[1], [2], [3]] } }));
  state.take(news({ lanes: { from: 0, rows: [[0, 0, 1, 0, 7], [1, 1, -1, 7, 8]] }, bins: { width: 0.05, from: 2, rows: [[4], [5]] }, bests: [[1, 0.5, 3, 2, 1, 0, 5, 20, 1, null]] }));
  assert.deepEqual(state.lanes, [[0, 0, 1, 0, 7], [1, 1, -1, 7, 8]]);
  assert.deepEqual(state.bins, [[1], [2], [4], [5]]);
  assert.equal(state.best().tokens, 5);
  // The last best may have failed its final test.
  state.take(news({ removed: '12 %', end: { tokens: 8, bytes: 25, at: 1, time: '1.0 s' } }));
  assert.deepEqual([state.best().tokens, state.removed], [8, '12 %']);
  // The text of a best may come after its sizes.
  state.take(news({ bests: [[1, 0.5, 3, 2, 1, 0, 5, 20, 1, [[0, 3, '']]]] }));
  assert.equal(state.bests.length, 1);
  assert.deepEqual(state.bests[0].changes, [[0, 3, '']]);
});

test('a new epoch forgets the old one', () => {
  const state = new State();
  state.take(news({ all: true, bests: [[1, 0.5, 3, 2, 1, 0, 5, 20, 1, null]] }));
  state.take(news({ all: true, epoch: 2, original: { tokens: 9, bytes: 30, lines: 2 } }));
  assert.equal(state.bests.length, 0);
  assert.equal(state.best().tokens, 9);
});

test('the best at a time is the last one before it', () => {
  const state = new State();
  state.take(news({ all: true, bests: [1, 2, 3].map((n) => [n, n, 10 * n, n, 1, 0, 9 - n, 20, 1, null]) }));
  assert.deepEqual([0.5, 1, 2.5, 9].map((at) => state.bestAt(at, 'at')), [-1, 0, 1, 2]);
  assert.equal(state.bestAt(25, 'asked'), 1);
});

test('shares and times are said as on the terminal', () => {
  const examples = JSON.parse(readFileSync(new URL('../report/words.json', import.meta.url)));
  for (const [seconds, said] of examples.short_time) assert.equal(duration(seconds), said);
  for (const [seconds, said] of examples.clock_time) assert.equal(clockTime(seconds), said);
  for (const [part, whole, said] of examples.percent_of) assert.equal(percent(part, whole), said);
});

test('numbers are as people write them', () => {
  assert.equal(clock(90, 30), '1:30');
  assert.equal(clock(0, 120), '0:00');
  assert.equal(clock(0.5, 0.25), '0.5 s');
  assert.equal(quoted(['whittle', "it's", '--exit=1']), "whittle 'it'\\''s' --exit=1");
});
