// Proves that a user can send SMS and follow them, from the application to the last recipient, and
// read the replies; and that the operator finds who got one.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lookAt } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import { chooseEnglish, newDeveloper, newOperator } from './people.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness.close());

/** An authenticator app, which money and keys need. */
async function addSecondFactor({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Configurer l’application' }).click();
  const secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  await page.getByLabel('Code à six chiffres affiché').fill(oneTimeCode(secret));
  await page.getByRole('button', { name: 'Vérifier et activer' }).click();
  await page.getByLabel(/en lieu sûr/).check();
  await page.getByRole('button', { name: 'Continuer' }).click();
}

test('P8 a developer makes an application, sees the price, sends, and follows each recipient', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;

  await visitor.open('/sms');
  await page.getByText('Aucun envoi').waitFor();
  await visitor.open('/sms/send');
  await page.getByText('Aucune application SMS').waitFor();
  await page.getByRole('link', { name: 'Voir les applications' }).click();
  await page.getByText('Ajoutez un second facteur').waitFor();
  await visitor.open('/security');
  await addSecondFactor(visitor);
  await visitor.open('/sms?tab=apps');
  await page.getByRole('button', { name: 'Créer une application' }).click();
  await page.getByLabel('Nom').fill('Boutique en ligne');
  await page.getByRole('dialog').getByRole('button', { name: 'Créer une application' }).click();
  await page.locator('.secret code').waitFor();
  assert.match(await page.locator('.secret code').innerText(), /^js_test_/);
  await page.getByRole('button', { name: 'Je l’ai enregistrée' }).click();
  await page.getByRole('button', { name: /^Ouvrir js_test_/ }).click();
  await page.getByLabel('Nombre maximum de SMS par texte').fill('3');
  await page.getByLabel('Heures calmes, de').fill('20:00');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.locator('.side-panel [aria-invalid]').first().waitFor();
  await page.getByLabel('Heures calmes, de').fill('');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Paramètres enregistrés.');
  await lookAt(page, 'sms-app-fr');

  await visitor.open('/sms/send');
  await page.getByRole('button', { name: 'Voir le prix' }).click();
  await page.locator('[aria-invalid]').first().waitFor();
  await page.getByLabel('Expéditeur').fill('JOKKO');
  await page.getByLabel('Texte').fill('Prêt pour la fête ? Écrivez-nous.');
  await page.getByText('1 SMS', { exact: false }).first().waitFor();
  await page.getByText('ê → e').waitFor();
  await page.getByLabel('Destinataires').fill('+221 77 000 00 01, pas un numéro');
  await page.getByRole('button', { name: 'Voir le prix' }).click();
  await page.getByText('des caractères ne sont pas des chiffres').waitFor();
  await lookAt(page, 'sms-send-refused-fr');
  await page.getByLabel('Destinataires').fill('+221 77 000 00 01');
  const csv = {
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('nom;mobile\nAwa;+221 77 000 00 02\nAli;+221760000003\n'),
  };
  await page.locator('input[type="file"]').setInputFiles(csv);
  await page.getByText('3 numéros').waitFor();
  await page.getByRole('button', { name: 'Voir le prix' }).click();
  await page.getByText('Prix de cet envoi').waitFor();
  await lookAt(page, 'sms-send-fr');
  await page.getByRole('button', { name: 'Envoyer maintenant' }).click();
  await page.waitForURL('**/sms/batches/*');
  await page.getByRole('rowheader', { name: '+221770000002' }).waitFor();
  await page.getByText('3 distribués').waitFor();
  await lookAt(page, 'sms-batch-fr');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV', exact: true }).click(),
  ]);
  const text = await (await file.createReadStream()).toArray();
  assert.equal(Buffer.concat(text).toString().trim().split('\r\n').length, 4);
  await page.getByRole('search').getByLabel('Statut').selectOption('REJECTED');
  await page.getByText('Aucun destinataire avec ce statut').waitFor();

  await visitor.open('/sms?tab=opt-outs');
  await page.getByRole('button', { name: 'Ajouter des numéros' }).click();
  await page.getByLabel('Destinataires').fill('+221770000002');
  await page.getByRole('dialog').getByRole('button', { name: 'Ajouter des numéros' }).click();
  await page.getByRole('rowheader', { name: '+221770000002' }).waitFor();
  await lookAt(page, 'sms-opt-outs-fr');
  await page.getByRole('button', { name: 'Retirer +221770000002' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await page.getByText('Aucune désinscription').waitFor();
  await visitor.open('/sms?tab=senders');
  await page.getByRole('rowheader', { name: 'Sénégal' }).first().waitFor();
  await lookAt(page, 'sms-senders-fr');
  await visitor.open('/sms?tab=inbound');
  await page.getByText('Aucun SMS reçu').waitFor();

  await chooseEnglish(visitor);
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.open('/sms');
  await page.getByText('3 delivered').waitFor();
  await lookAt(page, 'sms-en-phone');
  await page.getByRole('link', { name: /^Pret pour/ }).click();
  await page.getByRole('rowheader', { name: '+221770000002' }).waitFor();
  await lookAt(page, 'sms-batch-en-phone');
  await visitor.close();
  await findAsOperator();
});

test('P8 letters that force Unicode are named with what stands for them, and what the message costs then', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  const { cli } = harness.installation;
  const accountId = await page.evaluate<number>(
    'fetch("/portal/api/me").then((a) => a.json()).then((me) => me.membership.accountId)',
  );
  const { appId } = await cli<{ appId: string }>(['sms-app', 'create', String(accountId)]);
  await cli(['sms-app', 'set', appId, '--transliterate', 'off']);
  const text = `Chère cliente, votre fête est prête au cœur de Dakar. ${'À bientôt ! '.repeat(3)}😀`;
  await visitor.open('/sms/send');
  await page.getByLabel('Expéditeur').fill('JOKKO');
  await page.getByLabel('Texte').fill(text);
  await page.getByLabel('Destinataires').fill('+221 77 000 00 01');
  await page.getByText('ê → e, À → A, ô → o (change l’orthographe)').waitFor();
  await page.getByText('œ → oe (se lit pareil)').waitFor();
  await page.getByText('😀 (sans équivalent, à retirer)').waitFor();
  await page.getByText(/1 SMS au lieu de 2 · 10\sF\sCFA au lieu de 20\sF\sCFA/).waitFor();
  await lookAt(page, 'sms-unicode-fr');
  await chooseEnglish(visitor);
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.open('/sms/send');
  await page.getByText('ê → e, À → A, ô → o (changes the spelling)').waitFor();
  await page.getByText('In the GSM alphabet: 1 SMS instead of 2').waitFor();
  await lookAt(page, 'sms-unicode-en-phone');
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  await page.getByText('ê → e').waitFor({ state: 'detached' });
  const content = page.getByLabel('Text', { exact: true });
  assert.match(await content.inputValue(), /fete est prete au coeur .* 😀$/);
  await content.fill((await content.inputValue()).replace(' 😀', ''));
  await page.getByText(/^1 SMS · .*GSM/).waitFor();
  await visitor.close();
});

/** The operator sees who got one, on which connection, and never what it said. */
async function findAsOperator(): Promise<void> {
  const { visitor } = await newOperator(harness);
  const { page } = visitor;
  await visitor.open('/all-sms');
  const rows = page.getByRole('table', { name: 'SMS de tous les développeurs' }).getByRole('row');
  await rows.filter({ hasText: '+221770000002' }).waitFor();
  const filters = page.getByRole('search');
  await filters.getByLabel('Numéro', { exact: true }).fill('76 000 00 03');
  await rows.filter({ hasText: '+221770000002' }).waitFor({ state: 'detached' });
  const found = rows.filter({ hasText: '+221760000003' });
  await found.getByRole('link', { name: 'Boutique Teranga' }).waitFor();
  await filters.getByLabel('Statut').selectOption({ label: 'Distribué' });
  await found.waitFor();
  await lookAt(page, 'all-sms-fr');
  assert.equal(await page.getByText('Pret pour').count(), 0, 'what it says is not shown');
  await filters.getByLabel('Statut').selectOption({ label: 'Rejeté' });
  await page.getByText('Aucun SMS trouvé').waitFor();
  await visitor.close();
}
