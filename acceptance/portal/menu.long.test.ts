// A menu by keyboard and by finger: opened, walked through, chosen from and closed; the focus comes
// back to its button.

import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../harness/index.ts';
import { hasFocus } from './visual/keyboard.ts';
import { lookAt } from './look.ts';
import { newDeveloper } from './people.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
before(async () => {
  harness = await openHarness();
});
after(() => harness?.close());

const focusIs = (page: Page, name: string): Promise<unknown> =>
  page.locator('[role^="menuitem"]:focus', { hasText: name }).waitFor();

test('P62 the user’s menu by keyboard: arrows, ends, letters and Escape; the focus comes back', async () => {
  const { visitor } = await newDeveloper(harness);
  const { page } = visitor;
  const button = page.getByRole('button', { name: 'Awa Ndiaye' });
  await button.focus();
  await page.keyboard.press('ArrowUp');
  await focusIs(page, 'Se déconnecter');
  await page.keyboard.press('ArrowDown');
  await focusIs(page, 'Profil');
  await page.keyboard.press('End');
  await focusIs(page, 'Se déconnecter');
  // At once, as quick fingers do: letters that come a second apart are words of their own.
  await Promise.all([...'sec'].map((letter) => page.keyboard.press(letter)));
  await focusIs(page, 'Sécurité');
  await lookAt(page, 'menu-fr');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await until('the focus is on the button again', () => hasFocus(button));
  await page.keyboard.press('Enter');
  await focusIs(page, 'Profil');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/profile$/);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await visitor.close();
});

test('P62 on a phone a menu stays within the screen and closes by a touch beside it', async () => {
  const { visitor } = await newDeveloper(harness, { language: 'en', width: 390 });
  const { page } = visitor;
  await page.getByRole('button', { name: 'Awa Ndiaye' }).tap();
  const list = page.locator('.menu-list');
  await list.waitFor();
  await until('the menu is within the screen', async () => {
    const box = await list.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= 390;
  });
  await lookAt(page, 'menu-phone-en');
  await page.touchscreen.tap(20, 700);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await visitor.close();
});
