// Proves that the portal works on an unreliable connection: a lost answer moves no money twice,
// entered text is kept, the portal opens offline and recovers by itself, and no data is kept in
// the browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../harness/index.ts';
import { openBadLine, type BadLine } from './bad-line.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

const skip = process.env['JOKKO_NIGHTLY'] === '1' ? false : 'nightly';
let harness: Harness;
let line: BadLine;
let visitor: Visitor;
before(async () => {
  harness = await openHarness();
  line = await openBadLine(harness.installation.baseUrl);
  ({ visitor } = await newOperator(harness, { origin: line.origin, language: 'en' }));
});
after(async () => {
  await line.close();
  await harness.close();
});

/** Says what the browser keeps, by address. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)));
    return caught.flat();
  })()`);
const inCharge = (page: Page): Promise<unknown> =>
  until('a service worker', () =>
    page.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
  );

test('R1 money that is asked for again because no answer came is asked for once', async () => {
  const { page } = visitor;
  await visitor.open(`/developers/${harness.installation.accountId}`);
  await page.getByRole('button', { name: 'Fund or adjust' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('1500');
  await dialog.getByLabel('Reason').fill('Transfer received');
  line.set('loses');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await dialog.getByText('the request may have gone through').waitFor();
  assert.equal(await dialog.getByLabel('Amount').inputValue(), '1500', 'what was written stays');
  line.set('good');
  await page.getByText('Jokko cannot be reached').waitFor({ state: 'hidden' });
  await lookAt(page, 'unanswered-en');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await untilTold(page, 'Your first submission was received');
  // Browsers themselves send a POST again when a connection that was used before breaks.
  assert.ok(
    line.sent.filter((path) => path.endsWith('/operator/fund')).length >= 2,
    'the gateway has heard it more than once',
  );
  const approvalRequests = await page.evaluate<{ items: unknown[] }>(
    'fetch("/portal/api/operator/approval-requests").then((answer) => answer.json())',
  );
  assert.equal(approvalRequests.items.length, 1);
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
  await page.getByText('The data shown may be out of date').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Jokko cannot be opened' }).waitFor();
  await lookAt(page, 'offline-en');
  line.set('good');
  await page.getByRole('heading', { name: 'Developers' }).waitFor();
  await page.getByText('Jokko cannot be reached').waitFor({ state: 'hidden' });
});

test('R4 a new build is offered in every tab, and taken when told', { skip }, async () => {
  const { page } = visitor;
  await visitor.open('/');
  await inCharge(page);
  line.replace(({ path }, text) => {
    if (path === '/service-worker.js')
      return text.replace(/const build = "[^"]*"/, 'const build = "newer"');
    return path.startsWith('/assets/')
      ? undefined
      : text.replace('<html ', '<html data-build="newer" ');
  });
  const tab = await page.context().newPage();
  await tab.goto(`${line.origin}/approvals`);
  assert.equal(
    await tab.locator('html').getAttribute('data-build'),
    'newer',
    'a page that is opened is of the new build',
  );
  await tab.evaluate(
    'navigator.serviceWorker.getRegistration().then((worker) => worker.update()).then(() => undefined)',
  );
  await page.getByText('A new version of Jokko is available').waitFor();
  await lookAt(page, 'new-build-en');
  await page.getByRole('button', { name: 'Reload page' }).click();
  await page.locator('html[data-build="newer"]').waitFor();
  await page.locator('.shell h1').waitFor();
  const names = await page.evaluate<string[]>('caches.keys()');
  assert.deepEqual(
    [names.length, names.includes('jokko-newer')],
    [2, true],
    'the build before stays for its tabs',
  );
  await tab.close();
});

test('R5 a page whose code is gone with the old build is loaded anew', { skip }, async () => {
  const { page } = visitor;
  await visitor.open('/');
  let refused = 0;
  line.replace(({ path, mode }, text) => {
    if (path.startsWith('/assets/audit') && refused < 2) return refused++ < 2 ? null : undefined;
    return path === '/' && mode !== 'navigate'
      ? text.replace(/index-[\w-]+\.js/, 'index-newer.js')
      : undefined;
  });
  const loaded = page.waitForEvent('load');
  await page.locator('summary', { hasText: 'Control' }).click();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await loaded;
  await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/audit');
});

test(
  'R5 a page whose code does not come says so, and comes when it is loaded anew',
  { skip },
  async () => {
    const { page } = visitor;
    await visitor.open('/');
    line.replace(({ path }) => (path.startsWith('/assets/health') ? null : undefined));
    await page.locator('summary', { hasText: 'Control' }).click();
    await page.getByRole('link', { name: 'System health' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    line.replace(undefined);
    await page.getByRole('alert').getByRole('button').click();
    await page.getByRole('heading', { name: 'System health', level: 1 }).waitFor();
  },
);

test(
  'R6 where the gateway has no service worker any more, ours goes with all that it kept',
  { skip },
  async () => {
    const { page } = visitor;
    line.replace(({ path }) => (path === '/service-worker.js' ? null : undefined));
    await visitor.open('/');
    await until('no worker', () =>
      page.evaluate<boolean>(
        'navigator.serviceWorker.getRegistrations().then((found) => found.length === 0)',
      ),
    );
    await until('nothing kept', () =>
      page.evaluate<boolean>('caches.keys().then((names) => names.length === 0)'),
    );
  },
);
