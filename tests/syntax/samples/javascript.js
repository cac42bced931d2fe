'use strict';
import fs, { readFile as read } from 'fs';

export class Shape {
  #hidden = 1;
  static count = 0;
  constructor(name = 'none', ...sizes) {
    this.name = name;
    this.sizes = sizes;
  }
  get area() { return this.sizes.reduce((a, b) => a * b, 1); }
  async load(path) { return await read(path); }
}

class Square extends Shape {
  constructor(side) { super('square', side, side); }
}

function* numbers(limit) {
  for (let i = 0; i < limit; i++) {
    if (i % 3 === 0) continue;
    yield i;
  }
}

const table = { a: 1, 'b': [1, , 2], [`c${1 + 1}`]: null, f(x) { return -x; }, ...{} };
const { a, b: [first, ...rest], z = 4 } = table;

label: for (const key in table) {
  switch (typeof table[key]) {
    case 'number':
      console.log(key, table[key] ?? 0);
      break;
    default:
      break label;
  }
}

for (const n of numbers(10)) console.log(n > 3 ? 'large' : 'small');

try {
  if (!/ab+c/i.test('xabbc')) throw new Error('no match');
  else if (a == null) { delete table.a; }
} catch ({ message }) {
  console.error(message);
} finally {
  do { table.a--; } while (table.a > 0);
}

const twice = x => x * 2, add = function (p, q) { return p + q; };
export default twice(add(1, z?.value?.[0]));
