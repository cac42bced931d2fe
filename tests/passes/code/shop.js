import fs, { join as j } from "path";
const RATE = 19, SPARE = 2;
class Box extends Base {
  static size = 1;
  get(scale, unused) {
    return scale;
  }
}
function twice(n) { return n + n; }
const half = (n) => n / 2;
function sum(values, count, unused) {
  let total = 0, steps = 0;
  for (const value of values) {
    total += value;
    steps++;
  }
  return total;
}
function log(text) {
  console.log(text);
  flush();
}
const p = { whole: 3, part: 50 };
const q = { whole: 4, part: 60 };
if (twice(p.whole) > RATE) {
  log("over");
}
sum([1, 2], 2, "cm");
new Box().get(half(1), 2);
