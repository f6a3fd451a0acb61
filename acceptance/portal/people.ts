// Signs users of the end-to-end tests in to the portal through its pages, as real users do.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { oneTimeCode } from './one-time-code.ts';
import type { Harness, Visitor, VisitorOptions } from './harness.ts';

export interface User {
  email: string;
  name: string;
  password: string;
  /** The secret of the authenticator app, base32; null without one. */
  secret: string | null;
}

let met = 0;

/** Somebody who is not known yet. */
export function newUser(name = 'Awa Ndiaye'): User {
  met += 1;
  return {
    email: `awa.${process.pid}.${met}@example.sn`,
    name,
    password: `une phrase de passe ${process.pid} ${met}`,
    secret: null,
  };
}

/** Words of the pages in both languages: an end-to-end test runs in either. */
const words = {
  name: /^(Votre nom|Your name)/,
  company: /^(Entreprise ou projet|Company or project)/,
  email: /^(Adresse e-mail|Email address)/,
  password: /^(Mot de passe|Password|Nouveau mot de passe|New password)/,
  app: /Application d’authentification|Authenticator app/,
  appCode: /Code à six chiffres affiché|Six-digit code shown/,
  code: /^(Code à six chiffres|Six-digit code)/,
  kept: /en lieu sûr|in a safe place/,
  go: /^(Continuer|Continue)$/,
};

const button = (page: Page) => page.locator('form button[type="submit"]');

/** Registers a developer and waits for the home page. */
export async function register(visitor: Visitor, user: User, company: string): Promise<void> {
  const { page } = visitor;
  await visitor.open('/register');
  await page.getByLabel(words.name).fill(user.name);
  await page.getByLabel(words.company).fill(company);
  await page.getByLabel(words.email).fill(user.email);
  await page.getByLabel(words.password).fill(user.password);
  await button(page).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Follows the first operator's link and sends its form. */
export async function fillFirstOperator(visitor: Visitor, user: User, link: string): Promise<void> {
  const { page } = visitor;
  const { pathname, search, hash } = new URL(link);
  await visitor.open(`${pathname}${search}${hash}`);
  await page.getByLabel(words.name).fill(user.name);
  await page.getByLabel(words.email).fill(user.email);
  await page.getByLabel(words.password).fill(user.password);
  await button(page).click();
}

/** The same, up to the page of the second factor. */
export async function becomeFirstOperator(
  visitor: Visitor,
  user: User,
  link: string,
): Promise<void> {
  await fillFirstOperator(visitor, user, link);
  await visitor.page.waitForURL('**/second-factor*');
}

/** From the choice of a second factor to the recovery codes; `user` knows its secret afterwards. */
export async function setUpApp(visitor: Visitor, user: User): Promise<string[]> {
  const { page } = visitor;
  await page.getByRole('button', { name: words.app }).click();
  const secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  user.secret = secret;
  await page.getByLabel(words.appCode).fill(oneTimeCode(secret));
  await button(page).click();
  await page.locator('.recovery-codes').waitFor();
  return page.locator('.recovery-codes code').allInnerTexts();
}

/** Says that the recovery codes are safe, and enters. */
export async function leaveCodes({ page }: Visitor): Promise<void> {
  await page.getByLabel(words.kept).check();
  await page.getByRole('button', { name: words.go }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('.shell h1').waitFor();
}

/** Signs in, with the second factor where the user has one. */
export async function signIn(visitor: Visitor, user: User): Promise<void> {
  const { page } = visitor;
  await visitor.open('/sign-in');
  await page.getByLabel(words.email).fill(user.email);
  await page.getByLabel(words.password).fill(user.password);
  await button(page).click();
  if (user.secret !== null) {
    // The app's code of this half-minute may have been used when it was set up: no code is taken
    // twice.
    await page.getByLabel(words.code).fill(oneTimeCode(user.secret, 1));
    await button(page).click();
  }
  await page.locator('.shell h1').waitFor();
}

/** A developer who is in, at a browser of their own. */
export async function newDeveloper(
  harness: Harness,
  options?: VisitorOptions,
): Promise<{ visitor: Visitor; user: User }> {
  const visitor = await harness.visit(options);
  const user = newUser();
  await register(visitor, user, 'Boutique Teranga');
  return { visitor, user };
}

/**
 * The first operator, by the link that the installation printed, with an authenticator app; once
 * for each harness.
 */
export async function newOperator(
  harness: Harness,
  options?: VisitorOptions,
): Promise<{ visitor: Visitor; user: User }> {
  const visitor = await harness.visit(options);
  const user = newUser('Ousmane Diop');
  await becomeFirstOperator(
    visitor,
    user,
    harness.installation.nodes[0]!.details.firstOperatorLink!,
  );
  await setUpApp(visitor, user);
  await leaveCodes(visitor);
  return { visitor, user };
}

/** A second user of the operator, for money, by an invitation of the command line. */
export async function newColleague(
  harness: Harness,
  options?: VisitorOptions,
  role: 'finance' | 'auditor' = 'finance',
): Promise<{ visitor: Visitor; user: User }> {
  const visitor = await harness.visit(options);
  const user = newUser('Fatou Sow');
  const { link } = await harness.installation.cli<{ link: string }>([
    'operator',
    'invite',
    user.email,
    '--role',
    role,
  ]);
  const { pathname, hash } = new URL(link);
  await visitor.open(pathname + hash);
  await visitor.page.getByLabel(words.name).fill(user.name);
  await visitor.page.getByLabel(words.password).fill(user.password);
  await button(visitor.page).click();
  await visitor.page.waitForURL('**/second-factor*');
  await setUpApp(visitor, user);
  await leaveCodes(visitor);
  return { visitor, user };
}

/**
 * Goes on in English; resolves once the gateway has kept it, so that the next page is in English,
 * too.
 */
export async function chooseEnglish({ page }: Visitor): Promise<void> {
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/portal/api/me') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'English' }).click();
  assert.equal((await kept).status(), 200);
}
