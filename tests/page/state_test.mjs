import assert from 'node:assert';
import { test } from 'node:test';
import { State } from '../../src/page/web/state.js';
import { clock, duration, percent, quoted, shortTime } from '../../src/page/web/words.js';

const news = (more) => ({ epoch: 1, now: 1, counts: {}, passes: [], lanes: { from: 0, rows: [] }, bests: [], bins: { width: 0.05, from: 0, rows: [] }, bars: [], ...more });

test('news replace what has changed and keep the rest', () => {
  const state = new State();
  state.take(news({ all: true, original: { tokens: 9, bytes: 30, lines: 2 }, lanes: { from: 0, rows: [[0, 0, -1, 0, 3]] }, bins: { width: 0.05, from: 0, rows: [[1], [2], [3]] } }));
  state.take(news({ lanes: { from: 0, rows: [[0, 0, 1, 0, 7], [1, 1, -1, 7, 8]] }, bins: { width: 0.05, from: 2, rows: [[4], [5]] }, bests: [[1, 0.5, 3, 2, 1, 0, 5, 20, 1, null]] }));
  assert.deepEqual(state.lanes, [[0, 0, 1, 0, 7], [1, 1, -1, 7, 8]]);
  assert.deepEqual(state.bins, [[1], [2], [4], [5]]);
  assert.equal(state.best().tokens, 5);
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

test('numbers are as people write them', () => {
  assert.equal(duration(3.14), '3.1 s');
  assert.equal(duration(9.96), '10 s');
  assert.equal(duration(75), '1 min 15 s');
  assert.equal(duration(3675), '1 h 1 min');
  assert.deepEqual([37, 59.7, 151, 3675].map(shortTime), ['37 s', '0:59', '2:31', '1:01:15']);
  assert.equal(clock(90, 30), '1:30');
  assert.equal(clock(0, 120), '0:00');
  assert.equal(clock(0.5, 0.25), '0.5 s');
  assert.equal(percent(1, 3), '33.3 %');
  assert.equal(percent(99999, 100000), '99.99 %');
  assert.equal(percent(5, 5), '100 %');
  assert.equal(quoted(['whittle', "it's", '--exit=1']), "whittle 'it'\\''s' --exit=1");
});
