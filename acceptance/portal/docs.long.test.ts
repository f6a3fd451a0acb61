// Looks at the documentation as a developer does: on a phone and a desktop, by its search, in the
// tabs of a language, and by running a request with the key of the one who is signed in.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertAccessible, assertFits, takePicture } from './look.ts';
import { newDeveloper } from './people.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness.close());

/** A page of text may be longer than one of the portal. */
const phoneHeightMax = 6_000;

test('H7 no page is long on a phone, and each can be read by everybody', async () => {
  const visitor = await harness.visit({ width: 390 });
  const { page } = visitor;
  await visitor.open('/docs/fr/start');
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.menu a')].map((link) => link.getAttribute('href'))`,
  );
  assert.ok(links.length > 40, String(links.length));
  const tooHigh: string[] = [];
  for (const link of [...links, '/docs/fr/errors/26', '/docs/en/collect', '/docs/en/nothing']) {
    await visitor.open(link);
    await page.locator('h1').waitFor();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (height > phoneHeightMax) tooHigh.push(`${link} is ${height} px high`);
    await assertFits(page, link);
    await assertAccessible(page, link);
  }
  assert.deepEqual(tooHigh, []);
  await takePicture(page, 'docs-unknown-phone');
  await visitor.open('/docs/fr/callbacks');
  await page.getByText('Menu').click();
  await page.getByRole('link', { name: 'Encaisser un paiement' }).first().click();
  await page.waitForURL('**/docs/fr/collect');
});

test('H7 a reader finds a page, keeps a language for code, and runs a request with the own key', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  await visitor.open('/docs/en/start');
  await page.keyboard.press('/');
  await page.keyboard.type('signature');
  await page.locator('.results a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/en\/\w/);

  await visitor.open('/docs/en/collect');
  await page.getByRole('tab', { name: 'PHP' }).first().click();
  await page.getByText('$jokko->collect(').first().waitFor();
  await visitor.open('/docs/en/pay-out');
  await page.getByText('$jokko->payOut(').first().waitFor();
  await page.getByRole('tab', { name: 'curl' }).first().click();
  await page
    .getByText(/Secretkey: jk_test_/)
    .first()
    .waitFor();

  await visitor.open('/docs/en/collect');
  await page.getByRole('button', { name: 'Run in the sandbox' }).first().click();
  await page
    .getByText(/"code": 2000/)
    .first()
    .waitFor();
  await takePicture(page, 'docs-run');
});

test('H7 an address of the single page of before leads on', async () => {
  const visitor = await harness.visit();
  for (const [anchor, path] of [
    ['error-26', '/errors/26'],
    ['code-4009', '/errors/4009'],
    ['send-sms', '/reference/send-sms'],
  ]) {
    await visitor.open('/docs/en/nothing');
    await visitor.page.goto(`${harness.installation.baseUrl}/docs?lang=en#${anchor}`);
    await visitor.page.waitForURL(`**/docs/en${path}`);
  }
});
