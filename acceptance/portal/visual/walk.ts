// Visits a page in the visual tests: as loaded, then each of its tabs, then with the first row
// opened. At each stop it takes a screenshot and checks the texts, the width and, on request, axe.

import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFirstRows,
  assertFits,
  assertShort,
  takePicture,
} from '../look.ts';
import type { Visitor } from '../harness.ts';
import { readPage, type Reading } from './read-page.ts';
import type { Visit } from './visits.ts';

export interface Walk {
  language: 'fr' | 'en';
  /** Width of the screen, in pixels. */
  width: number;
  themes: readonly ('light' | 'dark')[];
  axe: boolean;
  /** Tabs and opened rows as well. */
  whole: boolean;
  /** Each list that has a row has a full page of them (full-lists.ts). */
  full?: boolean;
  reading: Reading;
}

/** Pixels. */
const phoneBelow = 600;
/** Pixels: of a phone's page with full lists. */
const fullHeightMax = 4_500;
const quietMs = 60;
const quietWithinMs = 240_000;

/**
 * Counts what a page has asked for and not got yet, and keeps what was refused. The stream of
 * events never ends, and is left out.
 */
export function watchCalls(page: Page): { refused: string[]; untilQuiet(): Promise<void> } {
  const open = new Set<unknown>();
  const refused: string[] = [];
  let last = performance.now();
  const counts = (url: string): boolean => !url.endsWith('/portal/api/events');
  const end = (request: unknown): void => {
    if (open.delete(request)) last = performance.now();
  };
  page.on('request', (request) => void (counts(request.url()) && open.add(request)));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    // Nobody is signed in: the page asks, and is told so.
    if (response.status() >= 400 && !(response.status() === 401 && pathname === '/portal/api/me'))
      refused.push(`${response.request().method()} ${pathname}: ${response.status()}`);
  });
  return {
    refused,
    async untilQuiet() {
      const deadline = performance.now() + quietWithinMs;
      last = performance.now();
      while (open.size > 0 || performance.now() - last < quietMs) {
        if (performance.now() > deadline)
          throw new Error(`still open after ${quietWithinMs} ms: ${page.url()}`);
        await page.waitForTimeout(quietMs / 3);
      }
    },
  };
}

/**
 * Goes to a page, by the router from the second one on: to load all of it again costs ten times as
 * much. A row of a list may have led there already, and the router would leave it as it is.
 */
async function goTo({ page, open }: Visitor, path: string): Promise<void> {
  const present = page.url();
  if (!present.startsWith('http') || new URL(path, present).href === present) return open(path);
  await page.evaluate(`(() => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
    history.pushState({ key: String(performance.now()) }, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  })()`);
  await page.locator('h1:not([data-left])').first().waitFor();
}

/** Looks at one page; answers what is wrong with it. */
export async function lookAround(
  visitor: Visitor,
  calls: ReturnType<typeof watchCalls>,
  visit: Visit,
  walk: Walk,
): Promise<string[]> {
  const { page } = visitor;
  const problems: string[] = [];
  const stop = async (suffix: string): Promise<void> => {
    await calls.untilQuiet();
    await page
      .locator('.skeleton, [aria-busy="true"], .chart-canvas:not(:has(canvas))')
      .first()
      .waitFor({ state: 'hidden' });
    problems.push(...(await look(page, `${visit.name}${suffix}`, walk)));
  };
  await goTo(visitor, visit.path);
  await stop('');
  if (walk.width < phoneBelow)
    await assertShort(page, visit.name, walk.full ? fullHeightMax : undefined).catch(
      (error: unknown) => {
        problems.push(error instanceof Error ? error.message : String(error));
      },
    );
  if (walk.whole) {
    const tabs = page.getByRole('main').getByRole('tab');
    for (let index = 1; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click();
      await stop(`-tab-${index + 1}`);
    }
    if ((await tabs.count()) > 1) await tabs.first().click();
    await calls.untilQuiet();
    const row = page.locator('.table-open').first();
    if ((await row.count()) > 0) {
      await row.click();
      await stop('-open');
    }
  }
  problems.push(...calls.refused.splice(0).map((call) => `${visit.name}: refused: ${call}`));
  return problems;
}

async function look(
  page: Page,
  stop: string,
  { language, width, themes, axe, full, reading }: Walk,
): Promise<string[]> {
  const problems: string[] = [];
  const name = `visual-${stop}-${language}-${width}${full ? '-full' : ''}`;
  const tell = (error: unknown): void =>
    void problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  // Full lists say the same again.
  if (full !== true)
    problems.push(
      ...(await readPage(page, language, reading)).map((problem) => `${name}: ${problem}`),
    );
  await assertFits(page, name).catch(tell);
  if (width < phoneBelow) await assertFirstRows(page, name).catch(tell);
  for (const theme of themes) {
    if (themes.length > 1) await page.emulateMedia({ colorScheme: theme });
    await takePicture(page, theme === 'light' ? name : `${name}-${theme}`);
    if (axe) await assertAccessible(page, `${name} ${theme}`).catch(tell);
  }
  return problems;
}
