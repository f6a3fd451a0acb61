// Does a developer find what they look up: outcomes of the sandbox, errors, and calls with their own key?

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { lookAt, takePicture } from './look.ts';
import { newDeveloper } from './people.ts';
import { openStage, type Stage } from './stage.ts';

const run = promisify(execFile);

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage?.close());

test('P13 the sandbox page: outcomes, and an error by number and by words', async () => {
  const { visitor } = await newDeveloper(stage);
  const { page } = visitor;
  await page.getByRole('link', { name: 'Bac à sable' }).click();
  await page.getByRole('table', { name: 'Chiffres et résultats' }).getByText('8003').first().waitFor();
  await takePicture(page, 'sandbox-fr');
  const search = page.getByLabel('Numéro, code ou texte');
  await search.fill('26');
  await page.getByText('1 ligne', { exact: true }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), '26');
  await page.getByRole('table', { name: 'Catalogue des erreurs' }).getByText('9026').waitFor();
  // With all 137 errors axe takes half a minute, and finds the same.
  await lookAt(page, 'sandbox-fr-found');
  await search.fill('aucun mot de ce genre');
  await page.getByText('Aucune erreur ne correspond').waitFor();
  await visitor.close();

  const phone = await newDeveloper(stage, { language: 'en', theme: 'dark', width: 390 });
  await phone.visitor.open('/sandbox?q=26');
  await phone.visitor.page.getByRole('table', { name: 'Error catalogue' }).waitFor();
  await lookAt(phone.visitor.page, 'sandbox-en-dark-phone');
  await phone.visitor.close();
});

test('P14 the reference: a call is copied with the own key in it, and works', async () => {
  const { visitor } = await newDeveloper(stage, { language: 'en' });
  const { page } = visitor;
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByLabel('Call', { exact: true }).selectOption('balance');
  await page.getByRole('heading', { name: 'GET /api-services/balance' }).waitFor();
  await lookAt(page, 'reference-en');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  const line = await page.evaluate<string>('navigator.clipboard.readText()');
  const { stdout } = await run('sh', ['-c', line]);
  assert.equal((JSON.parse(stdout) as { code: number }).code, 2000, stdout);
  await visitor.close();
});
