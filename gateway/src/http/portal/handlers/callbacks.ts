// Routes of callbacks: their log, sending again, trying a receiver. The account is always the membership's.

import type { RouteAnswer, RouteBody } from '@jokko/contract/portal';
import { loadAccount } from '../../../domain/accounts/index.ts';
import {
  adviceFor,
  callbackAddressProblem,
  listReplaysOf,
  loadAttempts,
  loadCallback,
  pageCallbacks,
  replayAllOf,
  replayOne,
  shownText,
  stopReplayOf,
} from '../../../domain/callbacks/index.ts';
import type { AddressPolicy, CallbackFilter, ListedCallback, LoggedAttempt, Tester } from '../../../domain/callbacks/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { createTries } from '../tries.ts';

export interface CallbackHandlersDeps {
  people: PeopleDeps;
  mode: 'sandbox' | 'live';
  catalogue(): Catalogue;
  receivers: { guard: AddressPolicy['guard']; tester: Tester };
}

const pageRows = 50;
const attemptRows = 20;
/** Tests of an account in a minute: a receiver of others must not be flooded from here. */
const testsPerMinute = 10;

const notFound: Refused = { ok: false, refusal: 'notFound' };
const conflict: Refused = { ok: false, refusal: 'conflict' };

export function callbackHandlers(deps: CallbackHandlersDeps) {
  const { database } = deps.people;
  return {
    async 'GET callbacks'({ query: { after, transactionId, ...given }, caller: { membership } }) {
      const filter = filterOf(given, membership.accountId);
      if (filter === null) return wrongTime;
      const wanted = transactionId === undefined ? filter : { ...filter, operationId: transactionId };
      const rows = await pageCallbacks(database, wanted, { after: placeOf(after), limit: pageRows + 1 });
      const shown = rows.slice(0, pageRows);
      const last = shown.at(-1);
      const next = rows.length > pageRows && last !== undefined ? `${last.createdUs}-${last.operationId}-${last.second ? 1 : 0}` : null;
      return { ok: true, answer: { items: shown.map(listed), next } };
    },
    async 'GET callbacks/:id'({ params, query: { after }, caller: { membership } }) {
      const id = readWebhookId(params.id);
      const callback = id === null ? null : await loadCallback(database, { ...id, accountId: membership.accountId });
      if (callback === null) return notFound;
      const before = after === undefined ? undefined : Number(after);
      const rows = await loadAttempts(database, callback, attemptRows + 1, before);
      const log = rows.slice(0, attemptRows);
      const next = rows.length > attemptRows ? String(log.at(-1)!.number) : null;
      const { url, body } = callback;
      return { ok: true, answer: { ...listed(callback), url, body, log: log.map(logged), next } };
    },
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
    async 'POST callback-replays/stop'({ body: { id }, caller: { membership } }) {
      return (await stopReplayOf(database, id, membership.accountId)) ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

function testHandler({
  people: { database },
  mode,
  catalogue,
  receivers: { guard, tester },
}: CallbackHandlersDeps): Handlers['POST callbacks/test'] {
  const tries = createTries(testsPerMinute, 60_000);
  return async ({ body: { url }, caller: { live, membership } }) => {
    const account = await loadAccount(database, membership.accountId);
    const service = catalogue().services[0];
    if (account === null || service === undefined) return conflict;
    const problem = callbackAddressProblem(url, { guard, httpAllowed: mode === 'sandbox' || account.allow_http_callbacks });
    if (problem !== null) return { ok: false, refusal: 'invalid', fields: [{ field: 'url', problem }] };
    const waitSeconds = tries.take(membership.accountId);
    if (waitSeconds > 0) return { ok: false, refusal: 'tooManyTries', retryAfterSeconds: waitSeconds };
    const { language } = live.person;
    const tested = await tester.test({ accountId: membership.accountId, language, url, service });
    const { pinSeen, answer, answerHeaders, ...exchange } = tested.exchange;
    const told = { ...exchange, pinSeen: pinSeen === null ? null : pinSeen.toString('base64'), answer, answerHeaders };
    return { ok: true, answer: { webhookId: tested.webhookId, body: tested.body, ...shownExchange(told) } };
  };
}

const wrongTime: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'since', problem: 'invalidDate' }] };

/** Null when a time is none. */
function filterOf(given: Omit<RouteBody<'POST callbacks/replay-all'>, 'perSecond'>, accountId: number) {
  const { since, until, ...rest } = given;
  const times = { ...(since === undefined ? {} : { since: new Date(since) }), ...(until === undefined ? {} : { until: new Date(until) }) };
  if (Object.values(times).some((time) => Number.isNaN(time.getTime()))) return null;
  const filter: CallbackFilter & { accountId: number } = { ...rest, ...times, accountId };
  return filter;
}

function placeOf(after: string | undefined) {
  const [createdUs, operationId, second] = after?.split('-') ?? [];
  return createdUs === undefined ? null : { createdUs, operationId: operationId!, second: second === '1' };
}

function readWebhookId(text: string): { operationId: string; second: boolean } | null {
  const [, operationId, second] = /^cb_(\d{1,18})(_2)?$/.exec(text) ?? [];
  return operationId === undefined ? null : { operationId, second: second !== undefined };
}

function listed(row: ListedCallback): RouteAnswer<'GET callbacks'>['items'][number] {
  const { operationId, second, lane, state, attempts, createdAt, nextAttemptAt, closedAt, lastErrorClass, lastHttpStatus } = row;
  return {
    ...{ id: `cb_${operationId}${second ? '_2' : ''}`, transactionId: operationId, second, lane, status: row.status, state, attempts },
    ...{ createdAt: createdAt.toISOString(), nextAttemptAt: nextAttemptAt?.toISOString() ?? null },
    ...{ closedAt: closedAt?.toISOString() ?? null, lastErrorClass, lastHttpStatus },
  };
}

const logged = (attempt: LoggedAttempt) => ({
  number: attempt.number,
  startedAt: attempt.startedAt.toISOString(),
  ...shownExchange(attempt),
});

function shownExchange(attempt: Omit<LoggedAttempt, 'number' | 'startedAt'>) {
  const { durationMs, httpStatus, errorClass, timeoutPhase, address, dnsMs, connectMs, tlsMs, firstByteMs, tlsVersion } = attempt;
  const { pinMatched, pinSeen, answer, answerCut, answerHeaders } = attempt;
  return {
    ...{ durationMs, httpStatus, errorClass, timeoutPhase, address, dnsMs, connectMs, tlsMs, firstByteMs, tlsVersion, pinMatched, pinSeen },
    ...{ answer: answer === null ? null : shownText(answer.toString('utf8')), answerCut },
    answerHeaders:
      answerHeaders === null
        ? null
        : Object.entries(answerHeaders).map(([name, value]) => ({ name: shownText(name), value: shownText(value) })),
    advice: errorClass === null ? null : adviceFor({ errorClass, httpStatus, timeoutPhase, pinSeen }),
  };
}
