// Checks a page for accessibility with axe (WCAG 2.2 AA rules) and keeps a screenshot for human
// review.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const pictures = fileURLToPath(new URL('../../portal/screenshots/', import.meta.url));
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails with what axe finds wrong on the page as it is now. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  // Evaluated by the debugger, which the content-security policy does not bind; the page itself
  // stays bound by it.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: rules } })})`,
  );
  const violations = found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary ?? ''})`).join('; ')}`,
  );
  assert.deepEqual(violations, [], `axe on ${name}`);
}

/** Keeps a picture of the whole page in `portal/screenshots/`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

/** Nothing sticks out at the side: what is wider than the screen can hardly be read on a phone. */
export async function assertFits(page: Page, name: string): Promise<void> {
  const root = 'document.documentElement';
  const [wide, screen] = await page.evaluate<[number, number]>(
    `[${root}.scrollWidth, ${root}.clientWidth]`,
  );
  assert.ok(wide <= screen, `${name} is ${wide} px wide on a screen of ${screen} px`);
}

/** As in portal/src/ui/first-rows.tsx. */
const phoneRowsMax = 25;

/**
 * On a phone a list shows its first rows, and the others on request. What is folded away, and the
 * choices of a field, are no list.
 */
export async function assertFirstRows(page: Page, name: string): Promise<void> {
  const long = await page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
    .filter((parent) => !parent.closest('details:not([open]), select, svg, pre, article'))
    .map((parent) => [parent, [...parent.children].filter((child) => child.offsetHeight > 0
      && child.tagName === parent.children[0].tagName &&
        child.className === parent.children[0].className)])
    .filter(([, rows]) => rows.length > ${phoneRowsMax})
    .map(([parent, rows]) => rows.length + ' in <' + parent.tagName.toLowerCase() + ' class="' +
      parent.className + '">')`);
  assert.deepEqual(long, [], `rows on ${name}, more than ${phoneRowsMax} before “more”`);
}

/** Pixels: what somebody still scrolls through on a phone. */
const phoneHeightMax = 4_000;

/** On a phone a page shows less before somebody asks for more. */
export async function assertShort(
  page: Page,
  name: string,
  heightMax = phoneHeightMax,
): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  assert.ok(height <= heightMax, `${name} is ${height} px high`);
}

/** All of it, once the page is drawn: axe, width, picture. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  await takePicture(page, name);
  await assertFits(page, name);
  await assertAccessible(page, name);
}
