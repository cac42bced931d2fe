import assert from 'node:assert';
import { test } from 'node:test';
import { inWords, refusalsOf } from '../../src/page/web/why.js';

const text = new TextEncoder().encode('int a;\nint b;\n');
const rows = [['children', 1, 0, 'no a\n', [[0, 7, '']]], ['lines', 1, 1, '', [[0, 7, ''], [7, 14, '']]], ['names', 3, 2, '', [[11, 12, 'c']]]];

test('a line is explained by the refusals that change something in it', () => {
  assert.deepEqual(refusalsOf(rows, 0, 6), [rows[0], rows[1]]);
  assert.deepEqual(refusalsOf(rows, 7, 13), [rows[1], rows[2]]);
});

test('a refusal says what was tried and what came of it', () => {
  assert.deepEqual(inWords(rows[0], text, 0, 6), { pass: 'children', tried: 'remove \u201cint a;\u201d', came: 'the test exited with 1', output: 'no a' });
  assert.equal(inWords(rows[1], text, 0, 6).tried, 'remove \u201cint a;\u201d, and 7 bytes elsewhere');
  assert.equal(inWords(rows[1], text, 0, 6).came, 'the test hit its time limit');
  assert.equal(inWords(rows[2], text, 7, 13).tried, 'replace \u201cb\u201d with \u201cc\u201d');
});
