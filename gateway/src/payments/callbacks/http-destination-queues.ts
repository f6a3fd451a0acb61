// Routes by which the operator sees to callbacks of all accounts: receivers that keep them waiting,
// sending again, giving up. A seat that is limited to countries sees none of them: receivers have
// no country.

import { defined } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { abandonCallbacks, listDestinationQueues, type ListedDestinationQueue } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { readWebhookId } from './http-callback-reading.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { operatorCallbackHandlers } from './http-operator-callbacks.ts';

export function destinationQueueHandlers({ database }: { database: Database }) {
  return {
    async 'GET operator/destination-queues'({ query: { of = 'all', account, after } }) {
      const accountId = account === undefined ? null : Number(account);
      const rows = await listDestinationQueues(database, {
        of,
        accountId,
        after: placeOf(after),
        limit: pageRowsRead,
      });
      const { rows: shown, next } = cutPage(
        rows,
        (last) => `${last.accountId} ${last.destination}`,
      );

      return { ok: true, answer: { items: shown.map(itemOf), next } };
    },

    async 'POST operator/callbacks/give-up'({
      body: { accountId, destination, id, reason },
      caller: { session },
      visit,
    }) {
      const said = reason.trim();
      if (said === '') return refuseField('reason', 'empty');
      const only = id === undefined ? undefined : readWebhookId(id);
      if (only === null) return notFound;
      const order = {
        accountId,
        destination,
        reason: said,
        ...defined({ only }),
      };
      return {
        ok: true,
        answer: { count: await abandonCallbacks(database, actorOf(session.user, visit), order) },
      };
    },
    ...operatorCallbackHandlers({ database }),
  } satisfies Partial<Handlers>;
}

function placeOf(after: string | undefined) {
  const [, accountId, destination] = /^(\d+) (\S+)$/.exec(after ?? '') ?? [];
  return destination === undefined ? null : { accountId: Number(accountId), destination };
}

function itemOf({
  oldestAt,
  slowUntil,
  ...destination
}: ListedDestinationQueue): RouteResult<'GET operator/destination-queues'>['items'][number] {
  return {
    ...destination,
    oldestAt,
    slowUntil,
  };
}
