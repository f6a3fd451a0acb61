// What the quick tier sees of the portal's pages: a developer registers, signs in again, pastes the
// printed request and sees the payment's callback answered; then every page is opened once, without
// pictures. None throws, is refused what it asks for, is wider than the screen or has a text that
// is in no dictionary. Everything else, pictures, phones, the dark theme and axe among it, is in
// the long tier.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendRequest, startReceiver, type Receiver } from '../harness/index.ts';
import { untilCopied } from './clipboard.ts';
import { openHarness, type Harness } from './harness.ts';
import { newUser, register, signIn } from './people.ts';
import { readDictionaries } from './visual/dictionaries.ts';
import { walkAll } from './visual/every-page.ts';
import { openFixture, visualEnv } from './visual/fixture.ts';

let harness: Harness;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  harness = await openHarness(visualEnv);
});
after(async () => {
  await harness?.close();
  await receiver.close();
});

/**
 * Sends what a copied line for curl would, on a machine that may have none. Answers the payment's
 * id.
 */
async function send(line: string): Promise<string> {
  const [, address = '', body = ''] = /^curl -s '([^']+)'.* -d '([^']+)'$/s.exec(line) ?? [];
  const headers = { 'content-type': 'application/json' };
  const { json, text } = await sendRequest(address, { method: 'POST', headers, body });
  assert.equal(json.code, 2000, text);
  return json.data.externalTransactionId as string;
}

test('P10 a developer signs in and makes a first payment', async () => {
  const user = newUser();
  const visitor = await harness.visit();
  const { page } = visitor;
  await register(visitor, user, 'Boutique Teranga');
  await page.locator('[data-step="key"][data-state="done"]').waitFor();
  await page.context().clearCookies();

  await signIn(visitor, user);
  const step = (name: string, state: string) =>
    page.locator(`[data-step="${name}"][data-state="${state}"]`).waitFor();
  await step('call', 'open');
  await page.getByLabel('Votre URL de callback').fill(receiver.url);
  await page.getByRole('button', { name: 'Copier' }).click();
  const line = await untilCopied(page, `${harness.installation.baseUrl}/api-services/operation`);
  await receiver.waitFor(await send(line));
  // Nothing is loaded again: the page is notified.
  await Promise.all([step('call', 'done'), step('callback', 'done')]);
  await page.getByText('1 sur 1 transaction terminée').waitFor();
  await visitor.close();
});

test('P60 every page is drawn', async () => {
  const fixture = await openFixture(harness);
  try {
    const reading = {
      dictionaries: await readDictionaries(),
      names: new Set(fixture.names),
      read: new Map(),
    };
    await walkAll(harness, fixture, {
      language: 'fr',
      width: 1_280,
      themes: [],
      axe: false,
      whole: false,
      reading,
    });
  } finally {
    await fixture.close();
  }
});
