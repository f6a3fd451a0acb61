// Does a team come together? An owner invites, the link works, roles and countries are changed, and a member goes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { lookAt } from './look.ts';
import { newDeveloper, newPerson } from './people.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

test('P7 an owner invites somebody, changes their seat and removes them; who was invited comes in by the link', async () => {
  const { visitor: owner } = await newDeveloper(stage);
  const { page } = owner;
  const guest = newPerson('Moussa Sarr');

  await owner.open('/team');
  await page.getByRole('button', { name: 'Inviter' }).click();
  await page.getByLabel('Adresse e-mail').fill('pas une adresse');
  await page.getByRole('button', { name: 'Créer le lien' }).click();
  await page.locator('dialog [aria-invalid]').waitFor();
  await page.getByLabel('Adresse e-mail').fill(guest.email);
  await page.getByRole('dialog').getByLabel('Rôle').selectOption('developer');
  await page.getByLabel('Accès limité à certains pays').check();
  await page.getByLabel('Sénégal').check();
  await lookAt(page, 'team-invite-fr');
  await page.getByRole('button', { name: 'Créer le lien' }).click();
  const link = await page.locator('.secret code').innerText();
  await page.getByRole('button', { name: 'C’est transmis' }).click();
  await page.getByRole('heading', { name: 'Invitations en attente' }).waitFor();
  await lookAt(page, 'team-fr');

  const visitor = await stage.visit({ language: 'en', width: 390 });
  await visitor.open(new URL(link).pathname + new URL(link).hash);
  await visitor.page.getByLabel(/Your name/).fill(guest.name);
  await visitor.page.getByLabel(/Password/).fill(guest.password);
  await visitor.page.locator('form button[type="submit"]').click();
  await visitor.page.locator('.shell h1').waitFor();
  await visitor.open('/team');
  await visitor.page.getByText(guest.email).waitFor();
  assert.equal(await visitor.page.getByRole('button', { name: 'Invite' }).count(), 0, 'a developer invites nobody');
  await lookAt(visitor.page, 'team-en-phone');

  await page.reload();
  await page.getByRole('button', { name: `Modifier ${guest.name}` }).click();
  await page.getByRole('dialog').getByLabel('Rôle').selectOption('finance');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Accès modifié.').waitFor();
  await page.getByRole('cell', { name: 'Finances' }).waitFor();
  await page.getByRole('button', { name: `Retirer ${guest.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await page.getByText('n’a plus accès').first().waitFor();
  await visitor.page.reload();
  await visitor.page.getByRole('alert').first().or(visitor.page.locator('h1')).first().waitFor();
  assert.equal(await visitor.page.getByText(guest.email).count(), 0, 'who was removed sees the team no more');
  await visitor.close();
  await owner.close();
});
