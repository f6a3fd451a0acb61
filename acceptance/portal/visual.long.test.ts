// Visual tests of all routes of the portal, as a developer, as an operator and signed out; nightly
// in both languages, on desktop and phone, light and dark, with axe. No page may overflow, show
// text in the wrong language, or make a call that it is not permitted to make.

import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { until } from '../harness/index.ts';
import { readDictionaries } from './visual/dictionaries.ts';
import { hasFocus, keyboardOf } from './visual/keyboard.ts';
import type { Reading } from './visual/read-page.ts';
import { walkAll } from './visual/every-page.ts';
import { visualEnv, openFixture, type Fixture } from './visual/fixture.ts';
import { oneTimeCode } from './one-time-code.ts';
import { openHarness, type Harness } from './harness.ts';

const nightly = process.env['JOKKO_NIGHTLY'] === '1';

let harness: Harness;
let fixture: Fixture;
let reading: Reading;
before(async () => {
  harness = await openHarness(visualEnv);
  fixture = await openFixture(harness);
  reading = {
    dictionaries: await readDictionaries(),
    names: new Set(fixture.names),
    read: new Map(),
  };
});
after(async () => {
  await fixture?.close();
  await harness?.close();
});

const languages = nightly ? (['fr', 'en'] as const) : (['fr'] as const);
const widths = nightly ? [1_280, 390] : [1_280];
for (const language of languages)
  for (const width of widths)
    test(`P60 every page, ${language}, ${width} px`, () =>
      walkAll(harness, fixture, {
        language,
        width,
        reading,
        axe: nightly,
        whole: nightly,
        themes: nightly ? ['light', 'dark'] : ['light'],
      }));

test('P60 every page with full lists on a phone: its height has a limit', () =>
  walkAll(harness, fixture, {
    language: 'fr',
    width: 390,
    reading,
    axe: false,
    whole: false,
    themes: ['light'],
    full: true,
  }));

test('P60 who is not signed in is led to the sign-in, and comes back to the page', async () => {
  const visitor = await harness.visit();
  await visitor.open('/approvals');
  await visitor.page.waitForURL('**/sign-in?to=%2Fapprovals');
  await visitor.close();
});

test('P61 by keyboard alone: in, a key, a transaction beside the list, a claim; the focus is seen and comes back', async () => {
  const visitor = await harness.visit();
  const { page } = visitor;
  const { tabTo, press, type } = keyboardOf(page);
  const { email, password, secret } = fixture.developer.technician.known();
  /** Ends on the new page: the one that is being left has rows and buttons, too. */
  const follow = async (name: string): Promise<void> => {
    await tabTo(page.getByRole('navigation').getByRole('link', { name, exact: true }));
    await press('Enter');
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  };
  const focusIsOn = async (target: Locator): Promise<void> =>
    void (await until('the focus is there', async () => (await hasFocus(target)) || undefined));

  await visitor.open('/sign-in');
  await tabTo(page.getByLabel('Adresse e-mail'));
  await type(email);
  await tabTo(page.getByLabel('Mot de passe', { exact: true }));
  await type(password);
  await press('Enter');
  await tabTo(page.getByLabel(/^Code à six chiffres/));
  await type(oneTimeCode(secret, 1));
  await press('Enter');
  await page.locator('.shell h1').waitFor();

  await follow('Clés API');
  const make = page.getByRole('main').getByRole('button', { name: 'Créer une clé' });
  await tabTo(make);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await focusIsOn(make);
  await press('Enter');
  await focusIsOn(page.getByRole('dialog').getByRole('textbox', { name: 'Nom' }));
  await type('Keyboard');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Créer une clé' }));
  await press('Enter');
  await tabTo(page.getByRole('button', { name: 'Je l’ai enregistrée' }));
  await press('Enter');
  await page.getByText('Keyboard').waitFor();
  await focusIsOn(make);

  await follow('Transactions');
  const row = page.locator('.table-open').first();
  await tabTo(row);
  await press('Enter');
  await focusIsOn(page.locator('.side-panel h2').first());
  await press('Escape');
  await focusIsOn(row);

  await follow('Réclamations');
  await tabTo(
    page
      .getByRole('link', { name: 'INV-2026-0117' })
      .or(page.getByRole('button', { name: /INV-2026-0117/ }))
      .first(),
  );
  await press('Enter');
  await page.waitForURL('**/claims/C*');
  await focusIsOn(page.locator('h1'));
  await visitor.close();
});
