// Proves the page that tests an integration: a receiver that verifies gets a certificate, one that
// accepts everything is told what to mend.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '../harness/index.ts';
import { openHarness, type Harness } from './harness.ts';
import { lookAt } from './look.ts';
import { newUser, register } from './people.ts';

let harness: Harness;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  harness = await openHarness();
});
after(async () => {
  await harness?.close();
  await receiver.close();
});

test('P10 a developer tests a receiver that accepts everything, and reads what to mend', async () => {
  const visitor = await harness.visit({ language: 'fr' });
  const { page } = visitor;
  await register(visitor, newUser('Coumba Fall'), 'Boutique');
  await page.goto('/sandbox');
  await page.getByRole('link', { name: 'Tester mon intégration' }).click();
  await page.getByLabel('URL de votre récepteur').fill(receiver.url);
  await page.getByRole('button', { name: 'Commencer' }).click();
  await page.getByText('Les callbacks sont envoyés.').waitFor();
  await page.getByRole('button', { name: 'Terminer' }).click();
  await page.getByRole('button', { name: 'Commencer' }).waitFor();
  await page.getByText('Falsifié : autre montant sous une empreinte juste').waitFor();
  assert.equal(await page.getByText('Votre serveur a répondu 200 à ce').count(), 4);
  assert.equal(await page.getByRole('button', { name: 'Certificat' }).count(), 0);
  await lookAt(page, 'integration-fr');
  await visitor.close();
});
