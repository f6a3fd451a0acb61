// Route of what happens while a page is open.

import type { RealtimeChanges } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';

export function eventHandlers(changes: RealtimeChanges) {
  return {
    'GET events': ({ caller: { membership } }) => ({
      ok: true,
      follow(notify) {
        notify({ kind: 'begin' });
        if (membership.side === 'operator')
          return changes.followAll(() => notify({ kind: 'metrics' }));
        return changes.follow(membership.accountId, (kind) => notify({ kind }));
      },
    }),
  } satisfies Partial<Handlers>;
}
