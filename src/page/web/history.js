// Every best as pieces of one pool of bytes: the original, followed by all that was ever inserted. A best is a list of
// pieces [begin, end, begin, end, ...] of the pool, so every byte knows where it comes from. What two bests have in
// common, and what is left of the original, needs no comparison of texts.

const BLANK = 32;  // as a byte
export const COMMENT = 4;  // as a colour
const KEPT = 32;  // every so many pieces lists are kept; those between are made again

const isWord = (byte) => byte >= 0x80 || byte === 0x5f || (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a);

export class History {
  // `runs` are [length, colour, length, colour, ...] of the text.
  constructor(text, runs) {
    const bytes = new TextEncoder().encode(text ?? '');
    this.known = text !== null;
    this.originalSize = bytes.length;
    this.size = bytes.length;
    this.pool = new Uint8Array(bytes.length + 4096);
    this.pool.set(bytes);
    this.colours = new Uint8Array(this.pool.length);
    let at = 0;
    for (let i = 0; i + 1 < runs.length; i += 2) {
      this.colours.fill(runs[i + 1], at, at + runs[i]);
      at += runs[i];
    }
    this.words = null;
    this.latin = new TextDecoder('latin1');        // compares bytes, also those of binary files
    this.changes = [];                             // of each best, [[begin, end, begin in pool, end in pool], ...]
    this.kept = new Map([[0, [0, bytes.length]]]);  // number of changes applied -> pieces
    this.last = { count: 0, pieces: this.kept.get(0) };
  }

  // Best `index` differs from the one before by `changes`: [[begin, end, text], ...].
  set(index, changes) {
    while (this.changes.length <= index) this.changes.push([]);
    this.changes[index] = (changes ?? []).map(([begin, end, text]) => [begin, end, ...this.insert(text)]);
    for (const count of [...this.kept.keys()]) if (count > index) this.kept.delete(count);
    if (this.last.count > index) this.last = { count: 0, pieces: this.kept.get(0) };
  }

  insert(text) {
    const bytes = new TextEncoder().encode(text);
    const begin = this.size;
    if (begin + bytes.length > this.pool.length) {
      const larger = (array) => {
        const copy = new Uint8Array(2 * (begin + bytes.length));
        copy.set(array);
        return copy;
      };
      this.pool = larger(this.pool);
      this.colours = larger(this.colours);
    }
    this.pool.set(bytes, begin);
    this.size += bytes.length;
    if (bytes.length > 0) this.colour(text, begin);
    return [begin, this.size];
  }

  // Words that were inserted have the colour that they have in the original.
  colour(text, begin) {
    if (!this.words) {
      this.words = new Map();
      const decoder = new TextDecoder();
      for (let at = 0; at < this.originalSize;) {
        const colour = this.colours[at];
        let end = at + 1;
        while (end < this.originalSize && this.colours[end] === colour) ++end;
        if (colour === 1 || colour === 5) this.words.set(decoder.decode(this.pool.subarray(at, end)).trim(), colour);
        at = end;
      }
    }
    const encoder = new TextEncoder();
    let at = begin, done = 0;
    for (const match of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\d[\w.]*|[\p{L}_$][\p{L}\d_$]*/gu)) {
      at += encoder.encode(text.slice(done, match.index)).length;
      const size = encoder.encode(match[0]).length;
      const first = match[0][0];
      this.colours.fill(first === '"' || first === "'" ? 2 : /\d/.test(first) ? 3 : (this.words.get(match[0]) ?? 0), at, at + size);
      at += size;
      done = match.index + match[0].length;
    }
  }

  // The pieces after `count` bests; 0 is the original.
  pieces(count) {
    let from = 0;
    for (const known of this.kept.keys()) if (known <= count && known > from) from = known;
    let pieces = this.kept.get(from);
    if (this.last.count <= count && this.last.count > from) ({ count: from, pieces } = this.last);
    for (let i = from; i < count; ++i) {
      pieces = this.apply(pieces, this.changes[i] ?? []);
      if ((i + 1) % KEPT === 0) this.kept.set(i + 1, pieces);
    }
    this.last = { count, pieces };
    return pieces;
  }

  apply(pieces, changes) {
    if (changes.length === 0) return pieces;
    const made = [];
    const add = (begin, end) => {
      if (begin === end) return;
      if (made.length && made[made.length - 1] === begin) made[made.length - 1] = end;
      else made.push(begin, end);
    };
    let piece = 0, at = 0;  // `at` is where pieces[piece] begins in the text
    let cut = 0;            // of pieces[piece], what is used already
    const upTo = (offset, keep) => {
      while (piece < pieces.length && at + cut < offset) {
        const begin = pieces[piece] + cut;
        const size = Math.min(pieces[piece + 1] - begin, offset - at - cut);
        if (keep) add(begin, begin + size);
        cut += size;
        if (pieces[piece] + cut === pieces[piece + 1]) {
          at += cut;
          cut = 0;
          piece += 2;
        }
      }
    };
    for (const [begin, end, from, to] of changes) {
      upTo(begin, true);
      upTo(end, false);
      add(from, to);
    }
    upTo(Infinity, true);
    return made;
  }

  // Marks of pool bytes that are in a best: 1 or 0.
  presence(count) {
    const there = new Uint8Array(this.size);
    const pieces = this.pieces(count);
    for (let i = 0; i < pieces.length; i += 2) there.fill(1, pieces[i], pieces[i + 1]);
    return there;
  }

  // The same, with 2 for bytes of the original that were overwritten with blanks: binary files lose their content that
  // way, and keep their offsets. If there are fewer blanks than bytes, nobody knows which of them were removed: then the
  // first ones count as overwritten, and none at all if most were removed. Words of the original that were replaced by
  // text with the same words are left, though a change moved or wrote them again.
  fates(count) {
    const fates = this.presence(count);
    const pieces = this.pieces(count);
    let removed = 0;  // where a gap in the original begins
    let blanks = 0;   // that were inserted there
    let written = []; // words that were inserted there
    const endGap = (end) => {
      if (2 * blanks >= end - removed) fates.fill(2, removed, Math.min(end, removed + blanks));
      if (written.length > 0) this.markWords(fates, removed, end, written);
      blanks = 0;
      written = [];
    };
    for (let i = 0; i < pieces.length; i += 2) {
      const [begin, end] = [pieces[i], pieces[i + 1]];
      if (begin < this.originalSize) {
        endGap(begin);
        removed = end;
      } else if (this.pool.subarray(begin, end).every((byte) => byte === BLANK)) {
        blanks += end - begin;
      } else {
        for (const [from, to] of this.wordsIn(begin, end)) written.push(this.word(from, to));
      }
    }
    endGap(this.originalSize);
    return fates;
  }

  // The places of words in a part of the pool.
  wordsIn(begin, end) {
    const words = [];
    for (let at = begin; at < end; ++at) {
      let stop = at;
      while (stop < end && isWord(this.pool[stop])) ++stop;
      if (stop === at) continue;
      words.push([at, stop]);
      at = stop;
    }
    return words;
  }

  word(begin, end) {
    return this.latin.decode(this.pool.subarray(begin, end));
  }

  // Marks the words of [begin, end) that are in `written`, in the same order.
  markWords(fates, begin, end, written) {
    const places = new Map();
    for (const [place, word] of written.entries()) places.has(word) ? places.get(word).push(place) : places.set(word, [place]);
    let next = 0;
    for (const [from, to] of this.wordsIn(begin, end)) {
      const found = places.get(this.word(from, to));
      while (found?.length && found[0] < next) found.shift();
      if (!found?.length) continue;
      fates.fill(1, from, to);
      next = found.shift() + 1;
    }
  }

  // For each run, whether it was inserted into a comment of the original: then it has the colour of the comment.
  insideComments(runs) {
    const inside = new Uint8Array(runs.length);
    const look = (order, place) => {
      let isComment = 0;
      for (const i of order) {
        const isInserted = runs[i][0] >= this.originalSize;
        if (isInserted) inside[i] += isComment;
        else isComment = this.colours[place(runs[i])] === COMMENT ? 1 : 0;
      }
    };
    const order = [...runs.keys()];
    look(order, ([, end]) => end - 1);
    look(order.toReversed(), ([begin]) => begin);
    return inside.map((sides) => (sides === 2 ? 1 : 0));
  }

  // Runs [begin, end, mark] of the pool for a view. Marks: 0 in both, 1 only in the first, 2 only in the second.
  compare(first, second) {
    const a = this.pieces(first), b = this.pieces(second);
    const inA = this.presence(first), inB = this.presence(second);
    const runs = [];
    const split = (pieces, other) => {
      const parts = [];
      for (let i = 0; i < pieces.length; i += 2)
        for (let at = pieces[i]; at < pieces[i + 1];) {
          let end = at + 1;
          while (end < pieces[i + 1] && other[end] === other[at]) ++end;
          parts.push([at, end, other[at]]);
          at = end;
        }
      return parts;
    };
    const left = split(a, inB), right = split(b, inA);
    // Bytes of both come in the same order in both: nothing is ever moved, only removed and inserted.
    let i = 0, j = 0;
    while (i < left.length || j < right.length) {
      if (i < left.length && !left[i][2]) runs.push([left[i][0], left[i++][1], 1]);
      else if (j < right.length && !right[j][2]) runs.push([right[j][0], right[j++][1], 2]);
      else {
        if (i === left.length || j === right.length) break;
        const size = Math.min(left[i][1] - left[i][0], right[j][1] - right[j][0]);
        runs.push([left[i][0], left[i][0] + size, 0]);
        for (const [parts, index] of [[left, i], [right, j]]) parts[index][0] += size;
        if (left[i][0] === left[i][1]) ++i;
        if (right[j][0] === right[j][1]) ++j;
      }
    }
    return runs;
  }

  // A best alone.
  runs(count) {
    const pieces = this.pieces(count);
    const runs = [];
    for (let i = 0; i < pieces.length; i += 2) runs.push([pieces[i], pieces[i + 1], 0]);
    return runs;
  }

  // The original, with marks for what a best has of it: 3 nothing, 4 this, 5 blanks in its place. `fates` are those of
  // this best.
  original(count, fates) {
    const marks = [3, count > 0 ? 4 : 0, 5];  // at first all of it is left, and nothing need be marked
    const runs = [];
    for (let at = 0; at < this.originalSize;) {
      let end = at + 1;
      while (end < this.originalSize && fates[end] === fates[at]) ++end;
      runs.push([at, end, marks[fates[at]]]);
      at = end;
    }
    return runs;
  }

  // A best as bytes.
  bytes(count) {
    const pieces = this.pieces(count);
    const made = new Uint8Array(this.pool.length);
    let size = 0;
    for (let i = 0; i < pieces.length; i += 2) {
      made.set(this.pool.subarray(pieces[i], pieces[i + 1]), size);
      size += pieces[i + 1] - pieces[i];
    }
    return made.subarray(0, size);
  }

  text(begin, end) {
    return new TextDecoder().decode(this.pool.subarray(begin, end));
  }
}
