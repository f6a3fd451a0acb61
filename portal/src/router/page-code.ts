// The code of a page, fetched when it is needed, once: browsers keep a failed import, so that what
// did not come needs the portal to be loaded anew.

import type { ComponentType } from 'react';
import { isOutdated } from './outdated.ts';

/** A page gets the parameters of its path. */
export type PageModule = { default: ComponentType<{ params: Record<string, string> }> };
type Load = () => Promise<PageModule>;

/** The code of a page did not come. */
export class PageUnreachable extends Error {}

const fetched = new Map<Load, Promise<PageModule>>();

/**
 * The same promise for the same page. Where the gateway has another build by now, everything is
 * loaded anew.
 */
export function fetchPage(load: Load): Promise<PageModule> {
  const known = fetched.get(load);
  if (known !== undefined) return known;
  const page = load().catch(async (error: unknown): Promise<PageModule> => {
    if (await isOutdated()) {
      window.location.reload();
      return new Promise(() => {});
    }
    throw new PageUnreachable('the code of the page did not come', { cause: error });
  });
  fetched.set(load, page);
  return page;
}
