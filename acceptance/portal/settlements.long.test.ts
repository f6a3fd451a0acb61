// Follows a settlement to the bank through the portal: a destination made usable by a colleague's
// confirmation and a day's wait, a request, two operator users, the bank's reference, the advice.
// Also covers the operator's own money at a provider.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lookAt } from './look.ts';
import {
  leaveCodes,
  newDeveloper,
  newOperator,
  newUser,
  setUpApp,
  signIn,
  type User,
} from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let developer: Visitor;
let first: Visitor;
let second: Visitor;
let developerUser: User;
let firstUser: User;

before(async () => {
  harness = await openHarness();
  ({ visitor: first, user: firstUser } = await newOperator(harness, { language: 'en' }));
  ({ visitor: developer, user: developerUser } = await newDeveloper(harness));
  await developer.open('/second-factor');
  await setUpApp(developer, developerUser);
  await leaveCodes(developer);
});
after(async () => {
  for (const visitor of [developer, first, second]) await visitor?.close();
  await harness?.close();
});

test('P27 a destination is registered, confirmed by the operator, and rests for a day', async () => {
  const { page } = developer;
  await developer.open('/settlements');
  await page.getByText('Enregistrez d’abord une destination').waitFor();
  await lookAt(page, 'settlements-fr-empty');
  await page.getByRole('button', { name: 'Ajouter une destination' }).click();
  await page.getByLabel(/^Titulaire/).fill('Boutique Teranga');
  await page.getByLabel('Banque', { exact: true }).fill('CBAO Dakar');
  await page.getByLabel(/^RIB ou IBAN/).fill('SN010 01520 000485000030 36');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter une destination' }).click();
  await page.getByText('Ce n’est pas un RIB ou un IBAN valide pour ce pays.').waitFor();
  await lookAt(page, 'settlement-destination-fr-fault');
  await page.getByLabel(/^RIB ou IBAN/).fill('SN010 01520 000485000030 35');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter une destination' }).click();
  await page.getByText('À confirmer').first().waitFor();

  await first.open('/settlement-queue');
  await first.page
    .getByRole('button', { name: 'Confirm the destination of Boutique Teranga' })
    .click();
  await first.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Confirm', exact: true })
    .click();
  await untilTold(first.page, 'Destination confirmed.');
  await developer.open('/settlements');
  await page.getByText('Délai de sécurité').waitFor();
  await harness.installation.cli(['clock', 'advance', String(24 * 3_600)]);
});

test('P27 a settlement is asked for, approved by two, paid with a reference, and printed', async () => {
  const { page } = developer;
  // The clock went on by a day: sessions and proofs are from yesterday.
  await enterAgain(developer, developerUser);
  await enterAgain(first, firstUser);
  await inviteSecond();
  await harness.installation.cli([
    'settlement',
    'terms',
    'XOF',
    '--minimum',
    '1000',
    '--fee',
    '500',
  ]);
  await developer.open('/settlements');
  await page.getByRole('button', { name: 'Demander un reversement' }).click();
  await page.getByLabel('Montant').fill('250 000');
  await lookAt(page, 'settlement-request-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Demander un reversement' }).click();
  await untilTold(page, 'Reversement demandé.');
  await page.getByRole('button', { name: 'Configurer le calendrier' }).click();
  // On another day than this test may run on: what is due then is asked for by itself.
  await page.locator('select[name="day"]').selectOption(String(weekdayIn(3)));
  await page.getByLabel(/^Réserve à garder sur le compte/).fill('100 000');
  await lookAt(page, 'settlement-schedule-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Prochaine échéance').waitFor();
  await lookAt(page, 'settlements-fr');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookAt(page, 'settlements-fr-narrow');
  await page.setViewportSize({ width: 1_280, height: 900 });

  await first.open('/settlement-queue?open=1');
  await first.page.getByRole('textbox', { name: /^Reason/ }).fill('Checked with the bank');
  await lookAt(first.page, 'settlement-queue-en');
  await first.page.getByRole('button', { name: 'Propose approval' }).click();
  await first.page.getByText('another user decides').waitFor();

  await second.open('/settlement-queue?open=1');
  await lookAt(second.page, 'settlement-queue-fr-phone');
  await second.page.getByRole('link', { name: 'Ouvrir la demande' }).click();
  // Where the money goes, and who says so.
  await second.page.getByText(/^Ajoutée par .+, confirmée par /).waitFor();
  await lookAt(second.page, 'approval-settlement-fr-phone');
  await second.page.getByRole('button', { name: 'Approuver' }).click();
  await untilTold(second.page, 'Demande approuvée et exécutée.');

  await first.open('/settlement-queue');
  const download = first.page.waitForEvent('download');
  await first.page.getByRole('button', { name: 'New payment file (CSV)' }).click();
  assert.equal((await download).suggestedFilename(), 'settlements-1.csv');
  await first.page.getByText('At the bank (file 1)').waitFor();
  await first.open('/settlement-queue?open=1');
  await first.page.getByRole('textbox', { name: 'Bank reference' }).fill('VIR-2026-0077');
  await lookAt(first.page, 'settlement-pay-en');
  await first.page.getByRole('button', { name: 'Mark as paid' }).click();
  await untilTold(first.page, 'Settlement paid.');

  await developer.open('/settlements');
  await page.getByRole('link', { name: 'Reversement 1' }).click();
  await page.getByText('VIR-2026-0077').first().waitFor();
  await lookAt(page, 'settlement-advice-fr');
  await page.emulateMedia({ media: 'print' });
  await lookAt(page, 'settlement-advice-fr-print');
  await page.emulateMedia({ media: 'screen' });
  await developer.open('/statement');
  await page.getByRole('link', { name: 'Reversement 1' }).first().waitFor();
});

test('P27 a float is topped up by two users, and the command line tells the same', async () => {
  await first.open('/floats');
  await first.page.getByRole('button', { name: 'Top up or withdraw' }).click();
  await first.page.getByLabel('Amount').fill('1 000 000');
  await first.page.getByRole('textbox', { name: 'Bank reference' }).fill('VIR-2026-0078');
  await first.page.getByLabel('Reason').fill('Monthly reserve');
  await lookAt(first.page, 'float-move-en');
  await first.page.getByRole('button', { name: 'Request approval' }).click();
  await untilTold(first.page, 'Request sent.');
  await second.open('/approvals?state=open');
  await second.page
    .getByRole('button', { name: /^Ouvrir Demande/ })
    .first()
    .click();
  await second.page
    .getByText(/VIR-2026-0078/)
    .first()
    .waitFor();
  await lookAt(second.page, 'approval-float-fr-phone');
  await second.page.getByRole('button', { name: 'Approuver' }).click();
  await untilTold(second.page, 'Demande approuvée et exécutée.');
  await second.open('/floats');
  await second.page.getByText('VIR-2026-0078').first().waitFor();
  await lookAt(second.page, 'floats-fr-phone');
  const { settlements } = await harness.installation.cli<{
    settlements: { state: string; reference: string; amount: string }[];
  }>(['settlement', 'list']);
  assert.deepEqual(
    settlements.map(({ state, reference, amount }) => [state, reference, amount]),
    [['PAID', 'VIR-2026-0077', '250000']],
  );
  const late = await harness.installation.runCli(['settlement', 'refuse', '1', 'too late']);
  assert.deepEqual([late.code, late.stderr.includes('does not allow it now')], [1, true]);
  assert.equal((await harness.installation.runCli(['doctor'])).code, 0);
});

const dayMs = 86_400_000;

/**
 * 1 for Monday to 7 for Sunday, so many days from today, in Dakar and by the gateway's clock, which
 * is a day ahead.
 */
const weekdayIn = (days: number): number =>
  ((new Date(Date.now() + (days + 1) * dayMs).getUTCDay() + 6) % 7) + 1;

async function enterAgain(visitor: Visitor, user: User): Promise<void> {
  await visitor.page.context().clearCookies();
  await signIn(visitor, user);
}

async function inviteSecond(): Promise<void> {
  second = await harness.visit({ width: 390 });
  const user = newUser('Fatou Sow');
  const invited = await harness.installation.cli<{ link: string }>([
    'operator',
    'invite',
    user.email,
    '--role',
    'finance',
  ]);
  const { pathname, hash } = new URL(invited.link);
  await second.open(pathname + hash);
  await second.page.getByLabel(/Votre nom/).fill(user.name);
  await second.page
    .getByLabel(/mot de passe/i)
    .first()
    .fill(user.password);
  await second.page.locator('form button[type="submit"]').click();
  await second.page.waitForURL('**/second-factor*');
  await setUpApp(second, user);
  await leaveCodes(second);
}
