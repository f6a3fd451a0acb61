// How do people of the journeys come into the portal? As real ones do, by its pages.

import type { Page } from 'playwright-core';
import { oneTimeCode } from './one-time-code.ts';
import type { Stage, Visitor, VisitorOptions } from './stage.ts';

export interface Person {
  email: string;
  name: string;
  password: string;
  /** Of the authenticator app, base32; null without one. */
  secret: string | null;
}

let met = 0;

/** Somebody who is not known yet. */
export function newPerson(name = 'Awa Ndiaye'): Person {
  met += 1;
  return { email: `awa.${process.pid}.${met}@example.sn`, name, password: `une phrase de passe ${process.pid} ${met}`, secret: null };
}

/** Words of the pages in both languages: a journey runs in either. */
const words = {
  name: /^(Votre nom|Your name)/,
  company: /^(Entreprise ou projet|Company or project)/,
  email: /^(Adresse e-mail|E-mail address)/,
  password: /^(Mot de passe|Password|Nouveau mot de passe|New password)/,
  app: /Application de codes|Authenticator app/,
  appCode: /Code à six chiffres affiché|Six-digit code it shows/,
  code: /^(Code à six chiffres|Six-digit code)/,
  kept: /en lieu sûr|in a safe place/,
  go: /^(Continuer|Continue)$/,
};

const button = (page: Page) => page.locator('form button[type="submit"]');

/** Registers a developer and waits for the home page. */
export async function register(visitor: Visitor, person: Person, company: string): Promise<void> {
  const { page } = visitor;
  await visitor.open('/register');
  await page.getByLabel(words.name).fill(person.name);
  await page.getByLabel(words.company).fill(company);
  await page.getByLabel(words.email).fill(person.email);
  await page.getByLabel(words.password).fill(person.password);
  await button(page).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Follows the first operator's link and sends its form. */
export async function fillFirstOperator(visitor: Visitor, person: Person, link: string): Promise<void> {
  const { page } = visitor;
  const { pathname, search, hash } = new URL(link);
  await visitor.open(`${pathname}${search}${hash}`);
  await page.getByLabel(words.name).fill(person.name);
  await page.getByLabel(words.email).fill(person.email);
  await page.getByLabel(words.password).fill(person.password);
  await button(page).click();
}

/** The same, up to the page of the second factor. */
export async function becomeFirstOperator(visitor: Visitor, person: Person, link: string): Promise<void> {
  await fillFirstOperator(visitor, person, link);
  await visitor.page.waitForURL('**/second-factor*');
}

/** From the choice of a second factor to the recovery codes; `person` knows its secret afterwards. */
export async function setUpApp(visitor: Visitor, person: Person): Promise<string[]> {
  const { page } = visitor;
  await page.getByRole('button', { name: words.app }).click();
  const secret = (await page.locator('.totp code').innerText()).replace(/\s/g, '');
  person.secret = secret;
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

/** Signs in, with the second factor where the person has one. */
export async function signIn(visitor: Visitor, person: Person): Promise<void> {
  const { page } = visitor;
  await visitor.open('/sign-in');
  await page.getByLabel(words.email).fill(person.email);
  await page.getByLabel(words.password).fill(person.password);
  await button(page).click();
  if (person.secret !== null) {
    // The app's code of this half-minute may have been used when it was set up: no code is taken twice.
    await page.getByLabel(words.code).fill(oneTimeCode(person.secret, 1));
    await button(page).click();
  }
  await page.locator('.shell h1').waitFor();
}

/** A developer who is in, at a browser of their own. */
export async function newDeveloper(stage: Stage, options?: VisitorOptions): Promise<{ visitor: Visitor; person: Person }> {
  const visitor = await stage.visit(options);
  const person = newPerson();
  await register(visitor, person, 'Boutique Teranga');
  return { visitor, person };
}

/** The first operator, by the link that the installation printed, with an authenticator app; once for each stage. */
export async function newOperator(stage: Stage, options?: VisitorOptions): Promise<{ visitor: Visitor; person: Person }> {
  const visitor = await stage.visit(options);
  const person = newPerson('Ousmane Diop');
  await becomeFirstOperator(visitor, person, stage.installation.nodes[0]!.facts.firstOperatorLink!);
  await setUpApp(visitor, person);
  await leaveCodes(visitor);
  return { visitor, person };
}

/** A second person of the operator, for money, by an invitation of the command line. */
export async function newColleague(stage: Stage, options?: VisitorOptions): Promise<{ visitor: Visitor; person: Person }> {
  const visitor = await stage.visit(options);
  const person = newPerson('Fatou Sow');
  const { link } = await stage.installation.cli<{ link: string }>(['operator', 'invite', person.email, '--role', 'finance']);
  const { pathname, hash } = new URL(link);
  await visitor.open(pathname + hash);
  await visitor.page.getByLabel(words.name).fill(person.name);
  await visitor.page.getByLabel(words.password).fill(person.password);
  await button(visitor.page).click();
  await visitor.page.waitForURL('**/second-factor*');
  await setUpApp(visitor, person);
  await leaveCodes(visitor);
  return { visitor, person };
}
