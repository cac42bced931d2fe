import { readFile, writeFile } from 'fs';
import * as path from 'path';
type Cents = number;
const RATE = 19, SPARE = 2;
enum Color { Red, Green = 5, Blue }
interface Price { whole: number; part: number }
export abstract class Box<T> extends Base implements Sized {
  private readonly content: T;
  @memo
  get(scale: number, unused: string): T {
    return this.content;
  }
}
namespace Util {
  export function twice(n: number): number {
    return n + n;
  }
}
function sum(values: number[], count: number, unused: string): number {
  let total = 0, steps = 0;
  for (const value of values) {
    total += value;
    steps++;
  }
  return total;
}
function log(text: string) {
  console.log(text);
  flush();
}
const p: Price = { whole: 3, part: 50 };
const q = { whole: 4, part: 60 };
let c: Cents = 4;
let box: Box<string>;
if (Util.twice(p.whole) > RATE) {
  log("over");
}
sum([1, 2], 2, "cm");
