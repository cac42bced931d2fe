// The figures and the tables of the page.

import { PASS } from './state.js';
import { clockTime, count, counted, duration, percent, quoted, rate } from './words.js';

const element = (name, className, ...content) => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
};

const ENDINGS = {
  finished: 'Finished', 'no-gain': 'Stopped: no gain', 'max-tests': 'Stopped by --max-tests',
  'max-time': 'Stopped by --max-time', enough: 'Stopped by --until', interrupted: 'Interrupted',
};

export function stateInWords(state) {
  if (state.error) return ['failed', `Failed: ${state.error.message}`];
  if (state.end) return [state.end.ending === 'finished' || state.end.ending === 'enough' ? 'done' : 'stopped', ENDINGS[state.end.ending] ?? state.end.ending];
  if (state.status === 'running') return ['running', state.start ? 'Running' : 'Starting'];
  if (state.status === 'snapshot') return ['running', 'Running when this was written'];
  if (state.status === 'gone') return ['failed', 'Connection lost'];
  return state.start ? ['failed', 'Killed'] : ['stopped', 'Not started'];
}

// [name, value, note] of each figure. The texts of the share and of the time of a run that has ended come from the server, which made
// those of the terminal too.
export function figures(state) {
  const { counts, original } = state;
  const best = state.best();
  const last = state.bests[state.bests.length - 1];
  const ago = state.time() - (last?.at ?? 0);
  return [
    ['Removed', state.removed, `of the ${state.removed_of}`],
    ['Tokens', count(best.tokens), `of ${count(original.tokens)}`],
    ['Bytes', count(best.bytes), `of ${count(original.bytes)}`],
    ['Tests run', count(counts.started), `${count(counts.tested)} used, ${count(counts.remembered)} remembered`],
    ['Tests per second', rate(state.speed()), state.isLive() ? 'in the last 10 s' : 'used, on average'],
    ['Interesting', percent(counts.interesting, counts.asked), `of ${counted(counts.asked, 'query').replace('querys', 'queries')}`],
    [state.isLive() ? 'Since the last gain' : 'Last gain', last ? duration(state.isLive() ? ago : last.at) : '–', last ? `${counted(counts.tested - last.tested, 'test')} since then` : 'none yet'],
    ['Time', state.end?.time ?? clockTime(state.time()), state.start ? counted(state.start.jobs, 'job') : ''],
  ];
}

export function drawFigures(list, state) {
  figures(state).forEach(([name, value, note], i) => {
    const item = list.children[i] ?? list.appendChild(element('div', 'figure', element('dt'), element('dd', 'value'), element('dd', 'note')));
    [name, value, note].forEach((text, part) => {
      if (item.children[part].textContent !== text) item.children[part].textContent = text;
    });
  });
}

export function drawPasses(body, state) {
  const rows = state.passes.filter((pass) => pass[PASS.asked] > 0 || pass[PASS.bests] > 0)
    .sort((a, b) => b[PASS.tokens] - a[PASS.tokens] || b[PASS.bytes] - a[PASS.bytes] || b[PASS.asked] - a[PASS.asked]);
  const most = Math.max(1, ...rows.map((pass) => pass[PASS.tokens]));
  body.replaceChildren(...rows.map((pass) => {
    const bar = element('meter', 'bar');
    bar.max = most;
    bar.value = Math.max(0, pass[PASS.tokens]);
    bar.textContent = percent(Math.max(0, pass[PASS.tokens]), most);
    bar.ariaLabel = 'tokens removed, beside the other passes';
    const name = element('th', '', pass[PASS.name]);
    name.scope = 'row';
    return element('tr', '', name,
      element('td', 'number', count(pass[PASS.tokens])), element('td', 'wide', bar),
      element('td', 'number', count(pass[PASS.asked])), element('td', 'number roomy', count(pass[PASS.tested])),
      element('td', 'number', pass[PASS.asked] ? percent(pass[PASS.interesting], pass[PASS.asked]) : '–'),
      element('td', 'number', duration(pass[PASS.seconds])));
  }));
}

// The largest steps, with the pass of each and the text that it removed.
export function drawSteps(list, state, history, pick) {
  const steps = state.bests.map((best, index) => ({ best, index, tokens: state.size(index - 1).tokens - best.tokens }))
    .sort((a, b) => b.tokens - a.tokens).slice(0, 12).filter((step) => step.tokens > 0).sort((a, b) => a.index - b.index);
  if (steps.length === 0) {
    list.replaceChildren(element('li', 'nothing', state.isLive() ? 'Nothing has been removed yet.' : 'Nothing was removed.'));
    return;
  }
  list.replaceChildren(...steps.map(({ best, index, tokens }) => {
    const button = element('button', 'step', element('span', 'when', duration(best.at)),
      element('span', 'gain', `−${count(tokens)}`), element('span', 'pass', state.passName(best.pass)),
      element('code', '', firstRemoved(history, index)));
    button.type = 'button';
    button.title = `show best ${index + 1}`;
    button.addEventListener('click', () => pick(index));
    return element('li', '', button);
  }));
}

function firstRemoved(history, index) {
  if (!history?.known) return '';
  const longest = history.compare(index, index + 1).filter(([, , mark]) => mark === 1).sort((a, b) => b[1] - b[0] - (a[1] - a[0]))[0];
  if (!longest) return '';
  return history.text(longest[0], Math.min(longest[1], longest[0] + 240)).replace(/\s+/g, ' ').trim().slice(0, 90);
}

export function drawNotices(list, state) {
  list.replaceChildren(...state.notices.map((notice) => element('li', notice.kind,
    element('strong', '', notice.kind === 'information' ? 'note' : notice.kind), ` ${notice.message}`,
    ...(notice.way_out ? [element('div', 'way-out', notice.way_out)] : []))));
  if (state.error) list.append(element('li', 'warning', element('strong', '', 'error'), ` ${state.error.message}`, element('div', 'way-out', state.error.way_out)));
}

// How the slots spent their time: [name, class, seconds].
export function timeShares(state) {
  const sums = [0, 0, 0, 0];
  for (const bin of state.bins) for (let fate = 0; fate < 4; ++fate) sums[fate] += bin[4 + fate];
  const jobs = state.start?.jobs ?? 1;
  if (state.end?.slots && !state.counts.resumed) {
    const { testing, told, thinking, nothing } = state.end.slots;
    const used = sums[1], direct = Math.max(0, told - used);
    return [['tests that the search waited for', 'told', direct], ['tests ahead, used', 'used', used],
      ['tests ahead, not needed', 'vain', Math.max(0, testing - told)], ['finding the next candidate', 'thinking', thinking], ['nothing to test', 'idle', nothing]];
  }
  const busy = sums.reduce((a, b) => a + b, 0);
  return [['tests that the search waited for', 'told', sums[0]], ['tests ahead, used', 'used', sums[1]],
    ['tests ahead, not needed', 'vain', sums[2] + (state.isLive() ? 0 : sums[3])],
    ...(state.isLive() ? [['tests ahead, not decided yet', 'open', sums[3]]] : []),
    ['free', 'idle', Math.max(0, state.time() * jobs - busy)]];
}

export function drawTime(bar, list, state) {
  const shares = timeShares(state);
  const total = shares.reduce((sum, [, , seconds]) => sum + seconds, 0) || 1;
  bar.replaceChildren(...shares.map(([, name, seconds]) => {
    const part = element('span', name);
    part.style.flexGrow = seconds / total;
    return part;
  }));
  list.replaceChildren(...shares.map(([words, name, seconds]) => element('li', '', element('span', `swatch ${name}`), `${words} `,
    element('span', 'number', `${percent(seconds, total)}, ${duration(seconds)}`))));
}

export function drawDetails(list, state) {
  const { start } = state;
  if (!start) return;
  const rows = [
    ['Files', start.files.join(', ')], ['Test', quoted(start.command)], ['Plan and algorithm', `${start.plan}, ${start.algorithm}`],
    ['Options', ...(start.options.length ? start.options.flatMap((option) => [element('span', 'word', quoted([option])), ' ']) : ['none: all defaults'])], ['Jobs', String(start.jobs)], ['Version', `whittle ${start.version}`],
  ];
  if (state.counts.resumed) rows.push(['Resumed', counted(state.counts.resumed, 'time')]);
  list.replaceChildren(...rows.flatMap(([name, ...value]) => [element('dt', '', name), element('dd', '', ...value)]));
}

export function repeatCommand(state) {
  const { start } = state;
  if (!start) return '';
  return quoted(['whittle', ...start.options, ...(start.words?.length ? start.words : [...start.files, '--', ...start.command])]);
}
