#!/usr/bin/env node
// screenshots.mjs [WHITTLE]: makes docs/page-*.png from a real run of examples/crash, which takes half a minute and needs gcc-12.
// Chromium is Debian's; `make dev` fetches playwright-core, which drives it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const whittle = path.resolve(process.argv[2] ?? path.join(root, 'build/release/whittle'));
const { chromium } = await import(path.join(root, 'build/page-tests/node_modules/playwright-core/index.mjs'));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'screenshots-'));
for (const name of ['report.c', 'test.sh']) fs.copyFileSync(path.join(root, 'examples/crash', name), path.join(folder, name));
const run = spawn(whittle, ['--serve', '0', '--report', 'report.html', './test.sh', 'report.c'], { cwd: folder });
let printed = '';
run.stderr.on('data', (text) => (printed += text));
const ended = new Promise((resolve) => run.on('close', resolve));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

const save = async (shown, name, options) => {
  const file = path.join(root, 'docs', `page-${name}.png`);
  await shown.screenshot({ path: file, ...options });
  console.log(`${file}: ${Math.round(fs.statSync(file).size / 1024)} KB`);
};

// While it runs, in the middle of it.
while (!/http:\S+/.test(printed)) await new Promise((resolve) => setTimeout(resolve, 50));
const live = await browser.newPage({ viewport: { width: 1400, height: 1010 }, colorScheme: 'dark' });
await live.goto(printed.match(/http:\S+/)[0]);
await live.waitForFunction(() => document.querySelectorAll('#passes tr').length >= 6, null, { timeout: 120000 });
await live.waitForTimeout(1500);
await save(live, 'live-dark', {});
if ((await ended) !== 0) throw new Error(printed);

// Its report: wide and narrow, light and dark.
const report = `file://${folder}/report.html`;
for (const colorScheme of ['light', 'dark'])
  for (const width of [1400, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    await page.goto(report);
    await page.waitForTimeout(300);
    await save(page, `${width}-${colorScheme}`, { fullPage: true, clip: { x: 0, y: 0, width, height: width === 390 ? 1750 : 1320 } });
    if (width === 1400 && colorScheme === 'light') {
      await page.locator('#mode-diff').click();
      await page.locator('#compare-with').selectOption('previous');
      await page.locator('#steps button').nth(2).click();
      await page.waitForTimeout(200);
      await save(page.locator('section', { has: page.locator('#history') }).first(), 'difference', {});
    }
    await page.close();
  }
await browser.close();
fs.rmSync(folder, { recursive: true });
