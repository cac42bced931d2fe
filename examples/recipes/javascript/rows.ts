import { type /* see docs/rows.md */ Row, parse } from './rows';

export interface Options {
  readonly limit: number;
  names?: Record<string, Row | undefined>;
}

/** The names of the rows that are not longer than the limit. */
export async function names(input: string, { limit }: Options): Promise<string[]> {
  const found: string[] = [];
  for (const [name, row] of Object.entries(parse(input))) {
    if (!row) continue; // deleted
    if (name.length <= limit) found.push(name);
  }
  return found;
}
