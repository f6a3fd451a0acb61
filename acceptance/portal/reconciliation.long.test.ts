// Follows a provider's statement from a file to explained discrepancies. The simulator's own
// statement of what it executed differs where digits request it.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient, payOut, startReceiver, until } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newColleague, newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
let finance: Visitor;
/** The provider's own words about payments of ours. */
let statement: string;
before(async () => {
  harness = await openHarness();
  await chargeOnePercent();
  statement = await payAndAsk();
  ({ visitor: finance } = await newOperator(harness));
});
after(async () => {
  await finance?.close();
  await harness?.close();
});

const digits = ['0101', '0102', '8011', '8012', '8013', '8014', '8015', '8016', '8017'];

/** Payouts bring in something. */
async function chargeOnePercent(): Promise<void> {
  const { installation } = harness;
  const catalogue = await installation.cli<{ services: { code: string; price?: object }[] }>([
    'catalogue',
    'export',
  ]);
  catalogue.services.find(({ code }) => code === 'OPC_SN_API_CASH_IN')!.price = { percent: 1 };
  const file = join(installation.dataDir, 'priced.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await installation.cli(['catalogue', 'import', file]);
}

/** Makes payments and asks the provider what it has executed. */
async function payAndAsk(): Promise<string> {
  const { baseUrl, apiKey, simulatorUrl } = harness.installation;
  const client = createClient(baseUrl, apiKey);
  const receiver = await startReceiver();
  const orders = digits.map((last) =>
    payOut({ callbackUrl: receiver.url, amount: 1_500, phone: `77123${last}` }),
  );
  for (const order of orders) assert.equal((await client.operation(order)).json.code, 2000);
  await Promise.all(
    orders.map((order) => receiver.waitFor(String(order['externalTransactionId']))),
  );
  await receiver.close();
  // What was booked a moment ago is not called missing yet.
  await harness.installation.cli(['clock', 'advance', '60']);
  return (await fetch(`${simulatorUrl}/control/statement?account=JOKKO-OPC-SN`)).text();
}

test('P20 a statement is taken in, adds up, and each of its discrepancies is found', async () => {
  const { page } = finance;
  const file = { name: 'opc-sn.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) };
  // The list is of this provider alone: from others the gateway fetches statements by itself.
  await finance.open('/reconciliation?route=OPC_SN');
  await page.getByText('Aucun relevé').waitFor();
  await page.getByRole('link', { name: 'Ajouter un relevé' }).click();
  // The list has a field of this name, too.
  await page.getByLabel('Fichier du relevé').waitFor();
  await page.getByRole('combobox', { name: 'Fournisseur' }).selectOption('OPC_SN');
  await page.getByLabel('Fichier du relevé').setInputFiles(file);
  await page.getByRole('button', { name: 'Envoyer le fichier' }).click();
  await page.getByRole('combobox', { name: 'Notre référence' }).waitFor();
  assert.equal(
    await page.getByRole('combobox', { name: 'Notre référence' }).inputValue(),
    'external_reference',
    'the columns are recognised',
  );
  assert.equal(
    await page.getByRole('combobox', { name: 'Sens', exact: true }).inputValue(),
    'direction',
  );
  await page.getByLabel('Tolérance (minutes)').fill('0');
  await page.getByLabel('Envoyé : pourcentage').fill('1');
  await page.getByLabel('Envoyé : part fixe').focus();
  await page.getByRole('table', { name: 'Aperçu' }).getByText('Exécuté').first().waitFor();
  await lookAt(page, 'reconciliation-new-fr');
  await page.getByRole('button', { name: /^Rapprocher ce relevé/ }).click();
  await page.locator('.page-title .badge', { hasText: 'Terminé' }).waitFor();
  await page.getByText('Totaux concordants').waitFor();
  const sums = page.getByRole('table', { name: 'Par type d’écart' });
  const expected = {
    Concordant: 4,
    'Absent chez nous': 1,
    'Absent chez le fournisseur': 1,
    'Date différente': 1,
    Montant: 1,
    Frais: 1,
    Doublon: 1,
    Statut: 1,
  };
  for (const [name, lines] of Object.entries(expected)) {
    const row = sums.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) });
    assert.equal(
      (await row.locator('td').first().innerText()).match(/\d+/)?.[0],
      String(lines),
      name,
    );
  }
  await lookAt(page, 'reconciliation-file-fr');
});

/** The page of the statement that was taken in first. */
async function openStatement({ page, open }: Visitor): Promise<void> {
  await open('/reconciliation');
  await page.getByRole('button', { name: 'opc-sn.csv' }).click();
  await page.getByRole('heading', { level: 1, name: 'opc-sn.csv' }).waitFor();
}

test('P20 a discrepancy shows both sides; a note explains it; the command line knows the same', async () => {
  const { page } = finance;
  await openStatement(finance);
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('missing_there');
  await page
    .locator('tbody tr', { hasText: 'Absent chez le fournisseur' })
    .last()
    .getByRole('button')
    .click();
  await page.getByText('Absente du fichier du fournisseur.').first().waitFor();
  await page
    .getByRole('textbox', { name: 'Note' })
    .fill('Demandé au fournisseur : relevé incomplet.');
  await lookAt(page, 'reconciliation-gap-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Note enregistrée.');
  await page.locator('.reconciliation-notes').getByText('relevé incomplet').waitFor();
  const { files } = await harness.installation.cli<{
    files: { name: string; gaps: number; gapsOpen: number; state: string }[];
  }>(['reconciliation', 'list']);
  // Beside those that the node has fetched by itself meanwhile.
  const uploaded = files.filter(({ name }) => name === 'opc-sn.csv');
  assert.deepEqual(
    uploaded.map(({ gaps, gapsOpen, state }) => [gaps, gapsOpen, state]),
    [[7, 6, 'done']],
  );
  const doctor = await harness.installation.cli<{
    checks: { id: string; violations: number; notApplicable: string | null }[];
  }>(['doctor']);
  assert.deepEqual(
    doctor.checks
      .filter(({ id }) => id === 'I-08')
      .map(({ violations, notApplicable }) => [violations, notApplicable]),
    [[0, null]],
  );
});

test('P20 the command line takes statements in, by the kept mapping, and the same one not twice', async () => {
  const { installation } = harness;
  const path = join(installation.dataDir, 'next-day.csv');
  writeFileSync(path, statement.replaceAll('GS0', 'GT0'));
  const imported = await installation.cli<{
    id: number;
    discrepancies: number;
    addsUp: boolean;
    sums: { class: string; lines: number }[];
  }>([...['reconciliation', 'import', path, '--provider', 'OPC_SN']]);
  assert.equal(imported.addsUp, true);
  assert.equal(
    imported.sums.find((sum) => sum.class === 'matched'),
    undefined,
    'the first file has named them all',
  );
  const again = await installation.runCli([
    'reconciliation',
    'import',
    path,
    '--provider',
    'OPC_SN',
  ]);
  assert.deepEqual(
    [again.code, again.stderr.includes(`as number ${imported.id}`)],
    [1, true],
    again.stderr,
  );
  const unmapped = await installation.runCli([
    'reconciliation',
    'import',
    path,
    '--provider',
    'OPD_SN',
  ]);
  assert.deepEqual([unmapped.code, unmapped.stderr.includes('OPC_SN')], [1, true], unmapped.stderr);
});

const actionsMax = 8;

test('P20 eight discrepancies and more are closed with one reason in at most eight actions', async () => {
  const { page } = finance;
  await finance.open('/');
  let actions = 0;
  const act = (done: Promise<unknown>): Promise<unknown> => {
    actions += 1;
    return done;
  };
  await act(page.locator('summary:visible', { hasText: 'Argent' }).click());
  await act(page.getByRole('link', { name: 'Rapprochement' }).first().click());
  await act(page.getByRole('button', { name: 'next-day.csv' }).click());
  await act(page.getByRole('checkbox', { name: 'Tout sélectionner' }).check());
  await lookAt(page, 'reconciliation-select-fr');
  const close = page.getByRole('button', { name: /^Clôturer \d+ écarts$/ });
  assert.ok(Number(/\d+/.exec(await close.innerText())![0]) >= 8, await close.innerText());
  await act(close.click());
  const dialog = page.getByRole('dialog');
  await act(
    dialog.getByRole('textbox', { name: 'Note' }).fill('Deuxième relevé, envoyé par erreur.'),
  );
  await lookAt(page, 'reconciliation-close-fr');
  await act(dialog.getByRole('button', { name: /^Clôturer/ }).click());
  await untilTold(page, 'Écarts clôturés.');
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).waitFor({ state: 'detached' });
  assert.ok(actions <= actionsMax, String(actions));
  const { files } = await harness.installation.cli<{ files: { name: string; gapsOpen: number }[] }>(
    ['reconciliation', 'list'],
  );
  assert.equal(files.find(({ name }) => name === 'next-day.csv')?.gapsOpen, 0);
});

test('P20 a fee that differs becomes a rule, which explains it; a correction is filled in', async () => {
  const { page } = finance;
  await openStatement(finance);
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('amount');
  await page.locator('tbody tr', { hasText: 'Montant' }).last().getByRole('button').click();
  await page.getByRole('button', { name: 'Ajuster le solde (deux personnes)' }).click();
  const dialog = page.locator('dialog.dialog');
  const amount = dialog.getByRole('textbox', { name: 'Montant' });
  await amount.waitFor();
  assert.match(await amount.inputValue(), /^-?\d+$/);
  assert.match(
    await dialog.getByRole('textbox', { name: 'Motif' }).inputValue(),
    /^Écart \d+, relevé \d+/,
  );
  await lookAt(page, 'reconciliation-adjust-fr');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.side-panel').count(), 1, 'what the dialog was about stays');
  await page.getByRole('combobox', { name: 'Type', exact: true }).selectOption('fee');
  await page.locator('tbody tr', { hasText: 'Frais' }).last().getByRole('button').click();
  await page.getByRole('link', { name: 'En faire une règle' }).click();
  // The panel that is being left has a field and a button of these names, too.
  await page.getByRole('heading', { level: 1, name: 'Règles de frais' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Contrat 2026');
  await lookAt(page, 'reconciliation-new-rule-fr');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Règle ajoutée.');
  const rule = page
    .getByRole('table', { name: 'Règles de frais' })
    .getByRole('row', { name: /Contrat 2026/ });
  await rule.waitFor();
  await lookAt(page, 'reconciliation-rules-fr');
  await until('the rule has explained it', async () => {
    await page.reload();
    return Number(await rule.locator('td[data-label="Écarts expliqués"]').innerText()) > 0;
  });
});

test('the operator sees what was earned, by service and by route', async () => {
  const { page } = finance;
  await finance.open('/');
  await page.locator('summary:visible', { hasText: 'Argent' }).click();
  await page.getByRole('link', { name: 'Revenus' }).first().click();
  // The sums of the period stand above, under headings of the same names.
  const earned = page.getByRole('region', { name: 'Revenus' });
  await earned.getByRole('columnheader', { name: 'Marge', exact: true }).waitFor();
  await page.getByRole('rowheader', { name: 'OPC_SN_API_CASH_IN' }).waitFor();
  await lookAt(page, 'revenue-fr');
  await page.getByRole('combobox', { name: 'Par' }).selectOption('route');
  await page.getByRole('rowheader', { name: 'OPC_SN', exact: true }).waitFor();
});

/** As the page does it. */
async function addRule(
  { page }: Visitor,
  { route, note }: { route: string; note: string },
): Promise<void> {
  const body = { route, direction: 'out', percent: '2', fixed: '0', note };
  const answer = await page.evaluate<number>(
    `fetch('/portal/api/operator/reconciliation-rules', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      referrerPolicy: 'same-origin',
      body: ${JSON.stringify(JSON.stringify(body))},
    }).then(({ status }) => status)`,
  );
  assert.equal(answer, 200);
}

test('P20 the same on a phone, in English, in the dark', async () => {
  const { visitor } = await newColleague(harness, { language: 'en', width: 390, theme: 'dark' });
  await addRule(visitor, { route: 'OPD_SN', note: 'Contract 2027' });
  await visitor.open('/reconciliation');
  await visitor.page.getByText('opc-sn.csv').first().waitFor();
  await lookAt(visitor.page, 'reconciliation-en-phone');
  await visitor.page.getByRole('button', { name: 'opc-sn.csv' }).click();
  await visitor.page.getByText('Totals agree').waitFor();
  await lookAt(visitor.page, 'reconciliation-file-en-phone');
  await visitor.open('/reconciliation/rules');
  await visitor.page.getByText('Contract 2027').waitFor();
  await lookAt(visitor.page, 'reconciliation-rules-en-phone');
  await visitor.open('/revenue');
  await visitor.page.getByText('OPC_SN_API_CASH_IN').first().waitFor();
  await lookAt(visitor.page, 'revenue-en-phone');
  await visitor.open('/reconciliation/new');
  await visitor.page.getByRole('combobox', { name: 'Provider' }).selectOption('OPC_SN');
  await visitor.page.getByRole('button', { name: 'Upload file' }).click();
  await visitor.page.getByText('Choose a file.').waitFor();
  await lookAt(visitor.page, 'reconciliation-new-en-phone');
  await visitor.close();
});

/** Uploads a file for a provider, up to the choice of its columns. */
async function sendFile(route: string, text: string): Promise<void> {
  const { page } = finance;
  await finance.open('/reconciliation/new');
  await page.getByRole('combobox', { name: 'Fournisseur' }).selectOption(route);
  const file = { name: 'jour.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Fichier du relevé').setInputFiles(file);
  await page.getByRole('button', { name: 'Envoyer le fichier' }).click();
  await page.getByRole('combobox', { name: 'Notre référence' }).waitFor();
}

/** The page as a wide screen and a phone show it. */
async function lookOnBoth(name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await finance.page.setViewportSize({ width, height: 900 });
    await lookAt(finance.page, `${name}-${width}-fr`);
  }
  await finance.page.setViewportSize({ width: 1280, height: 900 });
}

test("F11 another provider's file is named before it is taken in", async () => {
  const { page } = finance;
  await sendFile('OPA_SN', statement);
  await page.getByText(/références connues sont des paiements de OPC_SN/).waitFor();
  const begin = page.getByRole('button', { name: /^Rapprocher ce relevé/ });
  assert.ok(await begin.isDisabled());
  await lookOnBoth('reconciliation-other-provider');
  await page.getByRole('button', { name: 'Même compte que OPC_SN chez le fournisseur' }).click();
  await page.getByText(/références connues sont des paiements/).waitFor({ state: 'detached' });
  assert.ok(await begin.isEnabled());
});

test('F11 balances of a file fill in the form, and a total that does not fit is one difference', async () => {
  const { page } = finance;
  await sendFile(
    'OPA_SN',
    [
      'Solde initial : 100 000 F CFA;;;;;',
      'Date;N° transaction;Libellé;Débit;Crédit;Frais',
      '20/11/2026 10:15;TX-1;Paiement;;6 000,00;60,00',
      '20/11/2026 10:16;TX-2;Retrait;1 250,50;;12,00',
      'TOTAL;;;1 250,50;7 000,00;72,00',
      'Solde final;;;;105 000,00;',
    ].join('\r\n'),
  );
  await page.getByText(/les lignes font 104.677,5.F.CFA.; le fichier indique/).waitFor();
  assert.equal(await page.getByLabel('Solde initial').inputValue(), '100000');
  assert.equal(await page.getByLabel('Solde final').inputValue(), '105000');
  await lookOnBoth('reconciliation-balances');
  await page.getByRole('button', { name: /^Rapprocher ce relevé/ }).click();
  await page.locator('.page-title .badge', { hasText: 'Terminé' }).waitFor();
  await page.getByText('Le solde final ne correspond pas').waitFor();
  await page
    .getByRole('button', { name: 'Illisible' })
    .or(page.getByText('Illisible'))
    .first()
    .waitFor();
  await lookOnBoth('reconciliation-total');
});
