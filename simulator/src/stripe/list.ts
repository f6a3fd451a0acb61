// Cuts a list into Stripe's pages.

import type { Answer } from './keys.ts';

/** @param entries newest first. */
export function pageOf(
  url: string,
  entries: readonly { id: string }[],
  query: URLSearchParams,
): Answer {
  const after = query.get('starting_after');
  const from = after === null ? 0 : entries.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 10) || 10, 1), 100);
  const data = entries.slice(from, from + limit);
  const hasMore = from + limit < entries.length;
  return { status: 200, body: { object: 'list', url, has_more: hasMore, data } };
}
