// Proves that a developer finds the reference information: sandbox outcomes, errors, and everything
// of the account by the search.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startReceiver } from '../harness/index.ts';
import { lookAt, takePicture } from './look.ts';
import { pay } from './pay.ts';
import { newDeveloper } from './people.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness?.close());

test('P13 the sandbox page: outcomes, and an error by number and by words', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Bac à sable' }).click();
  await page
    .getByRole('table', { name: 'Chiffres et résultats' })
    .getByText('8003')
    .first()
    .waitFor();
  await takePicture(page, 'sandbox-fr');
  const search = page.getByLabel('Numéro, code ou message');
  await search.fill('26');
  await page.getByText('1 ligne', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), '26');
  await page.getByRole('table', { name: 'Catalogue d’erreurs' }).getByText('9026').waitFor();
  // With all 137 errors axe takes half a minute, and finds the same.
  await lookAt(page, 'sandbox-fr-found');
  await search.fill('aucun mot de ce genre');
  await page.getByText('Aucune erreur ne correspond').waitFor();
  await visitor.close();

  const phone = await newDeveloper(harness, { language: 'en', theme: 'dark', width: 390 });
  await phone.visitor.open('/sandbox?q=26');
  await phone.visitor.page.getByRole('table', { name: 'Error catalogue' }).waitFor();
  await lookAt(phone.visitor.page, 'sandbox-en-dark-phone');
  await phone.visitor.close();
});

test('P13 a developer finds a transaction, a service and a page from anywhere by the keyboard', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en' });
  const { page } = visitor;
  const receiver = await startReceiver();
  const [externalId] = await pay(harness, visitor, receiver, [500]);
  await receiver.close();
  await visitor.open('/team');
  const field = page.getByRole('searchbox', { name: 'Search everywhere' });
  const search = async (text: string, key: string): Promise<void> => {
    await page.keyboard.press(key);
    await field.fill(text);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === text);
  };
  await search(externalId!, '/');
  const found = page.getByRole('table', { name: 'Transactions' }).getByRole('link').first();
  const id = await found.innerText();
  await found.click();
  await page.waitForURL(`**/transactions/${id}`);
  await search('OPA_SN_API', 'Control+K');
  await page.getByText('OPA_SN_API_CASH_IN').waitFor();
  await lookAt(page, 'find-en');
  await search('reclamation', 'Control+K');
  await page.getByText('No results').waitFor();
  await search('claim', 'Control+K');
  await page.getByRole('main').getByRole('link', { name: 'Claims', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Claims' }).waitFor();
  await visitor.close();
});
