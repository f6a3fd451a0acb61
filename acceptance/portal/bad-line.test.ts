// Does the portal hold on a bad line? An answer that is lost moves no money twice, what was written stays, the portal opens without a network and
// goes on by itself; what is kept in the browser is never data.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../harness/index.ts';
import { openBadLine, type BadLine } from './bad-line.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

const skip = process.env['JOKKO_NIGHTLY'] === '1' ? false : 'nightly';
let stage: Stage;
let line: BadLine;
let visitor: Visitor;
before(async () => {
  stage = await openStage();
  line = await openBadLine(stage.installation.baseUrl);
  ({ visitor } = await newOperator(stage, { origin: line.origin, language: 'en' }));
});
after(async () => {
  await line.close();
  await stage.close();
});

/** Says what the browser keeps, by address. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
    return caught.flat();
  })()`);
const inCharge = (page: Page): Promise<unknown> =>
  until('a service worker', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'));

test('R1 money that is asked for again because no answer came is asked for once', async () => {
  const { page } = visitor;
  await visitor.open(`/developers/${stage.installation.accountId}`);
  await page.getByRole('button', { name: 'Fund or adjust' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('1500');
  await dialog.getByLabel('Reason').fill('Transfer received');
  line.set('loses');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await dialog.getByText('it may have arrived').waitFor();
  assert.equal(await dialog.getByLabel('Amount').inputValue(), '1500', 'what was written stays');
  line.set('good');
  await page.getByText('Jokko is out of reach').waitFor({ state: 'hidden' });
  await lookAt(page, 'unanswered-en');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('What you sent first had arrived').waitFor();
  // Browsers themselves send a POST again when a connection that was used before breaks.
  assert.ok(line.sent.filter((path) => path.endsWith('/operator/fund')).length >= 2, 'the gateway has heard it more than once');
  const wishes = await page.evaluate<{ items: unknown[] }>('fetch("/portal/api/operator/wishes").then((answer) => answer.json())');
  assert.equal(wishes.items.length, 1);
});

test('R2 without a network the portal opens, says so, and goes on when it is back; nothing but its own files is kept', async () => {
  const { page } = visitor;
  await visitor.open('/approvals');
  await inCharge(page);
  const files = await kept(page);
  assert.ok(files.includes('/') && files.length > 10, files.join(' '));
  assert.deepEqual(
    files.filter((path) => path !== '/' && !path.startsWith('/assets/')),
    [],
    'no answer of the gateway',
  );
  line.set('down');
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByText('What you see may be outdated').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Jokko does not open' }).waitFor();
  await lookAt(page, 'offline-en');
  line.set('good');
  await page.getByRole('heading', { name: 'Developers' }).waitFor();
  await page.getByText('Jokko is out of reach').waitFor({ state: 'hidden' });
});

test('R4 a new build is offered in every tab, and taken when told', { skip }, async () => {
  const { page } = visitor;
  await visitor.open('/');
  await inCharge(page);
  line.replace(({ path }, text) => {
    if (path === '/service-worker.js') return text.replace(/const build = "[^"]*"/, 'const build = "newer"');
    return path.startsWith('/assets/') ? undefined : text.replace('<html ', '<html data-build="newer" ');
  });
  const tab = await page.context().newPage();
  await tab.goto(`${line.origin}/approvals`);
  assert.equal(await tab.locator('html').getAttribute('data-build'), 'newer', 'a page that is opened is of the new build');
  await tab.evaluate('navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => undefined)');
  await page.getByText('A new version of Jokko is ready').waitFor();
  await lookAt(page, 'new-build-en');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.locator('html[data-build="newer"]').waitFor();
  await page.locator('.shell h1').waitFor();
  const names = await page.evaluate<string[]>('caches.keys()');
  assert.deepEqual([names.length, names.includes('jokko-newer')], [2, true], 'the build before stays for its tabs');
  await tab.close();
});

test('R5 a page whose code is gone with the old build is loaded anew', { skip }, async () => {
  const { page } = visitor;
  await visitor.open('/');
  let refused = 0;
  line.replace(({ path, mode }, text) => {
    if (path.startsWith('/assets/audit') && refused < 2) return refused++ < 2 ? null : undefined;
    return path === '/' && mode !== 'navigate' ? text.replace(/index-[\w-]+\.js/, 'index-newer.js') : undefined;
  });
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await loaded;
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/audit');
});

test('R6 where the gateway has no service worker any more, ours goes with all that it kept', { skip }, async () => {
  const { page } = visitor;
  line.replace(({ path }) => (path === '/service-worker.js' ? null : undefined));
  await visitor.open('/');
  await until('no worker', () => page.evaluate<boolean>('navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)'));
  await until('nothing kept', () => page.evaluate<boolean>('caches.keys().then((names) => names.length === 0)'));
});
