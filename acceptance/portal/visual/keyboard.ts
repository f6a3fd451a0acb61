// Navigates by keyboard alone, with Tab, Enter and Escape; the focus must be visible at every
// stop.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

const tabsMax = 150;

export interface Keyboard {
  /**
   * Presses Tab until `target` has the focus. Throws when it is never reached, or when a stop on
   * the way shows no focus.
   */
  tabTo(target: Locator): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  type(text: string): Promise<void>;
}

/** Nothing, or what has the focus and does not show it. Runs in the page. */
const unseenFocus = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  // A heading that is told to readers on arrival: Tab never leads there.
  if (element.tabIndex < 0) return null;
  const shows = (each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  // A box that is drawn by its label shows the focus there.
  const around = [element, element.parentElement, element.closest('label')].filter((each) => each !== null);
  return around.some(shows) ? null : element.outerHTML.slice(0, 160);
})()`;

export const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

export function keyboardOf(page: Page): Keyboard {
  return {
    async tabTo(target) {
      await target.waitFor();
      for (let count = 0; count < tabsMax && !(await hasFocus(target)); count += 1) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(unseenFocus), null, 'the focus is seen');
      }
      assert.ok(await hasFocus(target), `Tab leads to ${target.toString()}`);
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
  };
}
