// How long does a newcomer take from registering to the first callback? On the home page, which turns green by itself.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startReceiver, type Receiver } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newDeveloper, newPerson, register } from './people.ts';
import { openStage, type Stage } from './stage.ts';

const withinMs = 180_000;
/** Longer than the page looks by itself: only an event can tell it that the callback was answered. */
const callbackTakesMs = 7_000;
const run = promisify(execFile);

let stage: Stage;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  receiver.answerWith({ delayMs: callbackTakesMs });
  stage = await openStage();
});
after(async () => {
  await stage?.close();
  await receiver.close();
});

test('P10 a new developer registers and reaches the first callback in under 3 minutes of clicks', async (context) => {
  const visitor = await stage.visit({ language: 'fr' });
  const { page } = visitor;
  const began = performance.now();
  const step = (name: string, state: string) => page.locator(`[data-step="${name}"][data-state="${state}"]`).waitFor();

  await register(visitor, newPerson('Awa Ndiaye'), 'Boutique Teranga');
  await Promise.all([step('key', 'done'), step('services', 'done'), step('call', 'open'), step('callback', 'open')]);
  await page.getByLabel('Votre adresse de callback').fill('boutique');
  await page.getByText('Donnez une adresse complète').waitFor();
  await page.getByLabel('Votre adresse de callback').fill(receiver.url);
  await page.getByRole('button', { name: 'Copier' }).click();
  const line = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(line, /^curl -s /);
  const { stdout } = await run('sh', ['-c', line]);
  const answer = JSON.parse(stdout) as { code: number; data: { externalTransactionId: string } };
  assert.equal(answer.code, 2000, stdout);
  await receiver.waitFor(answer.data.externalTransactionId);
  // Nothing is loaded again: the page hears of it.
  await Promise.all([step('call', 'done'), step('callback', 'done')]);
  const took = performance.now() - began;
  context.diagnostic(`${(took / 1_000).toFixed(1)} s from the form to the green callback`);
  assert.ok(took < withinMs, `${took} ms`);
  await page.getByText('1 sur 1 transaction terminée').waitFor();
  await lookAt(page, 'home-developer-fr-green');
  await visitor.close();
});

test('P11 a developer’s home before the first call, in English, dark and on a phone', async () => {
  const { visitor } = await newDeveloper(stage, { language: 'en', theme: 'dark', width: 390 });
  await visitor.page.getByRole('heading', { name: 'First steps' }).waitFor();
  await lookAt(visitor.page, 'home-developer-en-dark-phone-steps');
  await visitor.close();
});
