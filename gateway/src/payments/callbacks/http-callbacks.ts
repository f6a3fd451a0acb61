// Routes of callbacks: their log, sending again, trying a receiver. The account is always the
// membership's.

import type { Mode } from '../../platform/db/mode.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { loadAccount, showKey, reportedPartOf } from '../accounts/index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import {
  callbackAddressProblem,
  listReplaysOf,
  replayAllOf,
  replayOne,
  stopNoted,
} from './index.ts';
import type { AddressPolicy, Tester } from './index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { createTries } from '../../platform/http/portal/tries.ts';
import {
  countsOf,
  filterOf,
  oneOf,
  pageOf,
  readWebhookId,
  shownExchange,
  wrongTime,
} from './http-callback-reading.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import {
  conflict,
  notFound,
  refuseAddress,
  refuseField,
} from '../../platform/http/portal/refused.ts';

export interface CallbackHandlersDeps {
  database: Database;
  secrets: Secrets;
  mode: Mode;
  catalogue(): Catalogue;
  receivers: { guard: AddressPolicy['guard']; tester: Tester };
}

/** Tests of an account in a minute: a receiver of others must not be flooded from here. */
const testsPerMinute = 10;

export function callbackHandlers(deps: CallbackHandlersDeps) {
  const { database } = deps;
  return {
    'GET callbacks': ({ query, caller: { membership } }) =>
      pageOf(database, membership.accountId, query),
    'GET callbacks/counts': ({ query, caller: { membership } }) =>
      countsOf(database, membership.accountId, query),
    'GET callbacks/:id': ({ params, query, caller: { membership } }) =>
      oneOf(database, membership.accountId, { id: params.id, after: query.after, membership }),
    ...replayHandlers(deps),
    'POST callbacks/test': testHandler(deps),
  } satisfies Partial<Handlers>;
}

function replayHandlers({ database }: { database: Database }) {
  return {
    async 'POST callbacks/replay'({ body, caller: { session, membership }, visit }) {
      const id = readWebhookId(body.id);
      if (id === null) return notFound;
      const again = await replayOne(database, actorOf(session.user, visit), {
        ...id,
        accountId: membership.accountId,
      });
      return again ? { ok: true, answer: {} } : notFound;
    },
    async 'POST callbacks/replay-all'({
      body: { perSecond, ...given },
      caller: { session, membership },
      visit,
    }) {
      const filter = filterOf(given, membership.accountId);
      if (filter === null) return wrongTime;
      const total = await replayAllOf(database, actorOf(session.user, visit), filter, perSecond);
      return total === null ? conflict : { ok: true, answer: { total } };
    },
    async 'GET callback-replays'({ caller: { membership } }) {
      const replays = (await listReplaysOf(database, membership.accountId)).map((replay) => {
        const { id, state, startedAt, perSecond, total, released, delivered, due, abandoned } =
          replay;
        return {
          id,
          state,
          startedAt,
          perSecond,
          total,
          released,
          delivered,
          due,
          abandoned,
        };
      });
      return { ok: true, answer: { replays } };
    },
    async 'POST callback-replays/stop'({ body: { id }, caller: { session, membership }, visit }) {
      const who = actorOf(session.user, visit);
      const stopped = await stopNoted(database, who, id, membership.accountId);
      return stopped ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

function testHandler({
  database,
  secrets,
  mode,
  catalogue,
  receivers: { guard, tester },
}: CallbackHandlersDeps): Handlers['POST callbacks/test'] {
  const tries = createTries(testsPerMinute, 60_000);
  return async ({ body: { url, keyId }, caller: { session, membership }, visit }) => {
    const account = await loadAccount(database, membership.accountId);
    const service = catalogue().services[0];
    if (account === null || service === undefined) return conflict;
    const problem = callbackAddressProblem(url, {
      guard,
      httpAllowed: mode === 'sandbox' || account.allow_http_callbacks,
    });
    if (problem !== null) return refuseAddress('url', problem);
    // A test inbox takes whatever comes: what it accepts says nothing of a receiver.
    if (guard.isAnsweredHere(new URL(url))) return refuseField('url', 'notAllowed');
    const apiKey = await showKey(database, secrets, membership.accountId, keyId ?? null);
    if (apiKey === null && keyId !== undefined) return refuseField('keyId', 'notAllowed');
    const waitSeconds = tries.take(membership.accountId);
    if (waitSeconds > 0)
      return { ok: false, refusal: 'tooManyTries', retryAfterSeconds: waitSeconds };
    const { language } = session.user;
    await noteAudit(database, {
      who: actorOf(session.user, visit),
      action: 'callback.test',
      accountId: membership.accountId,
      new: { to: url },
    });
    const tested = await tester.test({
      accountId: membership.accountId,
      language,
      url,
      service,
      apiKey,
    });
    const { pinSeen, answer, answerHeaders, ...exchange } = tested.exchange;
    const reported = {
      ...exchange,
      pinSeen: pinSeen === null ? null : pinSeen.toString('base64'),
      answer,
      answerHeaders,
    };
    const hashKey = apiKey === null ? null : reportedPartOf(apiKey);
    return {
      ok: true,
      answer: {
        webhookId: tested.webhookId,
        body: tested.body,
        hashKey,
        checks: tested.checks?.map((each) => ({ ...each })) ?? null,
        ...shownExchange(reported),
      },
    };
  };
}
