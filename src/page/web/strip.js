// The original in miniature, a few pixels for each line. Removed parts are grey; parts that were overwritten with blanks
// have a colour of their own.

import { theme } from './theme.js';
import { LONG_LINE, NEWLINE, ROW } from './words.js';

const SPACE = 32, TAB = 9;

export class Strip {
  constructor(canvas) {
    this.canvas = canvas;
    this.lines = null;
    new ResizeObserver(() => this.redraw()).observe(canvas);
  }

  // `fates` as history.js gives them.
  show(history, fates) {
    if (this.history !== history) {
      this.history = history;
      this.lines = [0];
      for (let begin = 0; begin < history.originalSize;) {
        let end = history.pool.indexOf(NEWLINE, begin) + 1;
        if (end === 0 || end > history.originalSize) end = history.originalSize;
        if (end - begin > LONG_LINE) for (let row = begin + ROW; row < end; row += ROW) this.lines.push(row);
        this.lines.push(end);
        begin = end;
      }
      const widths = this.lines.slice(1).map((end, i) => end - this.lines[i]).sort((a, b) => a - b);
      this.usual = Math.max(20, widths[Math.floor(widths.length * 0.95)] ?? 20);  // few lines are longer
    }
    this.fates = fates;
    this.redraw();
  }

  redraw() {
    const { canvas, history, lines, fates } = this;
    if (!history || !canvas.clientWidth) return;
    const scale = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const draw = canvas.getContext('2d');
    draw.scale(scale, scale);
    const colours = theme();
    const inks = [colours.ink, colours.k, colours.s, colours.n, colours.c, colours.t, colours.p, colours.ink];

    const total = lines.length - 1;
    // Columns of lines, the fewest that give each line three pixels. If they would be below 24 pixels wide, only some
    // of the lines are drawn.
    const most = Math.max(1, Math.floor(width / 24));
    const columns = Math.min(most, Math.max(1, Math.ceil((total * 3) / height)));
    const perColumn = Math.ceil(total / columns);
    const pitch = Math.min(6, height / perColumn);
    const step = pitch >= 2 ? 1 : Math.ceil(2 / pitch);
    const columnWidth = width / columns, gap = Math.min(14, columnWidth * 0.12);
    const unit = Math.min(4, (columnWidth - gap) / Math.min(this.usual, 110));
    const thick = Math.max(1, Math.min(4, pitch * step * 0.66));
    for (let line = 0; line < total; line += step) {
      const column = Math.floor(line / perColumn);
      const left = column * columnWidth, right = left + columnWidth - gap;
      const y = (line - column * perColumn) * pitch;
      let x = left;
      for (let at = lines[line]; at < lines[line + 1] && x < right;) {
        const byte = history.pool[at];
        if (byte === SPACE || byte === TAB || byte === NEWLINE) {
          x += (byte === TAB ? 4 : 1) * unit;
          ++at;
          continue;
        }
        let end = at + 1;
        while (end < lines[line + 1] && history.colours[end] === history.colours[at] && fates[end] === fates[at] &&
               history.pool[end] > SPACE) ++end;
        draw.fillStyle = [colours.gone, inks[history.colours[at]], colours.blanked][fates[at]];
        const size = Math.min((end - at) * unit, right - x);
        draw.fillRect(x, y, Math.max(0.6, size), fates[at] ? thick : thick * 0.75);
        x += size;
        at = end;
      }
    }
  }
}
