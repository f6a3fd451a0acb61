// How are callbacks read, by developers and by operators? A page of an account's, and one with its log.

import type { RouteAnswer, RouteBody, RouteQuery } from '@jokko/contract/portal';
import type { Session } from '../../../db/database.ts';
import { adviceFor, loadAttempts, loadCallback, pageCallbacks, shownText } from '../../../domain/callbacks/index.ts';
import type { CallbackFilter, ListedCallback, LoggedAttempt } from '../../../domain/callbacks/index.ts';
import type { Refused } from '../../../domain/people/index.ts';

const pageRows = 50;
const attemptRows = 20;

type Page = { ok: true; answer: RouteAnswer<'GET callbacks'> } | Refused;
type One = { ok: true; answer: RouteAnswer<'GET callbacks/:id'> } | Refused;

export async function pageOf(
  session: Session,
  accountId: number,
  { after, transactionId, ...given }: RouteQuery<'GET callbacks'>,
): Promise<Page> {
  const filter = filterOf(given, accountId);
  if (filter === null) return wrongTime;
  const wanted = transactionId === undefined ? filter : { ...filter, operationId: transactionId };
  const rows = await pageCallbacks(session, wanted, { after: placeOf(after), limit: pageRows + 1 });
  const shown = rows.slice(0, pageRows);
  const last = shown.at(-1);
  const next = rows.length > pageRows && last !== undefined ? `${last.createdUs}-${last.operationId}-${last.second ? 1 : 0}` : null;
  return { ok: true, answer: { items: shown.map(listed), next } };
}

/** `after`: attempts with smaller numbers. */
export async function oneOf(session: Session, accountId: number, webhookId: string, after: string | undefined): Promise<One> {
  const id = readWebhookId(webhookId);
  const callback = id === null ? null : await loadCallback(session, { ...id, accountId });
  if (callback === null) return { ok: false, refusal: 'notFound' };
  const before = after === undefined ? undefined : Number(after);
  const rows = await loadAttempts(session, callback, attemptRows + 1, before);
  const log = rows.slice(0, attemptRows);
  const next = rows.length > attemptRows ? String(log.at(-1)!.number) : null;
  const { url, body } = callback;
  return { ok: true, answer: { ...listed(callback), url, body, log: log.map(logged), next } };
}

export const wrongTime: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'since', problem: 'invalidDate' }] };

/** The last millisecond of the year 9999. */
const lastMs = Date.UTC(10_000, 0, 1) - 1;

/** Null when a time is none. */
export function filterOf(given: Omit<RouteBody<'POST callbacks/replay-all'>, 'perSecond'>, accountId: number) {
  const { since, until, ...rest } = given;
  const times = { ...(since === undefined ? {} : { since: new Date(since) }), ...(until === undefined ? {} : { until: new Date(until) }) };
  if (Object.values(times).some((time) => !(time.getTime() >= 0 && time.getTime() <= lastMs))) return null;
  const filter: CallbackFilter & { accountId: number } = { ...rest, ...times, accountId };
  return filter;
}

function placeOf(after: string | undefined) {
  const [createdUs, operationId, second] = after?.split('-') ?? [];
  return createdUs === undefined ? null : { createdUs, operationId: operationId!, second: second === '1' };
}

export function readWebhookId(text: string): { operationId: string; second: boolean } | null {
  const [, operationId, second] = /^cb_(\d{1,18})(_2)?$/.exec(text) ?? [];
  return operationId === undefined ? null : { operationId, second: second !== undefined };
}

function listed(row: ListedCallback): RouteAnswer<'GET callbacks'>['items'][number] {
  const { operationId, second, lane, state, attempts, createdAt, nextAttemptAt, closedAt, lastErrorClass, lastHttpStatus, givenUp } = row;
  return {
    ...{ id: `cb_${operationId}${second ? '_2' : ''}`, transactionId: operationId, second, lane, status: row.status, state, attempts },
    ...{ createdAt: createdAt.toISOString(), nextAttemptAt: nextAttemptAt?.toISOString() ?? null },
    ...{ closedAt: closedAt?.toISOString() ?? null, lastErrorClass, lastHttpStatus, givenUp },
  };
}

const logged = (attempt: LoggedAttempt) => ({
  number: attempt.number,
  startedAt: attempt.startedAt.toISOString(),
  ...shownExchange(attempt),
});

export function shownExchange(attempt: Omit<LoggedAttempt, 'number' | 'startedAt'>) {
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
