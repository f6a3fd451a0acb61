// Routes by which the operator sees to callbacks of all accounts: receivers that keep them waiting, sending again, giving up. A seat that is limited
// to countries sees none of them: receivers have no country.

import type { RouteAnswer } from '@jokko/contract/portal';
import { noteAudit } from '../../../domain/audit/index.ts';
import { giveUpCallbacks, listLanes, replayAllOf, replayOne, type ListedLane } from '../../../domain/callbacks/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { filterOf, oneOf, pageOf, readWebhookId, wrongTime } from './callback-reading.ts';

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };

export function callbackLaneHandlers({ database }: PeopleDeps) {
  return {
    async 'GET operator/callback-lanes'({ query: { of = 'all', account, after } }) {
      const accountId = account === undefined ? null : Number(account);
      const rows = await listLanes(database, { of, accountId, after: placeOf(after), limit: pageRows + 1 });
      const shown = rows.slice(0, pageRows);
      const last = shown.at(-1);
      const next = rows.length > pageRows && last !== undefined ? `${last.accountId} ${last.lane}` : null;
      return { ok: true, answer: { items: shown.map(itemOf), next } };
    },
    'GET operator/callbacks/:account': ({ params, query }) => pageOf(database, Number(params.account), query),
    async 'GET operator/callbacks/:account/:id'({ params: { account, id }, query, caller: { live }, visit }) {
      const found = await oneOf(database, Number(account), id, query.after);
      const seen = { who: personOf(live.person, visit), action: 'callback.view', accountId: Number(account), subject: `callback/${id}` };
      // The body names who was paid.
      if (found.ok && query.after === undefined) await noteAudit(database, seen);
      return found.ok ? { ok: true, answer: { ...found.answer, body: withoutHash(found.answer.body) } } : found;
    },
    async 'POST operator/callbacks/replay'({ body: { accountId, id: webhookId }, caller: { live }, visit }) {
      const id = readWebhookId(webhookId);
      const again = id !== null && (await replayOne(database, personOf(live.person, visit), { ...id, accountId }));
      return again ? { ok: true, answer: {} } : notFound;
    },
    async 'POST operator/callbacks/replay-all'({ body: { accountId, perSecond, ...given }, caller: { live }, visit }) {
      const filter = filterOf(given, accountId);
      if (filter === null) return wrongTime;
      const total = await replayAllOf(database, personOf(live.person, visit), filter, perSecond);
      return total === null ? { ok: false, refusal: 'conflict' } : { ok: true, answer: { total } };
    },
    async 'POST operator/callbacks/give-up'({ body: { accountId, lane, id, reason }, caller: { live }, visit }) {
      const said = reason.trim();
      if (said === '') return { ok: false, refusal: 'invalid', fields: [{ field: 'reason', problem: 'empty' }] };
      const only = id === undefined ? undefined : readWebhookId(id);
      if (only === null) return notFound;
      const order = { accountId, lane, reason: said, ...(only === undefined ? {} : { only }) };
      return { ok: true, answer: { count: await giveUpCallbacks(database, personOf(live.person, visit), order) } };
    },
  } satisfies Partial<Handlers>;
}

/** The hash proves to the developer that it is us who call: nobody else sees it. */
const withoutHash = (body: string): string => body.replace(/"sha256Hash":"[^"]*"/, '"sha256Hash":"…"');

function placeOf(after: string | undefined) {
  const [, accountId, lane] = /^(\d+) (\S+)$/.exec(after ?? '') ?? [];
  return lane === undefined ? null : { accountId: Number(accountId), lane };
}

function itemOf({ oldestAt, slowUntil, ...lane }: ListedLane): RouteAnswer<'GET operator/callback-lanes'>['items'][number] {
  return { ...lane, oldestAt: oldestAt?.toISOString() ?? null, slowUntil: slowUntil?.toISOString() ?? null };
}
