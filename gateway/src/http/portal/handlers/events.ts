// Route of what happens while a page is open.

import type { LiveChanges } from '../../../domain/live/index.ts';
import type { Handlers } from '../handler.ts';

export function eventHandlers(changes: LiveChanges) {
  return {
    'GET events': ({ caller: { membership } }) => ({
      ok: true,
      follow(tell) {
        tell({ kind: 'begin' });
        if (membership.side === 'operator') return changes.followAll(() => tell({ kind: 'figures' }));
        return changes.follow(membership.accountId, (kind) => tell({ kind }));
      },
    }),
  } satisfies Partial<Handlers>;
}
