// browser.mjs FOLDER: the checks of in_a_browser.sh. Ends with 1 at the first that fails.
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';

const { WHITTLE, SYNTHETIC_REPORT, MODULES } = process.env;
const { chromium } = await import(`${MODULES}/playwright-core/index.mjs`);
process.chdir(process.argv[2]);
// Limits of time are for a machine that has nothing else to do.
const busy = () => Math.max(1, (2 * os.loadavg()[0]) / os.cpus().length);
const children = [];
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

// Starts whittle; `address` is where its page is, `ended` its exit code.
function whittle(...options) {
  const child = spawn(WHITTLE, options, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let printed = '';
  const run = { child };
  run.ended = new Promise((resolve) => child.on('close', (code) => resolve(code)));
  run.address = new Promise((resolve, reject) => {
    const take = (text) => {
      printed += text;
      const found = printed.match(/http:\S+token=\w+/);
      if (found) resolve(found[0]);
    };
    child.stderr.on('data', take);
    child.stdout.on('data', take);
    child.on('close', () => reject(new Error(`no address: ${printed}`)));
  });
  run.address.catch(() => {});
  run.printed = () => printed;
  return run;
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const complaints = [];

async function open(address, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
  page.setDefaultTimeout(30000 * busy());
  const own = new URL(address);
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.stack));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.host !== own.host) complaints.push(`asks another host: ${request.url()}`);
  });
  await page.goto(address);
  page.figure = (name) => page.locator('.figure', { has: page.locator(`dt:text-is("${name}")`) }).locator('.value').innerText();
  page.state = (words) => page.locator('#state', { hasText: words }).waitFor();
  page.lines = async (id) => (await page.locator(`#${id} .line`).allInnerTexts()).map((line) => line.replace(/\t/g, ' '));
  page.text = (id) => page.evaluate((view) => [...document.querySelectorAll(`#${view} .line`)]
    .map((line) => [...line.childNodes].slice(1).map((node) => node.textContent).join('')).join('\n'), id);
  return page;
}
const number = (text) => Number(text.replaceAll(',', ''));

async function until(what, holds) {
  const end = Date.now() + 10000 * Math.min(6, busy());
  while (!(await holds())) {
    assert(Date.now() < end, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function step(name, act) {
  const began = Date.now();
  await act();
  assert.deepEqual(complaints, [], name);
  console.log(`${name}: ${Date.now() - began} ms`);
}

// The status of a request with these headers and this method.
const status = (address, headers = {}, method = 'GET') => new Promise((resolve, reject) => {
  const request = http.request(address, { headers, method }, (response) => {
    resolve(response.statusCode);
    response.destroy();
  });
  request.on('error', reject);
  request.end();
});

// The tests of a run that is held wait until they are permitted; see in_a_browser.sh.
let permitted = 0;
const hold = () => {
  fs.mkdirSync('permits');
  permitted = 0;
};
const goOn = () => fs.rmSync('permits', { recursive: true });
// Lets another test run if the last one was taken, up to this number of the run.
const permit = (most) => {
  if (permitted < most && fs.readdirSync('permits').length === 0) fs.writeFileSync(`permits/${++permitted}`, '');
};
// Waits while at most this many further tests run: however slow the page is, the run (140 tests) does not end meanwhile.
const TO_BEGIN = 8, TO_SEE = 30;
const whileTestsRun = (further, what, holds) => {
  const most = permitted + further;
  return until(what, () => {
    permit(most);
    return holds();
  });
};
const NO_LIMIT = ['--timeout', '1000'];  // a test may have to wait

hold();
let page;
const asked = [];  // paths that the page asks for
const run = whittle('-j', '2', ...NO_LIMIT, '--serve', '0', '--leave', 'history', './test.sh', 'input.c');
await step('figures and curves move during a run', async () => {
  permit(1);  // the test of the original
  page = await open(await run.address);
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await whileTestsRun(TO_BEGIN, 'it runs', async () => (await page.locator('#state').innerText()) === 'Running');
  const tests = number(await page.figure('Tests run')), tokens = number(await page.figure('Tokens'));
  await whileTestsRun(TO_SEE, 'more tests', async () => number(await page.figure('Tests run')) > tests);
  await whileTestsRun(TO_SEE, 'fewer tokens', async () => number(await page.figure('Tokens')) < tokens);
  assert.equal(await page.locator('#files').innerText(), 'input.c');
  assert(await page.locator('#passes tr').count() > 0, 'no passes');
});

await step('texts are asked for when they come into sight', async () => {
  assert(!asked.includes('/text'), 'nobody looks at it');
  assert.equal(await page.locator('#best-code .line').count(), 0);
  await page.locator('#best-code').scrollIntoViewIfNeeded();
  await until('the best', async () => (await page.locator('#best-code .line').count()) > 0);
  assert.equal(asked.filter((path) => path === '/text').length, 1);
});

await step('who has no token, or comes from elsewhere, is refused', async () => {
  const address = await run.address;
  const { origin, host, port } = new URL(address);
  assert.equal(await status(address), 200);
  assert.equal(await status(`${origin}/`), 403);
  assert.equal(await status(address.replace(/token=./, (text) => (text.endsWith('0') ? 'token=1' : 'token=0'))), 403);
  assert.equal(await status(address.replace(/token=.*/, 'token=')), 403);
  for (const path of ['events', 'text', 'refusals']) assert.equal(await status(`${origin}/${path}`), 403);
  assert.equal(await status(address, { Host: `rebound.example:${port}` }), 403);
  assert.equal(await status(address, { Host: `localhost:${port}` }), 200);
  assert.equal(await status(address, { Origin: 'http://elsewhere.example' }), 403);
  assert.equal(await status(address, { Origin: 'null' }), 403);
  assert.equal(await status(address, { Origin: `http://${host}` }), 200);
  assert.equal(await status(address, { 'Sec-Fetch-Site': 'cross-site' }), 403);
  for (const method of ['POST', 'PUT', 'DELETE']) assert.equal(await status(address, {}, method), 405);
  assert.equal(await status(address.replace('/?', '/other?')), 404);
  goOn();
});

await step('the page stays when the run has ended, and has its result', async () => {
  assert.equal(await run.ended, 0, run.printed());
  await page.state('Finished');
  const text = fs.readFileSync('input.c', 'utf8').trimEnd();
  await until('the result is shown', async () => (await page.text('best-code')).trimEnd() === text).catch(async (error) => {
    console.log(await page.locator('#history-words').innerText(), await page.text('best-code'), text);
    throw error;
  });
  assert.equal(number(await page.figure('Bytes')), fs.statSync('input.c').size);
});

async function checkHistory(view) {
  const slider = view.locator('#history');
  const bests = Number(await slider.getAttribute('max'));
  assert(bests > 3, `${bests} bests`);
  await slider.focus();
  await view.keyboard.press('Home');
  await until('the original', async () => (await view.locator('#history-words').innerText()).startsWith('The original'));
  const pristine = fs.readFileSync('pristine.c', 'utf8');
  assert(pristine.startsWith((await view.text('best-code')).split('\n').slice(0, 30).join('\n')), 'the original is another');
  assert.equal(await view.locator('#original-code .gone').count(), 0);
  await view.keyboard.press('ArrowRight');
  await until('best 1', async () => (await view.locator('#history-words').innerText()).startsWith('Best 1 of'));
  await view.keyboard.press('End');
  await until('something is grey', async () => (await view.locator('#original-code .gone').count()) > 0);

  await view.locator('#mode-diff').click();
  await until('a difference to the original', async () => (await view.locator('#best-code del').count()) > 0);
  assert.match(await view.locator('#best-title').innerText(), /^From the original to best/);
  await view.locator('#compare-with').selectOption('other');
  await view.locator('#other-number').fill('2');
  assert.match(await view.locator('#best-title').innerText(), /^From best 2 to best/);
  assert((await view.locator('#best-code del').count()) > 0, 'nothing removed since best 2');
  await view.locator('#other-number').fill(String(bests));
  assert.match(await view.locator('#best-code').innerText(), /no difference|unchanged/);
  await view.locator('[data-group=mode][data-value=best]').click();
  await view.locator('[data-group=axis][data-value=asked]').click();
  await view.locator('[data-group=goal][data-value=bytes]').click();
  await view.locator('[data-group=axis][data-value=at]').click();
}
await step('the history can be walked with keys, and any two bests compared', () => checkHistory(page));

const result = fs.readFileSync('input.c', 'utf8');
// The test prints what it misses, so a refusal can be told by its output.
async function checkWhy(view) {
  await view.locator('#history').focus();
  await view.keyboard.press('End');
  await view.locator('#best-code .line').first().click();
  await until('an answer', async () => (await view.locator('#why-list li').count()) > 0 || (await view.locator('#why-best').isVisible()));
  if (await view.locator('#why-best').isVisible()) {  // the result was laid out by the formatter
    await view.locator('#why-best').click();
    await view.locator('#why-line').fill('1');
    await view.keyboard.press('Enter');
  }
  await until('a reason', async () => (await view.locator('#why-list').innerText()).includes('tried to'));
  assert.match(await view.locator('#why-list').innerText(), /the test exited with 1\s+there is no needle/);
}
await step('a line says why it is still there', () => checkWhy(page));

await step('view shows a run that has finished', async () => {
  const viewer = whittle('view', 'input.c');
  const view = await open(await viewer.address);
  await view.state('Finished');
  assert.equal(await view.figure('Tokens'), await page.figure('Tokens'));
  await checkHistory(view);
  viewer.child.kill('SIGINT');
  assert.equal(await viewer.ended, 0, viewer.printed());
  await view.close();
});

await step('a report holds all of it in one file, and asks nobody', async () => {
  assert.equal(await whittle('report', 'input.c').ended, 0);
  const report = await open(`file://${process.cwd()}/input.c.html`);
  await report.state('Finished');
  assert.equal(await report.figure('Tokens'), await page.figure('Tokens'));
  assert.match(await report.locator('#repeat').innerText(), /whittle .*test\.sh.* input\.c/);
  await checkHistory(report);
  await checkWhy(report);
  await report.close();
});

await step('nothing is wider than a telephone', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const narrow = await open(`file://${process.cwd()}/input.c.html`, { viewport: { width: 390, height: 800 }, colorScheme });
    const width = await narrow.evaluate(() => document.documentElement.scrollWidth);
    assert(width <= 390, `${width} pixels wide`);
    const broken = await narrow.evaluate(() => [...document.querySelectorAll('td.number, .when')]
      .filter((cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getClientRects().length > 1; })
      .map((cell) => cell.textContent));
    assert.deepEqual(broken, [], 'times that take two lines');
    await narrow.close();
  }
});
await page.close();

await step('view shows a run that was killed, and follows it when it is resumed', async () => {
  fs.rmSync('input.c.whittle', { recursive: true });
  fs.copyFileSync('pristine.c', 'input.c');
  hold();
  const killed = whittle('-j', '2', ...NO_LIMIT, './test.sh', 'input.c');
  await whileTestsRun(TO_SEE, 'some bests', () => fs.existsSync('input.c.whittle/events.jsonl') && fs.readFileSync('input.c.whittle/events.jsonl', 'utf8').split('"best"').length > 4);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const viewer = whittle('view', 'input.c', '--serve', '127.0.0.1:0');
  const view = await open(await viewer.address);
  await view.state('Killed');
  const tests = number(await view.figure('Tests run'));
  assert(tests > 0);
  const resumed = whittle('--resume', '--leave', 'history', 'input.c');
  await whileTestsRun(TO_BEGIN, 'it runs again', async () => (await view.locator('#state').innerText()) === 'Running');
  await whileTestsRun(TO_SEE, 'more tests', async () => number(await view.figure('Tests run')) > tests);
  goOn();
  assert.equal(await resumed.ended, 0, resumed.printed());
  await view.state('Finished');
  assert.equal(fs.readFileSync('input.c', 'utf8'), result);
  await until('its result', async () => (await view.text('best-code')).trimEnd() === result.trimEnd());
  viewer.child.kill('SIGTERM');
  await viewer.ended;
  await view.close();
});

await step('a report of 100,000 tests is below 5 MB and opens within a second', async () => {
  const made = spawn(SYNTHETIC_REPORT, ['100000', 'long.html'], { stdio: 'inherit' });
  assert.equal(await new Promise((resolve) => made.on('close', resolve)), 0);
  const size = fs.statSync('long.html').size;
  assert(size < 5e6, `${size} bytes`);
  const before = busy();
  const long = await open(`file://${process.cwd()}/long.html`);
  await long.state('Finished');
  const opened = await long.evaluate(() => performance.getEntriesByType('mark').find((mark) => mark.name === 'drawn').startTime);
  console.log(`  ${(size / 1e6).toFixed(2)} MB, drawn after ${Math.round(opened)} ms; the machine is ${before.toFixed(1)} times busy`);
  assert(opened < 1000 * Math.max(before, busy()), `${opened} ms`);
  assert.equal(await long.figure('Tests run'), '100,000');
  await long.close();
});
await browser.close();
