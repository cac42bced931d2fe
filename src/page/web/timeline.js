// Size, passes, slots and tests per second over one axis: time, or queries.

import { BAR, BIN, LANE } from './state.js';
import { clock, count, duration } from './words.js';
import { theme } from './theme.js';

const RIGHT = 14, LANES = 8, LANE_HEIGHT = 17, SLOTS_HEIGHT = 96, MOST_BARS = 1500;
// The time between two labels of the axis.
const SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];
const FATES = ['told', 'used', 'vain', 'open'];

export class Timeline {
  // `onPick` is called with the number of the best at a place that was clicked.
  constructor(root, onPick) {
    this.root = root;
    this.onPick = onPick;
    this.axis = 'at';  // or 'asked'
    this.goal = 'tokens';
    this.zoom = null;  // [from, to]; or a number, the last so many seconds; or null, all of it
    this.find = (name) => root.querySelector(name);
    this.lanes = this.find('.lanes canvas');
    this.slots = this.find('.slots canvas');
    new ResizeObserver(() => this.resize()).observe(root);
  }

  left() {
    return this.root.clientWidth > 640 ? 140 : 74;
  }

  setAxis(axis) {
    this.axis = axis;
    this.zoom = null;
    this.root.classList.toggle('by-queries', axis === 'asked');
    this.rebuild();
  }

  setGoal(goal) {
    this.goal = goal;
    this.rebuild();
  }

  setZoom(zoom) {
    this.zoom = zoom;
    this.root.dispatchEvent(new CustomEvent('zoomed'));
    this.redraw();
  }

  end() {
    return Math.max(this.axis === 'at' ? this.state.time() : this.state.counts.asked, 1e-3);
  }

  range() {
    const end = this.end();
    if (Array.isArray(this.zoom)) return this.zoom;
    if (this.zoom && this.axis === 'at') return [Math.max(0, end - this.zoom), end];
    return [0, end];
  }

  update(state) {
    this.state = state;
    if (!this.size) this.rebuild();
    else this.redraw();
  }

  rebuild() {
    if (!this.state) return;
    this.size?.destroy();
    this.speed?.destroy();
    this.size = this.speed = null;
    if (!this.root.clientWidth) return;
    const colours = theme();
    const font = '12px system-ui, sans-serif';
    const axis = { stroke: colours.soft, font, grid: { stroke: colours.line, width: 1 }, ticks: { show: false } };
    const x = {
      ...axis, size: 26, gap: 4, space: 70,
      incrs: this.axis === 'at' ? SECONDS : undefined,
      values: (u, splits, i, space, step) => splits.map((at) => (this.axis === 'at' ? clock(at, step) : count(at))),
    };
    const common = {
      width: this.root.clientWidth, padding: [10, RIGHT, 0, 0], legend: { show: false },
      scales: { x: { time: false, range: () => this.range() } },
    };
    const cursor = { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, sync: { key: 'run', setSeries: false } };
    const hooks = {
      setSelect: [(u) => {
        if (u.select.width < 4) return;
        const zoom = [u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')];
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        this.setZoom(zoom);
      }],
      setCursor: [(u) => this.readOut(u)],
      ready: [(u) => {
        u.over.addEventListener('click', () => {
          const at = u.posToVal(u.cursor.left, 'x');
          if (u.cursor.left >= 0) this.onPick(this.state.bestAt(at, this.axis));
        });
        u.over.addEventListener('dblclick', () => this.setZoom(null));
      }],
    };
    this.size = new uPlot({
      ...common, height: this.root.clientWidth > 640 ? 250 : 210, cursor, hooks: { ...hooks, draw: [(u) => this.drawMark(u)] },
      scales: { ...common.scales, y: { distr: 3, range: (u, low, high) => [Math.max(0.8, low * 0.75), Math.max(high * 1.15, 2)] } },
      axes: [{ ...x }, { ...axis, size: this.left(), splits: (u, i, low, high) => roundSizes(low, high), filter: (u, splits) => splits, values: (u, splits) => splits.map(count) }],
      series: [{}, { stroke: colours.accent, width: 2, fill: `${colours.accent}1c`, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
    }, [[], []], this.find('.size'));
    this.speed = new uPlot({
      ...common, height: 118, cursor, hooks,
      scales: { ...common.scales, y: { range: (u, low, high) => [0, Math.max(1, (high || 0) * 1.1)] } },
      axes: [{ ...x }, { ...axis, size: this.left(), space: 26, values: (u, splits) => splits.map((n) => Number(n.toPrecision(4)).toLocaleString('en-US')) }],
      series: [{},
        { stroke: colours.soft, width: 1.5, fill: `${colours.soft}22`, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } },
        { stroke: colours.accent, width: 2, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
    }, [[], [], []], this.find('.speed'));
    this.redraw();
  }

  // The best that is shown below has a line in the curve.
  mark(index) {
    if (index === this.marked) return;
    this.marked = index;
    this.size?.redraw(false);
  }

  drawMark(u) {
    const at = this.state.size(this.marked ?? -1)?.[this.axis] ?? 0;
    const x = u.valToPos(at, 'x', true);
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
    u.ctx.save();
    u.ctx.strokeStyle = theme().ink;
    u.ctx.lineWidth = window.devicePixelRatio || 1;
    u.ctx.setLineDash([4, 3]);
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  resize() {
    const width = this.root.clientWidth;
    if (width && width !== this.width) {
      this.width = width;
      this.rebuild();
    }
  }

  redraw() {
    if (!this.size) return;
    this.size.setData(this.sizes());
    if (this.axis === 'at') this.speed.setData(this.speeds());
    this.drawLanes();
    if (this.axis === 'at') this.drawSlots();
  }

  sizes() {
    const xs = [0], ys = [this.state.original[this.goal]];
    for (const best of this.state.bests) {
      xs.push(best[this.axis]);
      ys.push(best[this.goal]);
    }
    xs.push(this.end());
    ys.push(ys[ys.length - 1]);
    return [xs, ys.map((size) => Math.max(1, size))];
  }

  // As many points as can be told apart.
  speeds() {
    const [from, to] = this.range();
    const { bins, binWidth } = this.state;
    const first = Math.max(0, Math.floor(from / binWidth)), last = Math.min(bins.length, Math.ceil(to / binWidth) + 1);
    // If tests are slow, one of them would be a peak: some four tests belong to each step.
    const slow = Math.min((4 * this.state.time()) / Math.max(1, this.state.counts.tested), (to - from) / 12);
    const together = Math.max(1, Math.ceil((last - first) / 120), Math.ceil(Math.max(0.4, slow) / binWidth));
    const xs = [], all = [], good = [];
    for (let i = first - (first % together); i < last; i += together) {
      let tested = 0, interesting = 0;
      const end = Math.min(i + together, bins.length);
      for (let k = i; k < end; ++k) {
        tested += bins[k][BIN.tested];
        interesting += bins[k][BIN.interesting];
      }
      const seconds = Math.min(together * binWidth, Math.max(this.state.time() - i * binWidth, binWidth));
      xs.push(i * binWidth);
      all.push(tested / seconds);
      good.push(interesting / seconds);
    }
    if (xs.length) {
      xs.push(Math.max(xs[xs.length - 1] + 1e-6, Math.min(this.end(), bins.length * binWidth)));
      all.push(all[all.length - 1]);
      good.push(good[good.length - 1]);
    }
    return [xs, all, good];
  }

  canvas(canvas, height) {
    const scale = window.devicePixelRatio || 1;
    const width = this.root.clientWidth;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const draw = canvas.getContext('2d');
    draw.scale(scale, scale);
    const [from, to] = this.range();
    const left = this.left();
    const at = (x) => left + ((x - from) / (to - from)) * (width - left - RIGHT);
    draw.font = '12px system-ui, sans-serif';
    draw.textBaseline = 'middle';
    return { draw, at, from, to, left, width, right: width - RIGHT };
  }

  // The passes that took the longest have a lane each, in the order of their first use.
  ranked() {
    const [begin, end] = this.axis === 'at' ? [LANE.begin, LANE.end] : [LANE.askedBegin, LANE.askedEnd];
    const time = new Map();
    for (const lane of this.state.lanes) {
      const size = (lane[end] < 0 ? this.end() : lane[end]) - lane[begin];
      time.set(lane[LANE.pass], (time.get(lane[LANE.pass]) ?? 0) + size);
    }
    const all = [...time.keys()];
    const longest = [...all].sort((a, b) => time.get(b) - time.get(a)).slice(0, all.length > LANES ? LANES - 1 : LANES);
    const rows = all.filter((pass) => longest.includes(pass));
    return { rows, others: all.length > rows.length, begin, end };
  }

  drawLanes() {
    const { rows, others, begin, end } = this.ranked();
    const number = new Map(rows.map((pass, row) => [pass, row]));
    const labels = rows.map((pass) => this.state.passName(pass));
    if (others) labels.push('others');
    const { draw, at, from, to, left, right } = this.canvas(this.lanes, Math.max(1, labels.length) * LANE_HEIGHT + 4);
    const colours = theme();
    labels.forEach((label, row) => {
      const y = row * LANE_HEIGHT + LANE_HEIGHT / 2;
      draw.fillStyle = colours.line;
      draw.fillRect(left, y + LANE_HEIGHT / 2 - 0.5, right - left, 0.5);
      draw.fillStyle = colours.soft;
      draw.textAlign = 'right';
      draw.fillText(fitted(draw, label, left - 10), left - 8, y);
    });
    for (const lane of this.state.lanes) {
      const until = lane[end] < 0 ? this.end() : lane[end];
      if (until < from || lane[begin] > to) continue;
      const row = number.get(lane[LANE.pass]) ?? rows.length;
      const x = Math.max(left, at(lane[begin])), width = Math.min(right, at(until)) - x;
      draw.fillStyle = colours[`lane${row % LANES}`];
      draw.fillRect(x, row * LANE_HEIGHT + 3, Math.max(1, width), LANE_HEIGHT - 6);
    }
  }

  hatch(draw, colour, ground) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 6;
    const paint = tile.getContext('2d');
    paint.fillStyle = ground;
    paint.fillRect(0, 0, 6, 6);
    paint.strokeStyle = colour;
    paint.lineWidth = 1.6;
    for (const shift of [-6, 0, 6]) {
      paint.beginPath();
      paint.moveTo(shift, 6);
      paint.lineTo(shift + 6, 0);
      paint.stroke();
    }
    return draw.createPattern(tile, 'repeat');
  }

  inks(draw) {
    const colours = theme();
    return [colours.told, colours.used, this.hatch(draw, colours.vain, colours.card), colours.open];
  }

  drawSlots() {
    const jobs = Math.max(1, this.state.start?.jobs ?? 1);
    const panel = this.canvas(this.slots, SLOTS_HEIGHT);
    const { draw, at, from, to, left, right } = panel;
    const colours = theme();
    const first = this.state.bars.keys().next().value;
    const oldest = first === undefined ? Infinity : this.state.bars.get(first)[BAR.begin];
    const bars = from < oldest && first > 0 ? [] : [...this.state.bars.values()].filter((bar) => bar[BAR.begin] <= to && (bar[BAR.end] < 0 || bar[BAR.end] >= from));
    draw.textAlign = 'right';
    draw.fillStyle = colours.soft;
    if (bars.length > 0 && bars.length <= MOST_BARS) this.drawBars(panel, bars, jobs);
    else this.drawShares(panel, jobs);
    draw.fillStyle = colours.line;
    draw.fillRect(left, SLOTS_HEIGHT - 1, right - left, 1);
  }

  drawBars({ draw, at, left, right }, bars, jobs) {
    const inks = this.inks(draw);
    const height = (SLOTS_HEIGHT - 6) / jobs;
    const each = Math.ceil(14 / height);
    for (let slot = 0; slot < jobs; slot += each) draw.fillText(`slot ${slot + 1}`, left - 8, 3 + (slot + 0.5) * height);
    draw.strokeStyle = theme().ink;
    for (const bar of bars) {
      const x = Math.max(left, at(bar[BAR.begin]));
      const end = Math.min(right, at(bar[BAR.end] < 0 ? this.state.time() : bar[BAR.end]));
      if (bar[BAR.slot] >= jobs) continue;
      const y = 3 + bar[BAR.slot] * height + height * 0.08;
      draw.fillStyle = inks[this.fate(bar[BAR.fate])];
      draw.fillRect(x, y, Math.max(0.7, end - x - (end - x > 3 ? 0.8 : 0)), height * 0.84);
      if (bar[BAR.end] < 0 && this.state.isLive()) draw.strokeRect(x, y, Math.max(1, end - x), height * 0.84);
    }
  }

  // Tests that are undecided when the run is over were not needed.
  fate(fate) {
    return fate === 3 && !this.state.isLive() ? 2 : fate;
  }

  // Too many tests to draw one by one: how many slots were busy with what.
  drawShares({ draw, at, from, to, left, right }, jobs) {
    const inks = this.inks(draw);
    const { bins, binWidth } = this.state;
    const unit = (SLOTS_HEIGHT - 8) / jobs;
    draw.fillText(`${jobs} busy`, left - 8, 8);
    draw.fillText('0', left - 8, SLOTS_HEIGHT - 7);
    const first = Math.max(0, Math.floor(from / binWidth)), last = Math.min(bins.length, Math.ceil(to / binWidth));
    const together = Math.max(1, Math.ceil((last - first) / Math.max(60, (right - left) / 3)));
    for (let i = first - (first % together); i < last; i += together) {
      const end = Math.min(i + together, bins.length);
      const seconds = Math.max(1e-6, Math.min(end * binWidth, this.state.time()) - i * binWidth);
      const x = Math.max(left, at(i * binWidth)), width = Math.min(right, at(end * binWidth)) - x;
      let y = SLOTS_HEIGHT - 1;
      FATES.forEach((name, fate) => {
        let busy = 0;
        for (let k = i; k < end; ++k) busy += bins[k][BIN[name]];
        const height = Math.min((busy / seconds) * unit, y);
        y -= height;
        draw.fillStyle = inks[this.fate(fate)];
        draw.fillRect(x, y, Math.max(0.5, width + 0.3), height);
      });
    }
  }

  readOut(u) {
    const out = this.find('.readout');
    if (u.cursor.left == null || u.cursor.left < 0) {
      out.textContent = '';
      return;
    }
    const at = u.posToVal(u.cursor.left, 'x');
    const index = this.state.bestAt(at, this.axis);
    const size = this.state.size(index);
    const [begin, end] = this.axis === 'at' ? [LANE.begin, LANE.end] : [LANE.askedBegin, LANE.askedEnd];
    const lane = this.state.lanes.findLast((one) => one[begin] <= at && (one[end] < 0 || one[end] >= at));
    out.textContent = [
      this.axis === 'at' ? duration(at) : `query ${count(at)}`,
      `${count(size.tokens)} tokens, ${count(size.bytes)} bytes`,
      index < 0 ? 'original' : `best ${index + 1}`,
      lane ? this.state.passName(lane[LANE.pass]) : '',
    ].filter(Boolean).join('  ·  ');
  }
}

// 1, 2, 5, 10, ... between two sizes; more of them if these are too few.
function roundSizes(low, high) {
  const between = (digits) => {
    const sizes = [];
    for (let unit = 1; unit <= high; unit *= 10) for (const digit of digits) if (unit * digit >= low && unit * digit <= high) sizes.push(unit * digit);
    return sizes;
  };
  const decades = Math.log10(high / low);
  return between(decades > 4 ? [1] : decades > 1.5 ? [1, 2, 5] : decades > 0.5 ? [1, 1.5, 2, 3, 4, 5, 7] : [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9])
    .filter(Number.isInteger);
}

function fitted(draw, text, width) {
  if (draw.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && draw.measureText(`${text.slice(0, end)}…`).width > width) --end;
  return `${text.slice(0, end)}…`;
}
