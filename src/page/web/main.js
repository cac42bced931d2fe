import { CodeView } from './code.js';
import { History } from './history.js';
import { State } from './state.js';
import { Strip } from './strip.js';
import { drawDetails, drawFigures, drawNotices, drawPasses, drawSteps, drawTime, repeatCommand, stateInWords } from './tables.js';
import { Timeline } from './timeline.js';
import { onThemeChange } from './theme.js';
import { drawWhy } from './why.js';
import { count, counted, duration } from './words.js';

const find = (id) => document.getElementById(id);
const state = new State();
let history = null;
let shown = -1;        // which best is shown; -1 is the original
let follows = true;    // the last best
let mode = 'best';     // or 'diff'
let base = 'original'; // the other side of a diff: 'original', 'previous', or the number of a best
let drawnText = '';

const timeline = new Timeline(find('timeline'), pick);
const originalView = new CodeView(find('original-code'));
const bestView = new CodeView(find('best-code'));
const strip = new Strip(find('strip'));

function pick(index) {
  shown = Math.max(-1, Math.min(index, state.bests.length - 1));
  follows = shown === state.bests.length - 1;
  drawHistory();
}

function baseIndex() {
  if (base === 'original') return -1;
  if (base === 'previous') return Math.max(-1, shown - 1);
  return Math.min(Number(base) - 1, state.bests.length - 1);
}

function drawHistory() {
  if (follows) shown = state.bests.length - 1;
  const slider = find('history');
  slider.max = state.bests.length;
  slider.value = shown + 1;
  const best = state.size(shown);
  const name = shown < 0 ? 'the original' : `best ${count(shown + 1)} of ${count(state.bests.length)}`;
  const words = shown < 0
    ? `The original: ${counted(best.tokens, 'token')}, ${counted(best.bytes, 'byte')}`
    : `Best ${count(shown + 1)} of ${count(state.bests.length)}, after ${duration(best.at)}: ${counted(best.tokens, 'token')}, ${counted(best.bytes, 'byte')}, ${counted(best.lines, 'line')}; found by ${state.passName(best.pass) || 'the formatter'}`;
  if (find('history-words').textContent !== words) find('history-words').textContent = words;
  slider.setAttribute('aria-valuetext', words);
  find('earlier').disabled = shown < 0;
  find('later').disabled = shown >= state.bests.length - 1;
  find('latest').disabled = follows;
  find('other-number').max = state.bests.length;

  timeline.mark(shown);

  if (!history?.known) return;
  const against = baseIndex();
  const key = [state.epoch, shown, mode, mode === 'diff' ? against : '', history.changes[shown]?.length].join();
  if (key === drawnText) return;
  drawnText = key;
  if (asked) explain(null);
  find('best-code').classList.toggle('explains', mode === 'best');
  const fates = history.fates(shown + 1);
  strip.show(history, fates);
  find('strip-blanked').hidden = !fates.includes(2);
  originalView.show(history, history.original(shown + 1, fates), { empty: 'an empty file' });
  originalView.reveal(4);
  if (mode === 'diff') {
    find('best-title').textContent = `From ${against < 0 ? 'the original' : `best ${count(against + 1)}`} to ${name}`;
    bestView.show(history, history.compare(against + 1, shown + 1), { fold: true, empty: 'no difference' });
  } else {
    find('best-title').textContent = name.charAt(0).toUpperCase() + name.slice(1);
    bestView.show(history, history.runs(shown + 1), { empty: 'nothing is left' });
  }
}

// Refusals are recorded for one best, the last that the search found; the formatter may have made another best of it.
let refusals = null;
let loadRefusals = async () => refusals;
let asked = null;  // the line

async function explain(number) {
  asked = number;
  find('why-line').value = number ?? '';
  bestView.choose(number);
  const list = find('why-list');
  list.replaceChildren();
  find('why-best').hidden = true;
  if (!number) return;
  refusals = await loadRefusals();
  if (asked !== number) return;
  const place = mode === 'best' ? bestView.place(number) : null;
  if (refusals?.best && shown + 1 === refusals.best && place) {
    drawWhy(list, refusals.rows, history.bytes(refusals.best), ...place);
    return;
  }
  const button = find('why-best');
  button.hidden = false;
  button.disabled = !refusals?.best;
  button.textContent = refusals?.best ? `show best ${count(refusals.best)}, for which it is known` : 'nothing was refused yet';
}
bestView.onChoose = explain;
find('why-line').addEventListener('change', (event) => explain(Number(event.target.value) || null));
find('why-best').addEventListener('click', () => {
  document.querySelector('[data-group=mode][data-value=best]').click();
  pick(refusals.best - 1);
});

function drawHead() {
  const [kind, words] = stateInWords(state);
  const pill = find('state');
  if (pill.className !== kind) pill.className = kind;
  if (pill.textContent !== words) pill.textContent = words;
  const files = state.start?.files.join(', ') ?? '';
  if (files && find('files').textContent !== files) find('files').textContent = files;
  const title = !files ? 'whittle' : `${files}: ${state.removed} removed – whittle`;
  if (document.title !== title) document.title = title;
  drawFigures(find('figures'), state);
}

let stepsOf = '';
function drawAll() {
  drawHead();
  timeline.update(state);
  drawPasses(find('passes'), state);
  const steps = `${state.epoch} ${state.bests.length} ${history?.changes.length}`;
  if (steps !== stepsOf) {
    stepsOf = steps;
    drawSteps(find('steps'), state, history, (index) => {
      pick(index);
      find('history').scrollIntoView({ block: 'nearest' });
    });
  }
  drawTime(find('time-bar'), find('time-list'), state);
  find('notices-card').hidden = state.notices.length === 0 && !state.error;
  drawNotices(find('notices'), state);
  drawDetails(find('details'), state);
  find('repeat').textContent = repeatCommand(state);
  drawHistory();
}

function take(news) {
  const all = state.take(news);
  if (all) {
    shown = -1;
    follows = true;
  }
  if (history)
    for (const row of news.bests) {
      const index = state.bests.findLastIndex((best) => best.number === row[0]);
      history.set(index, row[9]);
    }
}

function setText({ text, colours }) {
  history = new History(text, colours);
  for (const id of ['code', 'why', 'strip', 'strip-legend']) find(id).hidden = !history.known;
  find('no-code').hidden = history.known;
  state.bests.forEach((best, index) => history.set(index, best.changes));
  drawnText = '';
}

// The run comes first: drawing takes at most a fiftieth of the time of one core, and there is none out of sight. The
// figures are drawn every second, and everything every two.
let due = false, lastDrawn = -Infinity, lastCost = 0, lastAll = -Infinity;
function drawSoon() {
  if (due) return;
  due = true;
  const wait = Math.max(1000, 50 * lastCost) - (performance.now() - lastDrawn);
  setTimeout(() => requestAnimationFrame(() => {
    due = false;
    if (document.hidden) return;
    lastDrawn = performance.now();
    if (state.isLive() && lastDrawn - lastAll < 1900) {
      drawHead();
      return;
    }
    lastAll = lastDrawn;
    drawAll();
    lastCost = performance.now() - lastDrawn;
  }), Math.max(0, wait));
}

// Texts and differences cost the server time that the tests could use: during a run they are asked for when they come
// into sight.
let areTextsInSight = false;
let loadText = async () => {};
let loading = null;
function loadTextIfWanted() {
  // Before anything was drawn, the page is short, and all of it is in sight.
  const areWanted = !state.isLive() || (areTextsInSight && lastAll > 0);
  if (history || loading || !state.start || !areWanted) return;
  loading = loadText().finally(() => {
    loading = null;
    drawSoon();
  });
}
new IntersectionObserver((entries) => {
  areTextsInSight = entries.at(-1).isIntersecting;
  loadTextIfWanted();
}).observe(find('strip'));

function listen() {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const address = (path) => `${path}?token=${encodeURIComponent(token)}`;
  let epoch = null;
  loadRefusals = async () => (await fetch(address('refusals'))).json().catch(() => refusals);
  loadText = async () => {
    const wanted = epoch;
    const text = await fetch(address('text')).then((answer) => answer.json()).catch(() => null);
    if (text && epoch === wanted && !history) setText(text);
  };
  const source = new EventSource(address('events'));
  source.onmessage = ({ data }) => {
    const news = JSON.parse(data);
    if (news.closing) {
      source.close();
      loadRefusals = async () => news.refusals;
    }
    take(news);
    if (news.epoch !== epoch) {
      epoch = news.epoch;
      history = null;
    }
    if (news.closing && !history) setText(news.text);  // there will be nobody to ask
    loadTextIfWanted();
    drawSoon();
  };
  source.onerror = () => {
    state.status = state.end || state.error ? state.status : 'gone';
    drawSoon();
  };
  // A test may take long: the clock goes on meanwhile.
  setInterval(() => {
    if (state.isLive()) drawSoon();
  }, 1000);
}

function choose(group, chosen) {
  for (const button of document.querySelectorAll(`[data-group="${group}"]`)) button.setAttribute('aria-pressed', String(button === chosen));
}
function onChoice(group, act) {
  for (const button of document.querySelectorAll(`[data-group="${group}"]`))
    button.addEventListener('click', () => {
      choose(group, button);
      act(button.dataset.value);
    });
}

onChoice('axis', (axis) => {
  timeline.setAxis(axis);
  find('zoom-last').hidden = axis === 'asked';
});
onChoice('goal', (goal) => timeline.setGoal(goal));
onChoice('zoom', (zoom) => timeline.setZoom(zoom === 'all' ? null : 60));
find('timeline').addEventListener('zoomed', () => {
  const zoom = timeline.zoom;
  choose('zoom', zoom === null ? find('zoom-all') : Array.isArray(zoom) ? null : find('zoom-last'));
});
onChoice('mode', (chosen) => {
  mode = chosen;
  find('base').hidden = mode !== 'diff';
  drawHistory();
});
find('history').addEventListener('input', (event) => pick(Number(event.target.value) - 1));
find('earlier').addEventListener('click', () => pick(shown - 1));
find('later').addEventListener('click', () => pick(shown + 1));
find('latest').addEventListener('click', () => pick(state.bests.length - 1));
function chooseBase() {
  const chosen = find('compare-with').value;
  find('other-number').hidden = chosen !== 'other';
  base = chosen === 'other' ? find('other-number').value : chosen;
  drawHistory();
}
find('compare-with').addEventListener('change', chooseBase);
find('other-number').addEventListener('input', chooseBase);
find('copy').addEventListener('click', async () => {
  await navigator.clipboard?.writeText(find('repeat').textContent);
  find('copy').textContent = 'Copied';
  setTimeout(() => (find('copy').textContent = 'Copy'), 1500);
});
onThemeChange(() => {
  timeline.rebuild();
  drawnText = '';
  drawHistory();
});
document.addEventListener('visibilitychange', drawSoon);

const data = find('data');
if (data) {
  const { news, text, refusals: known } = JSON.parse(data.textContent);
  loadRefusals = async () => known;
  take(news);
  setText(text);
  drawAll();
  performance.mark('drawn');
} else {
  listen();
}
