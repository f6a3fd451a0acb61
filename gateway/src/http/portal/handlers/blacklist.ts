// Routes of who is shut out of status look-ups (rule S2).

import type { Database } from '../../../db/database.ts';
import { loadAccountNames } from '../../../domain/accounts/index.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import { loadBlocks, releaseBlocks } from '../../../domain/lookups/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';

/** Account 0 stands for calls without a key. */
const keyless = 0;

export function blacklistHandlers(database: Database) {
  return {
    async 'GET operator/blacklist'() {
      const blocks = await loadBlocks(database);
      const names = await loadAccountNames(database, [...new Set(blocks.map(({ accountId }) => accountId))]);
      const items = blocks.map(({ address, accountId, blockedAt, blockedUntil, refusals, withinMs }) => ({
        address,
        accountId: accountId === keyless ? null : accountId,
        accountName: names.get(accountId) ?? null,
        blockedAt: blockedAt.toISOString(),
        blockedUntil: blockedUntil.toISOString(),
        reason: refusals === null || withinMs === null ? null : { refusals, withinSeconds: withinMs / 1_000 },
      }));
      return { ok: true, answer: { items } };
    },
    async 'POST operator/blacklist/release'({ body: { address, accountId }, caller: { live }, visit }) {
      const released = await releaseBlocks(database, address, accountId ?? keyless);
      if (released.length === 0) return { ok: false, refusal: 'notFound' };
      const who = personOf(live.person, visit);
      await noteAudit(database, { who, action: 'block.release', accountId, subject: `address/${address}`, new: null });
      return { ok: true, answer: { released: released.length } };
    },
  } satisfies Partial<Handlers>;
}
