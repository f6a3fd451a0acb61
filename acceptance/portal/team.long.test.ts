// Checks team management: an owner invites, the link works, roles and countries are changed, and a
// member leaves. Owners attest to a newcomer, and see what happened to their account.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { advanceClock } from '../harness/index.ts';
import { lookAt } from './look.ts';
import { newDeveloper, newUser } from './people.ts';
import { openHarness, type Harness, type Visitor, type VisitorOptions } from './harness.ts';
import { enter, sessionCookie, type Caller } from './visual/caller.ts';
import { untilTold } from './told.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness({ JOKKO_NEW_MEMBER_HOURS: '24' });
});
after(() => harness.close());

test('P7 an owner invites somebody, changes their seat and removes them; who was invited comes in by the link', async () => {
  const { visitor: owner } = await newDeveloper(harness);
  const { page } = owner;
  const guest = newUser('Moussa Sarr');

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
  await page.getByRole('button', { name: 'Terminé' }).click();
  await page.getByRole('heading', { name: 'Invitations en attente' }).waitFor();
  await lookAt(page, 'team-fr');

  const visitor = await harness.visit({ language: 'en', width: 390 });
  await visitor.open(new URL(link).pathname + new URL(link).hash);
  await visitor.page.getByText('If you already have access with this address').waitFor();
  await lookAt(visitor.page, 'invitation-en-phone');
  await visitor.page.getByLabel(/Your name/).fill(guest.name);
  await visitor.page.getByLabel(/Password/).fill(guest.password);
  await visitor.page.locator('form button[type="submit"]').click();
  await visitor.page.locator('.shell h1').waitFor();
  await visitor.open('/team');
  await visitor.page.getByText(guest.email).waitFor();
  assert.equal(
    await visitor.page.getByRole('button', { name: 'Invite' }).count(),
    0,
    'a developer invites nobody',
  );
  await lookAt(visitor.page, 'team-en-phone');

  await page.reload();
  await page.getByRole('button', { name: `Modifier ${guest.name}` }).click();
  await page.getByRole('dialog').getByLabel('Rôle').selectOption('finance');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Accès modifié.');
  await page.getByRole('cell', { name: 'Finances' }).waitFor();
  await page.getByRole('button', { name: `Retirer ${guest.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer', exact: true }).click();
  await untilTold(page, 'Membre retiré.');
  await visitor.page.reload();
  await visitor.page.getByRole('alert').first().or(visitor.page.locator('h1')).first().waitFor();
  assert.equal(
    await visitor.page.getByText(guest.email).count(),
    0,
    'who was removed sees the team no more',
  );
  await visitor.close();
  await owner.close();
});

/** A browser in which `caller` is in already. */
async function browserOf(caller: Caller, options: VisitorOptions = {}): Promise<Visitor> {
  const visitor = await harness.visit(options);
  const url = harness.installation.baseUrl;
  await visitor.page.context().addCookies([{ name: sessionCookie, value: caller.session(), url }]);
  return visitor;
}

/** Somebody who follows an invitation of `by`, with a second factor. */
async function invited(by: Caller, name: string, role: string): Promise<Caller> {
  const { email } = newUser(name);
  const { link } = await by.post<{ link: string }>('team/invite', { email, role, countries: null });
  const caller = await enter(
    harness.installation,
    { email, name },
    { invitation: new URL(link).hash.slice(1) },
  );
  await caller.addApp();
  return caller;
}

const dayAndHourSeconds = 25 * 3_600;

/** An account with two owners who count, and a newcomer whom the first has invited. */
async function withNewcomer(): Promise<Caller> {
  const { installation } = harness;
  const { email } = newUser();
  const company = { register: { company: 'Boutique Teranga' } };
  const owner = await enter(installation, { email, name: 'Awa Ndiaye' }, company);
  await owner.addApp();
  const second = await invited(owner, 'Binta Fall', 'owner');
  await advanceClock(installation, dayAndHourSeconds);
  await invited(owner, 'Moussa Sarr', 'finance');
  const { membership } = await owner.get<{ membership: { accountId: number } }>('me');
  const token = new URL(installation.nodes[0]!.details.firstOperatorLink!).hash.slice(1);
  const operator = { email: newUser().email, name: 'Ousmane Diop' };
  const admin = await enter(installation, operator, { firstOperator: token });
  await admin.addApp();
  const view = { id: membership.accountId, reason: 'Réclamation C00000000000123' };
  await admin.post('operator/developers/view', view);
  return second;
}

test('P7 another owner attests to a newcomer; owners see what is new, and that the operator looked in', async () => {
  const second = await withNewcomer();
  const visitor = await browserOf(second);
  const { page } = visitor;
  await visitor.open('/team');
  await page.getByText(/Approuve dès le/).waitFor();
  await lookAt(page, 'team-newcomer-fr');
  await page.getByRole('button', { name: 'Attester que Moussa Sarr' }).click();
  await lookAt(page, 'team-attest-fr');
  await page.getByRole('dialog').getByRole('button', { name: 'Attester' }).click();
  await untilTold(page, 'Ses approbations comptent désormais.');
  await page.getByRole('link', { name: /Notifications : \d+ nouvelles/ }).click();
  await page.getByText('Binta Fall atteste que Moussa Sarr est une autre personne.').waitFor();
  await page.getByText('Moussa Sarr a rejoint l’équipe (Finances).').waitFor();
  await page.getByText(/Ousmane Diop \(opérateur\) a consulté votre portail/).waitFor();
  await lookAt(page, 'notices-fr');
  await page.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await untilTold(page, 'Tout est lu.');
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  await visitor.close();
  await second.post('me', { language: 'en' });
  const phone = await browserOf(second, { language: 'en', width: 390, theme: 'dark' });
  await phone.open('/notices');
  await phone.page.getByText('Moussa Sarr joined the team (Finance).').waitFor();
  await lookAt(phone.page, 'notices-en-dark-phone');
  await phone.open('/');
  await phone.page.getByText(/Ousmane Diop \(Administrator\)/).waitFor();
  await lookAt(phone.page, 'home-viewed-en-dark-phone');
  await phone.close();
});
