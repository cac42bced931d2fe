import { readFile } from 'fs';
import type { Stats } from 'fs';

interface Priced<T = number> {
  readonly price: T;
  name?: string;
  (x: number): string;
  [key: string]: unknown;
}

type Result<T> = { ok: true; value: T } | { ok: false; error: Error };
type Keys = keyof Priced & string;

enum Colour { Red, Green = 'green', Blue = 3 }

abstract class Shape<T extends object> implements Iterable<T> {
  private readonly items: T[] = [];
  protected static made: number = 0;
  constructor(public name: string, private size?: number) { Shape.made++; }
  abstract area(): number;
  *[Symbol.iterator](): Iterator<T> { yield* this.items; }
}

declare module 'things' {
  export function thing(x: string): void;
}

namespace Inner {
  export const limit: number = 10;
}

function largest<T>(items: readonly T[], by: (item: T) => number): T | undefined {
  let best: T | undefined;
  for (const item of items) {
    if (best === undefined || by(item) > by(best!)) best = item as T;
  }
  return best;
}

function isText(x: unknown): x is string { return typeof x === 'string'; }

const pair: [string, number] = ['a', 1];
const result: Result<number> = { ok: true, value: largest([1, 2, 3], x => x) ?? Inner.limit };
console.log(pair, <any>result, Colour.Red satisfies Colour);
export { largest, isText as default };
