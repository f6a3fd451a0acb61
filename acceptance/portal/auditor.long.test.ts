// Checks what an auditor finds in the portal: pages that prove what was done, and no button that
// changes anything.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newColleague } from './people.ts';

let harness: Harness;
let auditor: Visitor;
before(async () => {
  harness = await openHarness();
  ({ visitor: auditor } = await newColleague(harness, {}, 'auditor'));
});
after(async () => {
  await auditor?.close();
  await harness.close();
});

test('P23 an auditor reads the audit log, transactions and reconciliation, and is offered nothing to change', async () => {
  const { page } = auditor;
  await auditor.open('/');
  await page.getByText('Auditeur').first().waitFor();
  await lookAt(page, 'auditor-home-fr');
  const menu = page.getByRole('navigation', { name: 'Navigation' }).first();
  const offered = await menu.getByRole('link').allInnerTexts();
  assert.deepEqual(offered, [
    'Jokko',
    'Accueil',
    'Transactions',
    'Float',
    'Reversements',
    'Rapprochement',
    'Preuves du matin',
    'Journal d’audit',
  ]);
  await menu.getByRole('link', { name: 'Rapprochement' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rapprochement' }).waitFor();
  await lookAt(page, 'auditor-reconciliation-fr');
  await menu.getByRole('link', { name: 'Journal d’audit' }).click();
  await page.getByRole('button', { name: 'Vérifier la chaîne' }).click();
  await page.getByText(/La chaîne est intacte/).waitFor();
  await lookAt(page, 'auditor-audit-fr');
});
