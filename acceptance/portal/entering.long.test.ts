// Checks sign-up and sign-in: the first operator by the printed link, a developer by registering,
// in both languages, on a desktop and on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addAuthenticator } from './authenticator.ts';
import { lookAt } from './look.ts';
import { oneTimeCode } from './one-time-code.ts';
import {
  becomeFirstOperator,
  fillFirstOperator,
  leaveCodes,
  newDeveloper,
  newUser,
  register,
  setUpApp,
  signIn,
} from './people.ts';
import { openHarness, type Harness } from './harness.ts';
import { untilTold } from './told.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness.close());

test('P1 the first operator comes in by the printed link, with a password and a second factor; the link works once', async () => {
  const link = harness.installation.nodes[0]!.details.firstOperatorLink;
  assert.ok(link !== null, 'the first start printed a link');
  const visitor = await harness.visit();
  const user = newUser('Ousmane Diop');
  const { page } = visitor;

  await visitor.open(new URL(link).pathname + new URL(link).hash);
  await lookAt(page, 'first-operator-fr');
  await becomeFirstOperator(visitor, user, link);
  await page.getByRole('heading', { name: 'Protégez votre accès' }).waitFor();
  await lookAt(page, 'second-factor-fr');
  const codes = await setUpApp(visitor, user);
  assert.ok(codes.length >= 8, 'recovery codes');
  await lookAt(page, 'recovery-codes-fr');
  await leaveCodes(visitor);
  await page.getByText('Opérateur').first().waitFor();
  await lookAt(page, 'home-operator-fr');
  await visitor.close();

  const again = await harness.visit({ language: 'en', theme: 'dark' });
  await fillFirstOperator(again, newUser(), link);
  await again.page.getByText('This link is not valid').waitFor();
  await again.close();

  const back = await harness.visit({ language: 'fr', theme: 'dark', width: 390 });
  await back.open('/sign-in');
  await back.page.getByLabel('Adresse e-mail').fill(user.email);
  await back.page.getByLabel('Mot de passe').fill(user.password);
  await back.page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await back.page.getByLabel('Code à six chiffres').fill('000000');
  await back.page.getByRole('button', { name: 'Vérifier' }).click();
  await back.page.getByRole('alert').waitFor();
  await lookAt(back.page, 'second-step-fr-dark-phone');
  await back.page.getByLabel('Code à six chiffres').fill(oneTimeCode(user.secret!, 1));
  await back.page.getByRole('button', { name: 'Vérifier' }).click();
  await back.page.locator('.shell h1').waitFor();
  await lookAt(back.page, 'home-operator-fr-dark-phone');
  await back.close();
});

test('P2 a developer registers, reaches home, changes the language, signs out and in again', async () => {
  const visitor = await harness.visit({ language: 'en' });
  const user = newUser('Awa Ndiaye');
  const { page } = visitor;

  await visitor.open('/register');
  await lookAt(page, 'register-en');
  await register(visitor, user, 'Boutique Teranga');
  await page.getByRole('heading', { name: 'Hello Awa Ndiaye' }).waitFor();
  await lookAt(page, 'home-developer-en');
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/portal/api/me') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Bonjour Awa Ndiaye' }).waitFor();
  await page.locator('html[lang="fr"]').waitFor();
  await kept;
  await page.reload();
  await page.getByRole('heading', { name: 'Bonjour Awa Ndiaye' }).waitFor();
  await page.getByRole('button', { name: /^Votre profil/ }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await page.waitForURL('**/sign-in');
  await visitor.close();

  const phone = await harness.visit({ language: 'fr', width: 390 });
  await signIn(phone, user);
  await lookAt(phone.page, 'home-developer-fr-phone');
  await phone.page.getByRole('button', { name: 'Ouvrir la navigation' }).click();
  await phone.page.getByRole('dialog').getByRole('link', { name: 'Accueil' }).waitFor();
  await lookAt(phone.page, 'navigation-fr-phone');
  await phone.close();
});

test('P3 a wrong password, a short one and an unknown address are answered in words, beside their fields', async () => {
  const visitor = await harness.visit({ language: 'fr', theme: 'dark' });
  const { page } = visitor;

  await visitor.open('/profile');
  await page.waitForURL('**/sign-in?to=%2Fprofile');
  await page.getByLabel('Adresse e-mail').fill('personne@example.sn');
  await page.getByLabel('Mot de passe').fill('ce n’est pas le bon');
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await lookAt(page, 'sign-in-fr-dark');
  await visitor.open('/register');
  await page.getByLabel('Votre nom').fill('Awa');
  await page.getByLabel('Entreprise ou projet').fill('Teranga');
  await page.getByLabel('Adresse e-mail').fill('pas une adresse');
  await page.getByLabel('Mot de passe').fill('court');
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await page.locator('[aria-invalid]').first().waitFor();
  await lookAt(page, 'register-fr-dark-faults');
  await visitor.close();
});

test('P4 the own account: profile, time zone, theme, password, second factor, sessions', async () => {
  const { visitor, user } = await newDeveloper(harness);
  const { page } = visitor;

  await visitor.open('/profile');
  await lookAt(page, 'profile-fr');
  await page.getByLabel('Sombre').check();
  await page.getByLabel('Fuseau horaire').selectOption('Africa/Douala');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Profil enregistré.');
  await page.locator('html[data-theme="dark"]').waitFor();
  await lookAt(page, 'profile-fr-dark');

  await visitor.open('/security');
  await page.getByText('Cette session').waitFor();
  await lookAt(page, 'security-fr-dark');
  await page.getByRole('button', { name: 'Configurer l’application' }).click();
  const secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  user.secret = secret;
  await lookAt(page, 'totp-fr-dark');
  await page.getByLabel('Code à six chiffres affiché').fill(oneTimeCode(secret));
  await page.getByRole('button', { name: 'Vérifier et activer' }).click();
  await page.getByLabel(/en lieu sûr/).check();
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByText('Actif', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Modifier le mot de passe' }).click();
  await page.getByLabel('Mot de passe actuel').fill(user.password);
  await page.getByLabel('Nouveau mot de passe').fill('une autre phrase de passe');
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  await untilTold(page, 'Mot de passe modifié.');
  await visitor.close();
});

test('P5 a page that is not there says so, signed in or not', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en' });
  await visitor.open('/no/such/page');
  await visitor.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await lookAt(visitor.page, 'not-found-en');
  await visitor.open('/overview');
  await visitor.page.getByRole('heading', { name: 'Page not available' }).waitFor();
  await lookAt(visitor.page, 'not-for-role-en');
  await visitor.open('/claims?status=LOST');
  await untilTold(visitor.page, 'unknown value, which was ignored: status');
  await visitor.page.keyboard.press('?');
  await visitor.page.getByText('Next row').waitFor();
  await lookAt(visitor.page, 'keys-listed-en');
  await visitor.close();
});

test('P5 what was written is there after a reload, and signing out in one tab is known in the other', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en' });
  const { page } = visitor;
  await visitor.open('/claims/new');
  await page.getByLabel('Subject').fill('Not received');
  await page.reload();
  await page.getByLabel('Subject').waitFor();
  assert.equal(await page.getByLabel('Subject').inputValue(), 'Not received');
  const other = await page.context().newPage();
  await other.goto(new URL('/', page.url()).href);
  await other.getByRole('button', { name: /^Your profile/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in*');
  assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'drafts are forgotten');
  await visitor.close();
});

test('P6 a passkey is added, and then signs in alone', async () => {
  const { visitor, user } = await newDeveloper(harness, { host: 'localhost', language: 'en' });
  const { page } = visitor;
  await addAuthenticator(page);

  await visitor.open('/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Passkey name').fill('Office computer');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel(/in a safe place/).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Office computer').waitFor();
  await lookAt(page, 'security-en-passkey');

  await page.getByRole('button', { name: /^Your profile/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: `Hello ${user.name}` }).waitFor();
  await visitor.close();
});
