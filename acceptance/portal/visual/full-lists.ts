// Fills the lists that a page reads: what has a row has a full page of rows, as an account of years
// has. The rows are those of the gateway, again and again.

import type { Page } from 'playwright-core';
import type { Json } from '../../harness/index.ts';

/** What the gateway answers of a list at most. */
const rows = 50;

export const fillLists = (page: Page): Promise<unknown> =>
  page.route('**/portal/api/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || request.url().endsWith('/events')) return route.continue();
    const response = await route.fetch().catch(() => null);
    // The page is being left.
    if (response === null) return route.abort().catch(() => {});
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });
    return route.fulfill({ response, json: filled(await response.json()) });
  });

function filled(answer: Json): Json {
  const items: Json[] | undefined = answer?.items;
  if (!Array.isArray(items) || items.length === 0 || items.length >= rows) return answer;
  const all = Array.from({ length: rows }, (_, at) => again(items[at % items.length], at));
  return { ...answer, items: all };
}

/** Another one of the same: what is drawn is told apart by its id. */
const again = (row: Json, at: number): Json =>
  typeof row?.id === 'number' ? { ...row, id: row.id + at * 1_000 } : row;
