// Does a provider's statement go from a file to explained gaps? The simulator's own statement of what it executed, which differs where digits ask for it.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient, payOut, startReceiver } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { leaveCodes, newOperator, newPerson, setUpApp } from './people.ts';
import { openStage, type Stage, type Visitor } from './stage.ts';

let stage: Stage;
let finance: Visitor;
before(async () => {
  stage = await openStage();
  ({ visitor: finance } = await newOperator(stage));
});
after(async () => {
  await finance?.close();
  await stage?.close();
});

const digits = ['0101', '0102', '8011', '8012', '8013', '8014', '8015', '8016', '8017'];

/** The provider's own words about payments of ours. */
async function statement(): Promise<string> {
  const { baseUrl, apiKey, simulatorUrl } = stage.installation;
  const client = createClient(baseUrl, apiKey);
  const receiver = await startReceiver();
  const orders = digits.map((last) => payOut({ callbackUrl: receiver.url, amount: 1_500, phone: `77123${last}` }));
  for (const order of orders) assert.equal((await client.operation(order)).json.code, 2000);
  await Promise.all(orders.map((order) => receiver.waitFor(String(order['externalTransactionId']))));
  await receiver.close();
  // What was booked a moment ago is not called missing yet.
  await stage.installation.cli(['clock', 'advance', '60']);
  return (await fetch(`${simulatorUrl}/control/statement?account=JOKKO-OPC-SN`)).text();
}

test('P20 a statement is taken in, adds up, and each of its gaps is found', async () => {
  const { page } = finance;
  const file = { name: 'opc-sn.csv', mimeType: 'text/csv', buffer: Buffer.from(await statement()) };
  await finance.open('/reconciliation');
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
  assert.equal(await page.getByRole('combobox', { name: 'Sens', exact: true }).inputValue(), 'direction');
  await page.getByLabel('Minutes de grâce').fill('0');
  await page.getByLabel('Envoyé : pour cent').fill('1');
  await page.getByLabel('Envoyé : fixe').focus();
  await page.getByRole('table', { name: 'Aperçu' }).getByText('Exécuté').first().waitFor();
  await lookAt(page, 'reconciliation-new-fr');
  await page.getByRole('button', { name: /^Rapprocher ce relevé/ }).click();
  await page.locator('.page-title .badge', { hasText: 'Terminé' }).waitFor();
  await page.getByText('Le compte y est').waitFor();
  const sums = page.getByRole('table', { name: 'Par classe' });
  const expected = {
    Concordant: 4,
    'Absent chez nous': 1,
    'Absent chez eux': 1,
    'Autre jour': 1,
    Montant: 1,
    Frais: 1,
    Doublon: 1,
    État: 1,
  };
  for (const [name, lines] of Object.entries(expected)) {
    const row = sums.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) });
    assert.equal((await row.locator('td').first().innerText()).match(/\d+/)?.[0], String(lines), name);
  }
  await lookAt(page, 'reconciliation-file-fr');
});

test('P20 a gap shows both sides; a note explains it; the command line knows the same', async () => {
  const { page } = finance;
  await page.getByRole('combobox', { name: 'Classe' }).selectOption('missing_there');
  await page.locator('tbody tr', { hasText: 'Absent chez eux' }).last().getByRole('button').click();
  await page.getByText('Leur fichier ne le nomme pas.').first().waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('Demandé au fournisseur : relevé incomplet.');
  await lookAt(page, 'reconciliation-gap-fr');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Note enregistrée.').first().waitFor();
  await page.locator('.reconciliation-notes').getByText('relevé incomplet').waitFor();
  const { files } = await stage.installation.cli<{ files: { gaps: number; gapsOpen: number; state: string }[] }>([
    'reconciliation',
    'list',
  ]);
  assert.deepEqual(
    files.map(({ gaps, gapsOpen, state }) => [gaps, gapsOpen, state]),
    [[7, 6, 'done']],
  );
  const doctor = await stage.installation.cli<{ checks: { id: string; violations: number; notApplicable: string | null }[] }>(['doctor']);
  assert.deepEqual(
    doctor.checks.filter(({ id }) => id === 'I-08').map(({ violations, notApplicable }) => [violations, notApplicable]),
    [[0, null]],
  );
});

test('P20 the command line takes statements in, by the kept mapping, and the same one not twice', async () => {
  const { installation } = stage;
  const path = join(installation.dataDir, 'next-day.csv');
  writeFileSync(
    path,
    (await (await fetch(`${installation.simulatorUrl}/control/statement?account=JOKKO-OPC-SN`)).text()).replaceAll('GS0', 'GT0'),
  );
  const imported = await installation.cli<{ id: number; gaps: number; addsUp: boolean; sums: { class: string; lines: number }[] }>([
    ...['reconciliation', 'import', path, '--provider', 'OPC_SN'],
  ]);
  assert.equal(imported.addsUp, true);
  assert.equal(
    imported.sums.find((sum) => sum.class === 'matched'),
    undefined,
    'the first file has named them all',
  );
  const again = await installation.runCli(['reconciliation', 'import', path, '--provider', 'OPC_SN']);
  assert.deepEqual([again.code, again.stderr.includes(`as number ${imported.id}`)], [1, true], again.stderr);
  const unmapped = await installation.runCli(['reconciliation', 'import', path, '--provider', 'OPD_SN']);
  assert.deepEqual([unmapped.code, unmapped.stderr.includes('external_reference')], [1, true], 'a guess is told, and not used');
});

test('P20 the same on a phone, in English, in the dark', async () => {
  const visitor = await stage.visit({ language: 'en', width: 390, theme: 'dark' });
  const colleague = newPerson('Fatou Sow');
  const invited = await stage.installation.cli<{ link: string }>(['operator', 'invite', colleague.email, '--role', 'finance']);
  const { pathname, hash } = new URL(invited.link);
  await visitor.open(pathname + hash);
  await visitor.page.getByLabel(/Your name/).fill(colleague.name);
  await visitor.page.getByLabel(/Password/).fill(colleague.password);
  await visitor.page.locator('form button[type="submit"]').click();
  await visitor.page.waitForURL('**/second-factor*');
  await setUpApp(visitor, colleague);
  await leaveCodes(visitor);
  await visitor.open('/reconciliation');
  await visitor.page.getByText('opc-sn.csv').first().waitFor();
  await lookAt(visitor.page, 'reconciliation-en-phone');
  await visitor.page.getByRole('button', { name: 'opc-sn.csv' }).click();
  await visitor.page.getByText('It adds up').waitFor();
  await lookAt(visitor.page, 'reconciliation-file-en-phone');
  await visitor.open('/reconciliation/new');
  await visitor.page.getByRole('combobox', { name: 'Provider' }).selectOption('OPC_SN');
  await visitor.page.getByRole('button', { name: 'Send the file' }).click();
  await visitor.page.getByText('Choose a file.').waitFor();
  await lookAt(visitor.page, 'reconciliation-new-en-phone');
  await visitor.close();
});
