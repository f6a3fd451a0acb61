// How does every page look? Pictures of all routes of the portal, as a developer, as an operator and signed out; in the nightly run in both languages,
// on a desk and on a phone, light and dark, with axe. No page sticks out, says a word of the other language, or calls what it may not.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { until } from '../harness/index.ts';
import { sessionCookie, type Caller } from './gallery/caller.ts';
import { readDictionaries } from './gallery/dictionaries.ts';
import { hasFocus, keyboardOf } from './gallery/keyboard.ts';
import type { Reading } from './gallery/read-page.ts';
import { planVisits, readRoutes, type Visit, type Who } from './gallery/visits.ts';
import { lookAround, watchCalls, type Walk } from './gallery/walk.ts';
import { aheadMs, galleryEnv, openWorld, type World } from './gallery/world.ts';
import { oneTimeCode } from './one-time-code.ts';
import { openStage, type Stage } from './stage.ts';

const nightly = process.env['JOKKO_NIGHTLY'] === '1';

let stage: Stage;
let world: World;
let reading: Reading;
before(async () => {
  stage = await openStage(galleryEnv);
  world = await openWorld(stage);
  reading = { dictionaries: await readDictionaries(), names: new Set(world.names) };
});
after(async () => {
  await world?.close();
  await stage?.close();
});

/** Who that is, with pages in that language. */
async function callerFor(who: Who, language: 'fr' | 'en'): Promise<Caller | null> {
  if (who === 'nobody') return null;
  if (who === 'begun') return world.newcomer(language);
  const caller = who === 'developer' ? world.developer.owner : world.desk.admin;
  await caller.post('me', { language });
  return caller;
}

/** People's clocks stand as the gateway's, which is ahead. */
const browserClock = `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts) {
      if (parts.length === 0) super(Real.now() + ${aheadMs});
      else super(...parts);
    }
    static now() {
      return Real.now() + ${aheadMs};
    }
  };
}`;

/** One person at one browser sees all pages of that side. */
async function walkAs(who: Who, visits: readonly Visit[], walk: Walk): Promise<string[]> {
  const { language, width } = walk;
  const visitor = await stage.visit({ language, width });
  const caller = await callerFor(who, language);
  if (caller !== null) {
    await visitor.page.context().addCookies([{ name: sessionCookie, value: caller.session(), url: stage.installation.baseUrl }]);
  }
  await visitor.page.addInitScript(browserClock);
  const calls = watchCalls(visitor.page);
  const problems: string[] = [];
  for (const visit of visits.filter((each) => each.who === who)) {
    problems.push(...(await lookAround(visitor, calls, visit, walk).catch((error: unknown) => [`${visit.name}: ${String(error)}`])));
  }
  await visitor.close().catch((error: unknown) => problems.push(`${who}: ${String(error)}`));
  return problems;
}

async function walkAll(walk: Walk): Promise<void> {
  const { visits, missing, gone } = planVisits(await readRoutes(), world);
  assert.deepEqual([missing, gone], [[], []], 'every route of the portal is visited, and no other');
  const sides = ['nobody', 'begun', 'developer', 'operator'] as const;
  const problems = (await Promise.all(sides.map((who) => walkAs(who, visits, walk)))).flat();
  assert.equal(problems.length, 0, problems.join('\n'));
}

const languages = nightly ? (['fr', 'en'] as const) : (['fr'] as const);
const widths = nightly ? [1_280, 390] : [1_280];
for (const language of languages)
  for (const width of widths)
    test(`P60 every page, ${language}, ${width} px`, () =>
      walkAll({ ...{ language, width, reading, axe: nightly, whole: nightly }, themes: nightly ? ['light', 'dark'] : ['light'] }));

test('P60 who is not signed in is led to the sign-in, and comes back to the page', async () => {
  const visitor = await stage.visit();
  await visitor.open('/approvals');
  await visitor.page.waitForURL('**/sign-in?to=%2Fapprovals');
  await visitor.close();
});

test('P61 by keyboard alone: in, a key, a transaction beside the list, a claim; the focus is seen and comes back', async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  const { tabTo, press, type } = keyboardOf(page);
  const { email, password, secret } = world.developer.technician.known();
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
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

  await tabTo(link('Clés API'));
  await press('Enter');
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
  await tabTo(page.getByRole('button', { name: 'Je l’ai gardée' }));
  await press('Enter');
  await page.getByText('Keyboard').waitFor();
  await focusIsOn(make);

  await tabTo(link('Transactions'));
  await press('Enter');
  const row = page.locator('.table-open').first();
  await tabTo(row);
  await press('Enter');
  await focusIsOn(page.locator('.side-panel h2').first());
  await press('Escape');
  await focusIsOn(row);

  await tabTo(link('Réclamations'));
  await press('Enter');
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
