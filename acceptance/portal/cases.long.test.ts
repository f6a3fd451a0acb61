// Checks the cases that need two operator users: booking a provider's late result and making a
// refund above the limit. Also checks giving up undeliverable callbacks and the health page of the
// gateway.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createClient,
  payOut,
  refusingUrl,
  startReceiver,
  uniquePhone,
  until,
  untilAdmitted,
  type Receiver,
} from '../harness/index.ts';
import { openStoredRows } from '../harness/database.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let receiver: Receiver;
let first: Visitor;
let second: Visitor;
before(async () => {
  receiver = await startReceiver();
  harness = await openHarness();
  ({ visitor: first } = await newOperator(harness));
  ({ visitor: second } = await newColleague(harness, {
    language: 'en',
    width: 390,
    theme: 'dark',
  }));
});
after(async () => {
  await first?.close();
  await second?.close();
  await harness?.close();
  await receiver.close();
});

/** A payment of the installation's first account that has succeeded. */
async function pay(
  amount: number,
  callbackUrl = receiver.url,
  members: Record<string, unknown> = {},
): Promise<string> {
  const { baseUrl, apiKey } = harness.installation;
  const order = payOut({ callbackUrl, amount, ...members });
  const { json } = await untilAdmitted(createClient(baseUrl, apiKey), order);
  assert.equal(json.code, 2000);
  return String(json.data.transactionId);
}

/** The page of a transaction is read once: it is opened when what it must show has been stored. */
async function untilStored(id: string, what: string, isThere: (read: Stored) => boolean) {
  const read = `fetch('/portal/api/operator/transactions/1/${id}').then((answer) => answer.json())`;
  // Each look of an operator is written down.
  await until(`${what} of ${id}`, async () => isThere(await first.page.evaluate<Stored>(read)), {
    everyMs: 500,
  });
}

interface Stored {
  status: string;
  callbacks: { state: string }[];
}

const untilDelivered = (id: string): Promise<void> =>
  untilStored(id, 'the delivered callback', ({ callbacks }) =>
    callbacks.some(({ state }) => state === 'delivered'),
  );

/**
 * What the writer stores when only people can decide: for the second opinion of a provider, or its
 * silence, nobody can wait here.
 */
async function storeCase(id: string, kind: string, evidence: string): Promise<void> {
  const stored = openStoredRows(harness.installation);
  await stored.read(
    `insert into operation_case (account_id, operation_id, kind, evidence) values (1, $1, $2, $3)
      returning id`,
    [id, kind, evidence],
  );
  await stored.close();
}

/** The second user approves what was asked for last. */
async function approveLast(): Promise<void> {
  const { page } = second;
  await second.open('/approvals');
  await page
    .getByRole('button', { name: /^Open Request/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await untilTold(page, 'Approved and executed.');
}

test('P40 a provider that takes its word back: the case with its proofs, asked for by one, booked when another one approves', async () => {
  const { page } = first;
  await first.open('/cases');
  await page.getByText('Aucun dossier à trancher').waitFor();
  const id = await pay(12_500);
  await untilDelivered(id);
  // The simulator never takes its word back.
  await storeCase(id, 'late_failure', 'provider reports failure 44, state is SUCCESS');
  await first.open('/cases');
  await lookAt(page, 'cases-fr');
  await page.getByRole('button', { name: `Ouvrir dossier de la transaction ${id}` }).click();
  await page.getByRole('heading', { name: 'Clore le dossier' }).waitFor();
  await page.getByText('Callback livré').waitFor();
  await lookAt(page, 'case-fr');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.locator('[aria-invalid]').waitFor();
  await page.getByLabel('Explication').fill('Absent du relevé du fournisseur');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByText('Une demande attend l’approbation d’une autre personne').waitFor();
  await second.open('/cases');
  await lookAt(second.page, 'cases-en-dark-phone');
  await second.open(`/cases/1/${id}`);
  await second.page.getByText('A request is waiting for approval').waitFor();
  await lookAt(second.page, 'case-en-dark-phone');
  await approveLast();
  await first.open(`/cases/1/${id}`);
  await page.getByText('Aucune décision à prendre').waitFor();
  await page.getByText('Comptabilisé', { exact: true }).first().waitFor();
});

test('P44 an outcome that the provider has forgotten is decided by two, with its reference as the proof', async () => {
  const { page } = first;
  const id = await pay(3_300, receiver.url, { phone: uniquePhone('8007') });
  await storeCase(id, 'unknown_outcome', 'no word from the provider after 12 look-ups');
  await first.open(`/cases/1/${id}`);
  await page.getByRole('heading', { name: 'Décider du résultat' }).waitFor();
  await page.getByLabel('Non exécutée').check();
  await lookAt(page, 'case-resolve-fr');
  await page.getByLabel('Exécutée', { exact: true }).check();
  await page.getByLabel('Explication').fill('Trouvée dans leur portail');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.locator('[aria-invalid]').waitFor();
  await page.getByLabel('Référence du fournisseur').fill('GS-4711');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByText('Une demande attend l’approbation d’une autre personne').waitFor();
  await approveLast();
  await first.open(`/cases/1/${id}`);
  await page.getByText('Aucune décision à prendre').waitFor();
  await page.locator('.page-title').getByText('Réussie').waitFor();
  await page.getByText('GS-4711').first().waitFor();
});

test('P41 a refund above the limit by two people', async () => {
  const { page } = first;
  await first.open('/approvals/settings');
  await page.getByLabel('Nouvelle limite').fill('1 000');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Limite enregistrée.');
  const id = await pay(2_000);
  await untilDelivered(id);
  await first.open(`/transactions/1/${id}`);
  await page.getByRole('button', { name: 'Rembourser' }).click();
  await page.getByLabel('Motif').fill('Payé deux fois par le client');
  await lookAt(page, 'refund-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Rembourser' }).click();
  await untilTold(page, 'limite : un autre membre doit approuver');
  await lookAt(page, 'refund-waiting-fr');
  await approveLast();
  await untilStored(id, 'the refund', ({ status }) => status === 'refunded');
  await first.open(`/transactions/1/${id}`);
  await page.getByText('Remboursée').first().waitFor();
  await first.open('/approvals/settings');
  await lookAt(page, 'approvals-limit-fr');
});

test('P42 a receiver that is away is seen, and what waits for it given up with a reason', async () => {
  const { page } = first;
  const away = refusingUrl();
  const { host } = new URL(away);
  await pay(700, away);
  // The page is read once: it is opened when there is something to be seen.
  await until('the callback was tried', async () => {
    const read = `fetch('/portal/api/operator/destination-queues').then((answer) => answer.text())`;
    const text = await page.evaluate<string>(read);
    return text.includes(`http://${host}`) && text.includes('connection_refused');
  });
  await first.open('/destination-queues');
  await page.getByText(`http://${host}`).first().waitFor();
  await page.getByText('Connexion refusée').first().waitFor();
  await lookAt(page, 'callback-lanes-fr');
  await page.getByRole('button', { name: /^Ouvrir http:/ }).click();
  await page.getByRole('button', { name: 'Abandonner les callbacks en attente' }).click();
  await page.getByRole('textbox', { name: 'Motif' }).fill('Ce serveur n’existe plus');
  await lookAt(page, 'callback-give-up-fr');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Abandonner les callbacks en attente' })
    .last()
    .click();
  await untilTold(page, '1 callback abandonné.');
  await page.getByRole('link', { name: 'Voir les livraisons' }).click();
  await page.getByRole('heading', { level: 1, name: 'Callbacks du compte 1' }).waitFor();
  await page.locator('.table-open').first().click();
  await page.getByText('Ce serveur n’existe plus').waitFor();
  await lookAt(page, 'callback-deliveries-fr');
  await second.open('/destination-queues');
  await lookAt(second.page, 'callback-lanes-en-dark-phone');
});

test('P43 nodes, tasks and the database, with what to do', async () => {
  const { page } = first;
  await first.open('/health');
  await page.getByRole('heading', { name: 'Nœuds' }).waitFor();
  await page.getByLabel('Uniquement les tâches en difficulté').uncheck();
  // The node writes its tasks down now and then, and the page reads them again.
  await page.getByText('Callbacks à livrer').first().waitFor();
  await lookAt(page, 'health-fr');
  await second.open('/health');
  await second.page.getByRole('heading', { name: 'Nodes' }).waitFor();
  await lookAt(second.page, 'health-en-dark-phone');
});
