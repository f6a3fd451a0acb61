// Do two of the operator's people decide what no machine may? A late word of a provider is booked, a refund above the limit made; callbacks that cannot be
// delivered are given up; and the gateway's own health is told.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient, payOut, startReceiver, uniquePhone, until, type Receiver } from '../harness/index.ts';
import { openStoredRows } from '../harness/database.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

let stage: Stage;
let receiver: Receiver;
let first: Visitor;
let second: Visitor;
before(async () => {
  receiver = await startReceiver();
  stage = await openStage();
  ({ visitor: first } = await newOperator(stage));
  ({ visitor: second } = await newColleague(stage, { language: 'en', width: 390, theme: 'dark' }));
});
after(async () => {
  await first?.close();
  await second?.close();
  await stage?.close();
  await receiver.close();
});

/** A payment of the installation's first account that has succeeded. */
async function pay(amount: number, callbackUrl = receiver.url, members: Record<string, unknown> = {}): Promise<string> {
  const { baseUrl, apiKey } = stage.installation;
  const order = payOut({ callbackUrl, amount, ...members });
  const { json } = await createClient(baseUrl, apiKey).operation(order);
  assert.equal(json.code, 2000);
  if (callbackUrl === receiver.url && members['phone'] === undefined) await receiver.waitFor(String(order['externalTransactionId']));
  return String(json.data.transactionId);
}

/** What the writer stores when only people can decide: for the second opinion of a provider, or its silence, nobody can wait here. */
async function storeCase(id: string, kind: string, evidence: string): Promise<void> {
  const stored = openStoredRows(stage.installation);
  await stored.read(`insert into discrepancy (account_id, operation_id, kind, evidence) values (1, $1, $2, $3) returning id`, [
    id,
    kind,
    evidence,
  ]);
  await stored.close();
}

/** The second person approves what was asked for last. */
async function approveLast(): Promise<void> {
  const { page } = second;
  await second.open('/approvals');
  await page
    .getByRole('button', { name: /^Open Wish/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved and carried out.').first().waitFor();
}

test('P40 a provider that takes its word back: the case with its proofs, asked for by one, booked when another one approves', async () => {
  const { page } = first;
  await first.open('/cases');
  await page.getByText('Rien à trancher').waitFor();
  const id = await pay(12_500);
  // The simulator never takes its word back.
  await storeCase(id, 'late_failure', 'provider reports failure 44, state is SUCCESS');
  await first.open('/cases');
  await lookAt(page, 'cases-fr');
  await page.getByRole('button', { name: `Ouvrir cas de la transaction ${id}` }).click();
  await page.getByRole('heading', { name: 'Clore le cas' }).waitFor();
  await page.getByText('Callback livré').waitFor();
  await lookAt(page, 'case-fr');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.locator('[aria-invalid]').waitFor();
  await page.getByLabel('Explication').fill('Absent du relevé du fournisseur');
  await page.getByRole('button', { name: 'Demander l’approbation' }).click();
  await page.getByText('Une demande attend une autre personne').waitFor();
  await second.open('/cases');
  await lookAt(second.page, 'cases-en-dark-phone');
  await second.open(`/cases/1/${id}`);
  await second.page.getByText('A wish waits for another person').waitFor();
  await lookAt(second.page, 'case-en-dark-phone');
  await approveLast();
  await first.open(`/cases/1/${id}`);
  await page.getByText('Il n’y a rien à décider').waitFor();
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
  await page.getByText('Une demande attend une autre personne').waitFor();
  await approveLast();
  await first.open(`/cases/1/${id}`);
  await page.getByText('Il n’y a rien à décider').waitFor();
  await page.locator('.page-title').getByText('Réussie').waitFor();
  await page.getByText('GS-4711').first().waitFor();
});

test('P41 a refund above the limit by two people', async () => {
  const { page } = first;
  await first.open('/approvals');
  await page.getByLabel('Nouvelle limite').fill('1 000');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Limite enregistrée.').waitFor();
  const id = await pay(2_000);
  await first.open(`/transactions/1/${id}`);
  await page.getByRole('button', { name: 'Rembourser' }).click();
  await page.getByLabel('Motif').fill('Payé deux fois par le client');
  await lookAt(page, 'refund-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Rembourser' }).click();
  await page.getByText('une autre personne doit approuver').first().waitFor();
  await lookAt(page, 'refund-waiting-fr');
  await approveLast();
  await first.open(`/transactions/1/${id}`);
  await page.getByText('Remboursée').first().waitFor();
  await first.open('/approvals');
  await lookAt(page, 'approvals-limit-fr');
});

test('P42 a receiver that is away is seen, and what waits for it given up with a reason', async () => {
  const { page } = first;
  const closed = await startReceiver();
  await closed.close();
  const { host } = new URL(closed.url);
  await pay(700, closed.url);
  await until('the callback was tried', async () => {
    await first.open('/callback-lanes');
    return (await page.getByText(`http://${host}`).count()) > 0 && (await page.getByText('Connexion refusée').count()) > 0
      ? true
      : undefined;
  });
  await lookAt(page, 'callback-lanes-fr');
  await page.getByRole('button', { name: /^Ouvrir http:/ }).click();
  await page.getByRole('button', { name: 'Abandonner ce qui attend' }).click();
  await page.getByRole('textbox', { name: 'Raison' }).fill('Ce serveur n’existe plus');
  await lookAt(page, 'callback-give-up-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Abandonner ce qui attend' }).last().click();
  await page.getByText('1 callback abandonné.').waitFor();
  await page.getByRole('link', { name: 'Voir les livraisons' }).click();
  await page.locator('.table-open').first().click();
  await page.getByText('Ce serveur n’existe plus').waitFor();
  await lookAt(page, 'callback-deliveries-fr');
  await second.open('/callback-lanes');
  await lookAt(second.page, 'callback-lanes-en-dark-phone');
});

test('P43 nodes, tasks and the database, with what to do', async () => {
  const { page } = first;
  await until(
    'the node has written its tasks down',
    async () => {
      await first.open('/health');
      await page.getByRole('heading', { name: 'Nœuds' }).waitFor();
      return (await page.getByText('Callbacks à livrer').count()) > 0 ? true : undefined;
    },
    { timeoutMs: 30_000, everyMs: 1_000 },
  );
  await lookAt(page, 'health-fr');
  await second.open('/health');
  await second.page.getByRole('heading', { name: 'Nodes' }).waitFor();
  await lookAt(second.page, 'health-en-dark-phone');
});
