// Route by which a developer cancels a scheduled SMS batch before it starts.

import type { Database } from '../../platform/db/database.ts';
import { noteAuditOnce } from '../../platform/audit/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { cancelBatch } from './cancel-batch.ts';

export function cancelBatchHandlers({ database }: { database: Database }) {
  return {
    async 'POST sms/batches/:id/cancel'({
      params: { id },
      caller: { session, membership },
      visit,
    }) {
      const { accountId } = membership;
      const cancelled = await cancelBatch(database, { id, accountId, appId: null });
      if (!cancelled.ok)
        return cancelled.refusal === 'unknown'
          ? notFound
          : { ok: true, answer: { refusal: cancelled.refusal } };
      await noteAuditOnce(database, {
        who: actorOf(session.user, visit),
        action: 'sms.cancel',
        accountId,
        subject: `sms/${id}`,
        new: { recipients: cancelled.recipients },
      });
      return { ok: true, answer: { refusal: null } };
    },
  } satisfies Partial<Handlers>;
}
