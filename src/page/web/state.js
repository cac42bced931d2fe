// The state of the run, put together from the news of the server. Model::news in model.cc writes the news.

export const PASS = { name: 0, asked: 1, tested: 2, remembered: 3, interesting: 4, timedOut: 5, seconds: 6, bests: 7, tokens: 8, bytes: 9 };
export const LANE = { pass: 0, begin: 1, end: 2, askedBegin: 3, askedEnd: 4 };
export const BIN = { tested: 0, interesting: 1, remembered: 2, timedOut: 3, told: 4, used: 5, vain: 6, open: 7 };
export const BAR = { number: 0, slot: 1, begin: 2, end: 3, fate: 4 };
const BEST = { number: 0, at: 1, asked: 2, tested: 3, list: 4, pass: 5, tokens: 6, bytes: 7, lines: 8, changes: 9 };

export class State {
  constructor() {
    this.reset();
  }

  reset() {
    Object.assign(this, {
      epoch: 0, now: 0, start: null, end: null, error: null, original: { tokens: 0, bytes: 0, lines: 0 },
      counts: { asked: 0, tested: 0, remembered: 0, untested: 0, interesting: 0, timed_out: 0, seconds: 0, started: 0, cancelled: 0, running: 0 },
      removed: '–', removed_of: 'tokens', passes: [], lanes: [], bests: [], notices: [], binWidth: 0.05, bins: [], bars: new Map(),
      status: 'waiting', received: performance.now(),
    });
  }

  // Says whether everything is new, as after a reset.
  take(news) {
    const all = Boolean(news.all);
    if (all) this.reset();
    this.epoch = news.epoch;
    this.now = news.now;
    this.received = performance.now();
    for (const name of ['start', 'original', 'status', 'removed', 'removed_of']) if (name in news) this[name] = news[name];
    this.end = news.end ?? null;
    this.error = news.error ?? null;
    this.counts = news.counts;
    this.passes = news.passes;
    this.lanes.splice(news.lanes.from, Infinity, ...news.lanes.rows);
    for (const row of news.bests) this.takeBest(row);
    this.notices.push(...(news.notices ?? []));
    this.binWidth = news.bins.width;
    this.bins.length = Math.min(this.bins.length, news.bins.from);
    for (const row of news.bins.rows) this.bins.push(row);
    for (const bar of news.bars) this.bars.set(bar[BAR.number], bar);
    return all;
  }

  takeBest(row) {
    const best = Object.fromEntries(Object.entries(BEST).map(([name, column]) => [name, row[column]]));
    const known = this.bests.findLastIndex((one) => one.number === best.number);
    if (known >= 0) this.bests[known] = best;
    else this.bests.push(best);
  }

  isLive() {
    return this.status === 'running';
  }

  // The time of the run, which goes on between two messages.
  time() {
    const last = this.end ? this.end.at : this.now;
    return this.isLive() ? last + (performance.now() - this.received) / 1000 : last;
  }

  // The size after best `index`; -1 is the original.
  size(index) {
    return index < 0 ? this.original : this.bests[index];
  }

  // The result, after the end: the last bests may have failed the final test.
  best() {
    return this.end ?? this.size(this.bests.length - 1);
  }

  // Tests per second of the last ten seconds, or of the whole run if it is over.
  speed() {
    const now = this.time();
    if (!this.isLive()) return now > 0 ? this.counts.tested / now : 0;
    const span = Math.max(Math.min(10, now), 4 * this.binWidth, 0.5);
    const from = Math.max(0, Math.floor((now - span) / this.binWidth));
    let tested = 0;
    for (let i = from; i < this.bins.length; ++i) tested += this.bins[i][BIN.tested];
    return tested / Math.max(0.1, now - from * this.binWidth);
  }

  passName(number) {
    return this.passes[number]?.[PASS.name] ?? '';
  }

  // The last best at or before a time, or a number of queries; -1 if there is none.
  bestAt(x, column) {
    let low = 0, high = this.bests.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.bests[middle][column] <= x) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
