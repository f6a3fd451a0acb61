// Checks in a browser what people are told by e-mail: a balance below the limit that its owner set,
// a new key whatever they chose, and nothing of a topic that they switched off.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startMailServer, type TestMailServer } from '../../gateway/src/platform/mail/testing.ts';
import { until } from '../harness/until.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newDeveloper, type User } from './people.ts';
import { untilTold } from './told.ts';

const patience = { timeoutMs: 120_000, everyMs: 200 };

let harness: Harness;
let server: TestMailServer;
let visitor: Visitor;
let user: User;

before(async () => {
  server = await startMailServer();
  harness = await openHarness({
    JOKKO_SMTP_URL: server.url,
    JOKKO_MAIL_FROM: 'Jokko <no-reply@example.sn>',
  });
  ({ visitor, user } = await newDeveloper(harness));
});
after(async () => {
  await visitor?.close();
  await harness?.close();
  await server?.close();
});

const mailsAbout = (subject: string) =>
  server.received.filter((mail) => mail.to === user.email && mail.subject.includes(subject));

async function setLimit(amount: string): Promise<void> {
  const { page } = visitor;
  await visitor.open('/statement');
  await page.getByLabel('Prévenir en dessous de (XOF)').fill(amount);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Seuil enregistré.');
}

test('P7 an owner is told by e-mail that the balance is below the limit they set', async () => {
  const { page } = visitor;
  await setLimit('2000000');
  await lookAt(page, 'balance-limit-fr');
  const mail = await until(
    'an e-mail about the balance',
    () => mailsAbout('Solde bas')[0],
    patience,
  );
  assert.match(mail.parts[0]!, /Solde disponible\u00a0: 1\u202f000\u202f000\u00a0F\u202fCFA/);
  assert.match(mail.parts[0]!, /\/statement$/m);
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.open('/statement');
  await page.getByLabel('Prévenir en dessous de (XOF)').waitFor();
  await lookAt(page, 'balance-limit-fr-phone');
});

test('P7 a topic that is switched off stays off, and a new key is told nevertheless', async () => {
  const { page } = visitor;
  const before = mailsAbout('Solde bas').length;
  await page.setViewportSize({ width: 1280, height: 900 });
  await visitor.open('/profile');
  await page.getByLabel('Solde bas').uncheck();
  await lookAt(page, 'mail-topics-fr');
  await page.getByRole('button', { name: 'Appliquer' }).click();
  await untilTold(page, 'Choix enregistrés.');
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.open('/profile');
  await page.getByLabel('Réponses aux réclamations').waitFor();
  assert.equal(await page.getByLabel('Solde bas').isChecked(), false);
  await lookAt(page, 'mail-topics-fr-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await setLimit('3000000');
  const accountId = await page.evaluate<number>(
    'fetch("/portal/api/me").then((a) => a.json()).then(({ membership }) => membership.accountId)',
  );
  // The second one is told in a later round than the fall would have been.
  for (const count of [1, 2]) {
    await harness.installation.cli(['key', 'create', String(accountId)]);
    await until('an e-mail about the key', () => mailsAbout('clé d’API').length >= count, patience);
  }
  assert.equal(mailsAbout('Solde bas').length, before, 'none since it was switched off');
});
