// Route of an account's test inbox: its address, and what it received, with its signature checked
// again as a receiver would.

import { verifyWebhook } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Mode } from '../../platform/db/mode.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { readWebhookSecret } from '../accounts/index.ts';
import { listDeliveries, type InboxAddresses } from './index.ts';

export interface TestInboxHandlersDeps {
  database: Database;
  secrets: Secrets;
  mode: Mode;
  inboxes: InboxAddresses;
}

export function testInboxHandlers({ database, secrets, mode, inboxes }: TestInboxHandlersDeps) {
  return {
    async 'GET callbacks/inbox'({ caller: { membership } }) {
      const { accountId } = membership;
      const secret = await readWebhookSecret(database, secrets, accountId);
      if (mode !== 'sandbox' || secret === null) return notFound;
      const deliveries = await listDeliveries(database, accountId);
      const items = deliveries.map(async ({ id, receivedAt, ...delivery }) => {
        const nowMs = receivedAt.getTime();
        const { ok: verified } = await verifyWebhook({ ...delivery, secret, nowMs });
        return { id: String(id), receivedAt, ...delivery, verified };
      });
      return {
        ok: true,
        answer: { path: inboxes.pathOf(accountId), items: await Promise.all(items) },
      };
    },
  } satisfies Partial<Handlers>;
}
