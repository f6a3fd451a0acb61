// Routes of callbacks: their log, sending again, trying a receiver. The account is always the membership's.

import { loadAccount, showKey, toldPartOf } from '../../../domain/accounts/index.ts';
import { changeWithAudit, noteAudit } from '../../../domain/audit/index.ts';
import { callbackAddressProblem, listReplaysOf, replayAllOf, replayOne, stopReplayOf } from '../../../domain/callbacks/index.ts';
import type { AddressPolicy, Tester } from '../../../domain/callbacks/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { createTries } from '../tries.ts';
import { filterOf, oneOf, pageOf, readWebhookId, shownExchange, wrongTime } from './callback-reading.ts';

export interface CallbackHandlersDeps {
  people: PeopleDeps;
  mode: 'sandbox' | 'live';
  catalogue(): Catalogue;
  receivers: { guard: AddressPolicy['guard']; tester: Tester };
}

/** Tests of an account in a minute: a receiver of others must not be flooded from here. */
const testsPerMinute = 10;

const notFound: Refused = { ok: false, refusal: 'notFound' };
const conflict: Refused = { ok: false, refusal: 'conflict' };

export function callbackHandlers(deps: CallbackHandlersDeps) {
  const { database } = deps.people;
  return {
    'GET callbacks': ({ query, caller: { membership } }) => pageOf(database, membership.accountId, query),
    'GET callbacks/:id': ({ params, query, caller: { membership } }) => oneOf(database, membership.accountId, params.id, query.after),
    ...replayHandlers(deps.people),
    'POST callbacks/test': testHandler(deps),
  } satisfies Partial<Handlers>;
}

function replayHandlers({ database }: PeopleDeps) {
  return {
    async 'POST callbacks/replay'({ body, caller: { live, membership }, visit }) {
      const id = readWebhookId(body.id);
      if (id === null) return notFound;
      const again = await replayOne(database, personOf(live.person, visit), { ...id, accountId: membership.accountId });
      return again ? { ok: true, answer: {} } : notFound;
    },
    async 'POST callbacks/replay-all'({ body: { perSecond, ...given }, caller: { live, membership }, visit }) {
      const filter = filterOf(given, membership.accountId);
      if (filter === null) return wrongTime;
      const total = await replayAllOf(database, personOf(live.person, visit), filter, perSecond);
      return total === null ? conflict : { ok: true, answer: { total } };
    },
    async 'GET callback-replays'({ caller: { membership } }) {
      const replays = (await listReplaysOf(database, membership.accountId)).map((replay) => {
        const { id, state, startedAt, perSecond, total, released, delivered, due, parked } = replay;
        return { id, state, startedAt: startedAt.toISOString(), perSecond, total, released, delivered, due, parked };
      });
      return { ok: true, answer: { replays } };
    },
    async 'POST callback-replays/stop'({ body: { id }, caller: { live, membership }, visit }) {
      const { accountId } = membership;
      const entry = { who: personOf(live.person, visit), action: 'replay.stop', accountId, subject: `replay/${id}` };
      const stopped = await changeWithAudit(database, async (session) => {
        const result = await stopReplayOf(session, id, accountId);
        return { result, entry: result ? entry : null };
      });
      return stopped ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

function testHandler({
  people: { database, secrets },
  mode,
  catalogue,
  receivers: { guard, tester },
}: CallbackHandlersDeps): Handlers['POST callbacks/test'] {
  const tries = createTries(testsPerMinute, 60_000);
  return async ({ body: { url, keyId }, caller: { live, membership }, visit }) => {
    const account = await loadAccount(database, membership.accountId);
    const service = catalogue().services[0];
    if (account === null || service === undefined) return conflict;
    const problem = callbackAddressProblem(url, { guard, httpAllowed: mode === 'sandbox' || account.allow_http_callbacks });
    if (problem !== null) return { ok: false, refusal: 'invalid', fields: [{ field: 'url', problem }] };
    const apiKey = await showKey(database, secrets, membership.accountId, keyId ?? null);
    if (apiKey === null && keyId !== undefined)
      return { ok: false, refusal: 'invalid', fields: [{ field: 'keyId', problem: 'notAllowed' }] };
    const waitSeconds = tries.take(membership.accountId);
    if (waitSeconds > 0) return { ok: false, refusal: 'tooManyTries', retryAfterSeconds: waitSeconds };
    const { language } = live.person;
    // Without path and query: there may be a secret in them.
    const to = new URL(url).origin;
    await noteAudit(database, { who: personOf(live.person, visit), action: 'callback.test', accountId: membership.accountId, new: { to } });
    const tested = await tester.test({ accountId: membership.accountId, language, url, service, apiKey });
    const { pinSeen, answer, answerHeaders, ...exchange } = tested.exchange;
    const told = { ...exchange, pinSeen: pinSeen === null ? null : pinSeen.toString('base64'), answer, answerHeaders };
    const hashKey = apiKey === null ? null : toldPartOf(apiKey);
    return { ok: true, answer: { webhookId: tested.webhookId, body: tested.body, hashKey, ...shownExchange(told) } };
  };
}
