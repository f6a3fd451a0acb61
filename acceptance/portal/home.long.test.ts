// Measures how long a new developer takes from registration to the first callback, on the home
// page, whose steps turn green by themselves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '../harness/index.ts';
import { runCopied, untilCopied } from './clipboard.ts';
import { assertShort, lookAt } from './look.ts';
import { pay } from './pay.ts';
import { newDeveloper, newUser, register } from './people.ts';
import { openHarness, type Harness } from './harness.ts';

const withinMs = 180_000;
/**
 * Longer than the page looks by itself: only an event can tell it that the callback was answered.
 */
const callbackTakesMs = 7_000;

let harness: Harness;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  receiver.answerWith({ delayMs: callbackTakesMs });
  harness = await openHarness();
});
after(async () => {
  await harness?.close();
  await receiver.close();
});

test('P10 a new developer registers and reaches the first callback in under 3 minutes of clicks', async (context) => {
  const visitor = await harness.visit({ language: 'fr' });
  const { page } = visitor;
  const began = performance.now();
  const step = (name: string, state: string) =>
    page.locator(`[data-step="${name}"][data-state="${state}"]`).waitFor();

  await register(visitor, newUser('Awa Ndiaye'), 'Boutique Teranga');
  await Promise.all([
    step('key', 'done'),
    step('services', 'done'),
    step('call', 'open'),
    step('callback', 'open'),
  ]);
  await page.getByLabel('Votre URL de callback').fill('boutique');
  await page.getByText('Saisissez une adresse complète').waitFor();
  await page.getByLabel('Votre URL de callback').fill(receiver.url);
  await page.getByRole('button', { name: 'Copier' }).click();
  const line = await untilCopied(page, `${harness.installation.baseUrl}/api-services/operation`);
  assert.match(line, /^curl -s /);
  const { data } = await runCopied<{ externalTransactionId: string }>(line);
  await receiver.waitFor(data.externalTransactionId);
  // Nothing is loaded again: the page is notified.
  await Promise.all([step('call', 'done'), step('callback', 'done')]);
  const took = performance.now() - began;
  context.diagnostic(`${(took / 1_000).toFixed(1)} s from the form to the green callback`);
  assert.ok(took < withinMs, `${took} ms`);
  await page.getByText('1 sur 1 transaction terminée').waitFor();
  await lookAt(page, 'home-developer-fr-green');
  await visitor.close();
});

test('P10 a developer without a server runs a payment and sees its callback, found genuine', async (context) => {
  const visitor = await harness.visit({ language: 'fr' });
  const { page } = visitor;
  const began = performance.now();
  await register(visitor, newUser('Binta Sow'), 'Boutique Sans Serveur');
  await page.getByRole('button', { name: 'Exécuter' }).click();
  await page.getByText('"status":"PENDING"').waitFor();
  await page.locator('[data-step="callback"][data-state="done"]').waitFor();
  await lookAt(page, 'home-developer-fr-run');
  await page.getByRole('link', { name: 'Ouvrir la boîte de test' }).click();
  await page.getByText('Authentique').waitFor();
  const took = performance.now() - began;
  context.diagnostic(`${(took / 1_000).toFixed(1)} s from the form to the genuine callback`);
  await page.locator('summary', { hasText: 'Corps' }).click();
  await page.getByText('"status":"SUCCESS"').waitFor();
  await lookAt(page, 'test-inbox-fr');
  await visitor.close();
});

test('P10 once the integration works, home begins with the business, and the steps are folded', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en' });
  const { page } = visitor;
  receiver.answerWith({ status: 500 });
  await pay(harness, visitor, receiver);
  await visitor.open('/');
  const steps = page.locator('[data-step="call"]');
  await steps.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
  const last = page.getByRole('table', { name: 'Transactions' });
  await last.getByRole('row').nth(3).waitFor();
  assert.equal(await last.getByRole('row').count(), 4, 'a head and three payments');
  await page.getByRole('button', { name: 'Run' }).waitFor();
  await lookAt(page, 'home-developer-en-business');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'home-developer-en-business-phone');
  await assertShort(page, 'home on a phone');
  await page.getByText('Show list').click();
  await steps.waitFor();
  await page.getByRole('link', { name: /^Retrying/ }).click();
  await page.waitForURL(/\/callbacks\?state=due/);
  receiver.answerWith({ status: 200 });
  await visitor.close();
});

test('P11 the test inbox before the first callback, in English, dark and on a phone', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en', theme: 'dark', width: 390 });
  await visitor.open('/callbacks/inbox');
  await visitor.page.getByText('No callbacks received').waitFor();
  await lookAt(visitor.page, 'test-inbox-en-dark-phone');
  await visitor.close();
});

test('P11 a developer’s home before the first call, in English, dark and on a phone', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en', theme: 'dark', width: 390 });
  await visitor.page.getByRole('heading', { name: 'Get started' }).waitFor();
  await lookAt(visitor.page, 'home-developer-en-dark-phone-steps');
  await visitor.close();
});
