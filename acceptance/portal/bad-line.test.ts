// Does the portal hold on a bad line? An answer that is lost moves no money twice, what was written stays, the portal opens without a network and
// goes on by itself; what is kept in the browser is never data.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBadLine, type BadLine } from './bad-line.ts';
import { lookAt } from './look.ts';
import { newOperator } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

const nightly = process.env['JOKKO_NIGHTLY'] === '1';
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
const inCharge = (page: Page): Promise<unknown> => page.waitForFunction('navigator.serviceWorker.controller !== null');

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
  await page.getByRole('heading', { name: 'Jokko does not answer' }).waitFor();
  await lookAt(page, 'offline-en');
  line.set('good');
  await page.getByRole('heading', { name: 'Developers' }).waitFor();
  await page.getByText('Jokko is out of reach').waitFor({ state: 'hidden' });
});
