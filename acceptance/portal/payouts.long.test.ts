// Follows a payout batch from a file to its recipients, with errors, a second user, a pause, and a
// resend of what failed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sendRequest, until } from '../harness/index.ts';
import { lookAt, takePicture } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import { newDeveloper, newOperator, newUser, type User } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness?.close());

/** Money needs a second factor. */
async function addApp({ page, open }: Visitor, user: User): Promise<void> {
  await open('/security');
  await page.getByRole('button', { name: /Configurer l’application|Set up the app/ }).click();
  user.secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  await page
    .getByLabel(/Code à six chiffres affiché|Six-digit code shown/)
    .fill(oneTimeCode(user.secret));
  await page.getByRole('button', { name: /Vérifier et activer|Verify and activate/ }).click();
  await page.getByLabel(/en lieu sûr|in a safe place/).check();
  await page.getByRole('button', { name: /Continuer|Continue/ }).click();
}

/** Invited by the owner, in with a second factor of their own. */
async function colleagueOf(owner: Visitor): Promise<Visitor> {
  const { page } = owner;
  const guest = newUser('Moussa Sarr');
  await owner.open('/team');
  await page.getByRole('button', { name: 'Inviter' }).click();
  await page.getByLabel('Adresse e-mail').fill(guest.email);
  await page.getByRole('dialog').getByLabel('Rôle').selectOption('finance');
  await page.getByRole('button', { name: 'Créer le lien' }).click();
  const link = new URL(await page.locator('.secret code').innerText());
  const visitor = await harness.visit({ language: 'en', width: 390 });
  await visitor.open(link.pathname + link.hash);
  await visitor.page.getByLabel(/Your name/).fill(guest.name);
  await visitor.page.getByLabel(/Password/).fill(guest.password);
  await visitor.page.locator('form button[type="submit"]').click();
  await visitor.page.locator('.shell h1').waitFor();
  await addApp(visitor, guest);
  return visitor;
}

/** From the bank, so that the balance suffices for all. */
async function addFunds({ page }: Visitor): Promise<void> {
  const accountId = await page.evaluate<number>(
    'fetch("/portal/api/me").then((a) => a.json()).then(({ membership }) => membership.accountId)',
  );
  await harness.installation.cli(['account', 'fund', String(accountId), '1000000']);
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Fichier', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
}

/** 150 lines leave within seconds, or much later where everything else runs, too. */
const paidWithinMs = 240_000;

/** The state of the batch, beside its name. */
const stateIs = (page: Page, state: string) =>
  page.locator('.page-title .badge', { hasText: state }).waitFor({ timeout: paidWithinMs });

const header = 'téléphone;montant;identifiant externe;nom';
/**
 * More than the balance of 1,000,000 reaches for, so that there is something to hold, whenever that
 * is. Two of the first ones fail by their digits.
 */
const good = [
  '770009005;1500;SAL-1;Awa Diop',
  '770009006;2500;SAL-2;Binta Fall',
  ...Array.from(
    { length: 150 },
    (_, index) => `7712${String(10_000 + index)};10000;;Employé ${index + 1}`,
  ),
];

test('P25 a bulk payout: errors by line, corrected, approved by a second user, held, resumed, and what failed sent again', async () => {
  const { visitor: owner, user } = await newDeveloper(harness);
  const { page } = owner;
  await addApp(owner, user);
  const colleague = await colleagueOf(owner);

  await owner.open('/payouts');
  await page.getByText('Aucun paiement groupé').waitFor();
  await takePicture(page, 'payouts-fr-empty');
  await page.getByRole('link', { name: 'Nouveau fichier' }).first().click();
  // The list before it has a filter of the same name.
  await page.getByLabel('Fichier', { exact: true }).waitFor();
  await page.getByLabel('Nom du lot').fill('Salaires de novembre');
  await page.getByRole('button', { name: 'Vérifier le fichier' }).click();
  await page.getByText('Choisissez un fichier.').waitFor();
  await upload(page, 'photo.csv', '%PDF-1.7 nothing like a table');
  await page.getByText('Ce n’est pas un fichier CSV ou XLSX.').waitFor();
  await lookAt(page, 'payouts-new-fr-fault');
  await page.getByLabel('Service').selectOption('OPA_SN_API_CASH_IN');
  await upload(
    page,
    'salaires.csv',
    [
      header,
      ...good.slice(0, 1),
      '2,21771E+11;1500;;Awa',
      '12;-1;SAL-1;?',
      '770007005;500;;Refused at once',
      ...good.slice(1, 4),
    ].join('\r\n'),
  );
  await page.getByText('3 lignes à corriger').waitFor();
  await page.getByText('Le tableur a tronqué le nombre').waitFor();
  await lookAt(page, 'payouts-draft-fr');
  assert.equal(
    await page.getByRole('button', { name: 'Soumettre pour approbation' }).count(),
    0,
    'nothing is submitted with errors',
  );

  await page.getByRole('link', { name: 'Envoyer le fichier corrigé' }).click();
  await upload(page, 'salaires.csv', [header, ...good].join('\r\n'));
  await page.getByText('Toutes les lignes peuvent être payées.').waitFor();
  await page.getByRole('button', { name: 'Soumettre pour approbation' }).click();
  await page.getByText('Vous avez soumis ce lot').waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Approuver et payer' }).count(),
    0,
    'nobody approves their own',
  );

  const { pathname } = new URL(page.url());
  await colleague.open(pathname);
  // Nothing is funded yet: approval would leave less than nothing.
  await colleague.page.getByText(/→ [-−]/).waitFor();
  await lookAt(colleague.page, 'payouts-decision-en-phone');
  await colleague.page
    .getByRole('textbox', { name: /^Note/ })
    .fill('Checked against the pay roll.');
  await colleague.page.getByRole('button', { name: 'Approve and pay' }).click();
  await colleague.page.getByRole('button', { name: 'Pause', exact: true }).click();
  // No reload: what others do is heard.
  await stateIs(page, 'En pause');
  await addFunds(owner);
  await page.getByRole('button', { name: 'Reprendre' }).click();
  await stateIs(page, 'Terminé');
  await page.getByText('150 payées').waitFor();
  await page.getByLabel('Afficher').selectOption('failed');
  await page.getByText('2 lignes sur cette page').first().waitFor();
  await page.getByRole('cell', { name: 'Awa Diop' }).waitFor();
  await lookAt(page, 'payouts-done-fr');

  const transaction = page.getByRole('row', { name: /Awa Diop/ }).getByRole('link');
  const failed = await transaction.getAttribute('href');
  await page.getByRole('button', { name: 'Renvoyer les échecs' }).click();
  await page.getByRole('dialog').getByText('Montant des lignes échouées').waitFor();
  await takePicture(page, 'payouts-retry-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Renvoyer les échecs' }).click();
  await untilTold(page, 'Les lignes échouées sont renvoyées.');
  // The page shows the first payment's link, and the batch as done, until it hears of the second.
  const second = transaction.and(page.locator(`:not([href="${failed}"])`));
  await second.waitFor();
  await until('the second payments have failed, too', () =>
    page.evaluate<boolean>(
      `fetch('/portal/api${pathname}').then((a) => a.json()).then(({ state }) => state === 'done')`,
    ),
  );
  await stateIs(page, 'Terminé');
  await second.click();
  await page.getByRole('heading', { name: 'Historique' }).waitFor();
  await page.getByText('SAL-1-r2').first().waitFor();

  await owner.open('/payouts/new');
  await page.getByLabel('Nom du lot').fill('Les mêmes');
  await page.getByLabel('Service').selectOption('OPA_SN_API_CASH_IN');
  await upload(page, 'salaires.csv', [header, ...good].join('\r\n'));
  await page.getByText('Ce fichier a déjà été utilisé').waitFor();
  // Those with an id of their own cannot be sent again; all that were paid are told.
  await page.getByText('150 doublons possibles').waitFor();
  await page.getByLabel('Téléphone, nom ou identifiant externe').fill('employé 77');
  await page.getByText('1 ligne sur cette page').first().waitFor();
  await lookAt(page, 'payouts-same-file-fr');
  await colleague.open(new URL(page.url()).pathname);
  await colleague.page.getByText('This file has already been used').waitFor();
  await lookAt(colleague.page, 'payouts-same-file-en-phone');

  await colleague.open('/payouts?state=done');
  await colleague.page.getByText('Les mêmes').waitFor({ state: 'hidden' });
  await lookAt(colleague.page, 'payouts-en-phone');
  await colleague.page.getByRole('link', { name: 'Salaires de novembre' }).click();
  await colleague.page.getByText('150 paid').waitFor();
  await colleague.close();
  await owner.close();
  const { visitor: backOffice } = await newOperator(harness, { language: 'en' });
  await backOffice.open('/all-payouts');
  await backOffice.page.getByRole('link', { name: 'Salaires de novembre' }).click();
  await backOffice.page.getByText('150 paid').waitFor();
  assert.equal(
    await backOffice.page
      .getByRole('main')
      .getByRole('button', { name: /Pause|Retry|Approve/ })
      .count(),
    0,
    'operators look on',
  );
  await lookAt(backOffice.page, 'payouts-operator-en');
  await backOffice.close();
  await harness.installation.cli(['doctor']);
});

test('P25 payouts by API: a batch above the limit of its key is approved in the portal, and two users raise the limit', async () => {
  const { visitor: owner, user } = await newDeveloper(harness, { width: 1_440 });
  const { page } = owner;
  await addApp(owner, user);
  const colleague = await colleagueOf(owner);
  await addFunds(owner);
  const accountId = await page.evaluate<number>(
    'fetch("/portal/api/me").then((a) => a.json()).then(({ membership }) => membership.accountId)',
  );
  const { apiKey } = await harness.installation.cli<{ apiKey: string }>([
    ...['key', 'create', String(accountId), '--name', 'Paie'],
  ]);
  const batch = (first: number) =>
    sendRequest(`${harness.installation.baseUrl}/api-services/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', secretkey: apiKey },
      body: JSON.stringify({
        id: `SALAIRES-${first}`,
        name: `Salaires ${first}`,
        lines: [first, first + 1].map((number) => ({
          phone: `7712${number}`,
          amount: 100_000,
          codeService: 'OPA_SN_API_CASH_IN',
          externalTransactionId: `SALAIRE-${number}`,
          name: 'Awa Diop',
        })),
      }),
    });

  await owner.open('/keys');
  await page.getByRole('cell', { name: 'Paie', exact: true }).click();
  await page.getByText('Limite de paiement', { exact: true }).waitFor();
  const change = async (limit: string): Promise<void> => {
    await page.getByRole('button', { name: 'Changer la limite de paiement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changer la limite de paiement' });
    await dialog.getByLabel('Limite de paiement').fill(limit);
    await dialog.getByLabel('Motif').fill('Salaires');
    await lookAt(page, 'key-payout-limit-fr');
    await dialog.getByRole('button', { name: 'Changer la limite de paiement' }).click();
  };
  await change('50 000');
  await untilTold(page, 'Limite de paiement changée.');
  await lookAt(page, 'key-panel-fr-limit');

  const { json } = await batch(10_001);
  assert.equal(json.data.state, 'awaiting_approval');
  const list = colleague.page;
  await colleague.open('/payouts');
  await list.getByText('API · key “Paie”').first().waitFor();
  await lookAt(list, 'payouts-phone-en-by-api');
  await owner.open('/payouts');
  await page.getByText('API · clé « Paie »').first().waitFor();
  await lookAt(page, 'payouts-fr-by-api');
  await owner.open(`/payouts/${json.data.payoutId}`);
  await page.getByText('API · clé « Paie »').waitFor();
  await lookAt(page, 'payout-fr-by-api');
  await colleague.open(`/payouts/${json.data.payoutId}`);
  await list.getByRole('button', { name: 'Approve and pay' }).waitFor();
  await lookAt(list, 'payout-phone-en-by-api');
  await list.getByRole('button', { name: 'Approve and pay' }).click();
  await stateIs(list, 'Completed');

  await owner.open('/keys');
  await page.getByRole('cell', { name: 'Paie', exact: true }).click();
  await change('400 000');
  await untilTold(page, 'La limite attend l’approbation d’un autre membre.');
  await owner.open('/payouts');
  await page.getByText('En attente de l’approbation d’un autre membre.').waitFor();
  await lookAt(page, 'payouts-fr-limit-own');
  await colleague.open('/payouts');
  await list.getByText('50,000 → 400,000').waitFor();
  await lookAt(list, 'payouts-phone-en-limit');
  await list.getByRole('button', { name: 'Approve limit' }).click();
  await untilTold(list, 'Payout limit changed.');
  assert.equal((await batch(20_001)).json.data.state, 'running');
});
