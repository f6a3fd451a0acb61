// Routes of who is shut out of status requests (rule S2).

import type { Database } from '../../platform/db/database.ts';
import { loadAccountNames } from '../accounts/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { loadBlocks, releaseBlocks } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

/** Account 0 stands for calls without a key. */
const keyless = 0;

export function blacklistHandlers(database: Database) {
  return {
    async 'GET operator/blacklist'() {
      const blocks = await loadBlocks(database);
      const names = await loadAccountNames(database, [
        ...new Set(blocks.map(({ accountId }) => accountId)),
      ]);
      const items = blocks.map(
        ({ address, accountId, blockedAt, blockedUntil, refusals, withinMs }) => ({
          address,
          accountId: accountId === keyless ? null : accountId,
          accountName: names.get(accountId) ?? null,
          blockedAt,
          blockedUntil,
          reason:
            refusals === null || withinMs === null
              ? null
              : { refusals, withinSeconds: withinMs / 1_000 },
        }),
      );
      return { ok: true, answer: { items } };
    },
    async 'POST operator/blacklist/release'({
      body: { address, accountId },
      caller: { session },
      visit,
    }) {
      const released = await releaseBlocks(database, address, accountId ?? keyless);
      if (released.length === 0) return notFound;
      const who = actorOf(session.user, visit);
      await noteAudit(database, {
        who,
        action: 'block.release',
        accountId,
        subject: `address/${address}`,
        new: null,
      });
      return { ok: true, answer: { released: released.length } };
    },
  } satisfies Partial<Handlers>;
}
