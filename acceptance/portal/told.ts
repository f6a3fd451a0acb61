// Waits for what a page tells at the edge of the screen (a toast). It is gone after six seconds, in
// which a busy machine may not let a test look: so the page itself keeps every one that was seen.

import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../harness/until.ts';

/**
 * Runs in each page before its own code: the texts of toasts, in their order, each when it is
 * shown.
 */
const keeper = `(() => {
  const told = (globalThis.toldToasts = []);
  const keep = (node) => {
    if (!(node instanceof Element)) return;
    const toasts = node.matches('.toast') ? [node] : node.querySelectorAll('.toast');
    for (const toast of toasts) if (toast.checkVisibility()) told.push(toast.textContent.replace(/\\s+/g, ' '));
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(keep);
  }).observe(document, { childList: true, subtree: true });
})()`;

/** Pages of this context keep what they tell; for `untilTold`. */
export const keepToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(keeper);

/**
 * Resolves when the page has told something with this text since it was loaded; each telling counts
 * once.
 */
export async function untilTold(page: Page, text: string): Promise<void> {
  const take = `(() => {
    const place = toldToasts.findIndex((each) => each.includes(${JSON.stringify(text)}));
    return place >= 0 && toldToasts.splice(place, 1).length === 1;
  })()`;
  await until(`the page tells: ${text}`, () => page.evaluate<boolean>(take)).catch(
    async (error: unknown) => {
      const told = await page.evaluate<string[]>('toldToasts');
      throw new Error(`${String(error)}; it told ${JSON.stringify(told)}`, { cause: error });
    },
  );
}
