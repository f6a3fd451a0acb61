// Reads callbacks for developers and operators: a page of an account's callbacks, and one callback
// with its log.

import { defined } from '@jokko/contract';
import type { RouteResult, RouteBody, RouteQuery } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import { adviceFor, countByState, loadAttempts, loadCallback, pageCallbacks } from './index.ts';
import type { CallbackFilter, ListedCallback, LoggedAttempt } from './index.ts';
import { webhookIdOf } from './sign.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Membership } from '../../platform/http/portal/caller.ts';
import { shownAddress } from '../../platform/http/portal/shown-address.ts';
import { notFound, refuseField, type Refused } from '../../platform/http/portal/refused.ts';

const attemptRows = 20;

type Page = { ok: true; answer: RouteResult<'GET callbacks'> } | Refused;
type One = { ok: true; answer: RouteResult<'GET callbacks/:id'> } | Refused;

export async function pageOf(
  session: Session,
  accountId: number,
  { after, transactionId, ...given }: RouteQuery<'GET callbacks'>,
): Promise<Page> {
  const filter = filterOf(given, accountId);
  if (filter === null) return wrongTime;
  const wanted = transactionId === undefined ? filter : { ...filter, operationId: transactionId };
  const rows = await pageCallbacks(session, wanted, { after: placeOf(after), limit: pageRowsRead });
  const { rows: shown, next } = cutPage(
    rows,
    (last) => `${last.createdUs}-${last.operationId}-${last.second ? 1 : 0}`,
  );

  return { ok: true, answer: { items: shown.map(listed), next } };
}

/** How many there are in each state; of a narrowed list only its days count. */
export async function countsOf(
  session: Session,
  accountId: number,
  given: RouteQuery<'GET callbacks/counts'>,
) {
  const filter = filterOf(given, accountId);
  if (filter === null) return wrongTime;
  const { since = null, until = null } = filter;
  return { ok: true as const, answer: await countByState(session, accountId, { since, until }) };
}

interface Asked {
  id: string;
  /** Attempts with smaller numbers. */
  after: string | undefined;
  /** Who asks. */
  membership: Membership;
}

export async function oneOf(
  session: Session,
  accountId: number,
  { id: webhookId, after, membership }: Asked,
): Promise<One> {
  const id = readWebhookId(webhookId);
  const callback = id === null ? null : await loadCallback(session, { ...id, accountId });
  if (callback === null) return notFound;
  const before = after === undefined ? undefined : Number(after);
  const rows = await loadAttempts(session, callback, attemptRows + 1, before);
  const log = rows.slice(0, attemptRows);
  const next = rows.length > attemptRows ? String(log.at(-1)!.number) : null;
  const { body } = callback;
  const url = shownAddress(membership, 'developer', callback.url);
  return { ok: true, answer: { ...listed(callback), url, body, log: log.map(logged), next } };
}

export const wrongTime = refuseField('since', 'invalidDate');

/** The last millisecond of the year 9999. */
const lastMs = Date.UTC(10_000, 0, 1) - 1;

/** Null when a time is none. */
export function filterOf(
  given: Omit<RouteBody<'POST callbacks/replay-all'>, 'perSecond'>,
  accountId: number,
) {
  const { since, until, ...rest } = given;
  const times = defined({
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  });
  if (Object.values(times).some((time) => !(time.getTime() >= 0 && time.getTime() <= lastMs)))
    return null;
  const filter: CallbackFilter & { accountId: number } = { ...rest, ...times, accountId };
  return filter;
}

function placeOf(after: string | undefined) {
  const [createdUs, operationId, second] = after?.split('-') ?? [];
  return createdUs === undefined
    ? null
    : { createdUs, operationId: operationId!, second: second === '1' };
}

export function readWebhookId(text: string): { operationId: string; second: boolean } | null {
  const [, operationId, second] = /^cb_(\d{1,18})(_2)?$/.exec(text) ?? [];
  return operationId === undefined ? null : { operationId, second: second !== undefined };
}

function listed(
  row: ListedCallback & { externalId: string },
): RouteResult<'GET callbacks'>['items'][number] {
  const {
    operationId,
    second,
    destination,
    state,
    attempts,
    createdAt,
    nextAttemptAt,
    closedAt,
    lastErrorClass,
    lastHttpStatus,
    givenUp,
  } = row;
  return {
    id: webhookIdOf(row),
    transactionId: operationId,
    externalId: row.externalId,
    second,
    destination,
    status: row.status,
    state,
    attempts,
    createdAt,
    nextAttemptAt,
    closedAt,
    lastErrorClass,
    lastHttpStatus,
    givenUp,
  };
}

const logged = (attempt: LoggedAttempt) => ({
  number: attempt.number,
  startedAt: attempt.startedAt,
  ...shownExchange(attempt),
});

export function shownExchange(attempt: Omit<LoggedAttempt, 'number' | 'startedAt'>) {
  const {
    durationMs,
    httpStatus,
    errorClass,
    timeoutPhase,
    address,
    dnsMs,
    connectMs,
    tlsMs,
    firstByteMs,
    tlsVersion,
  } = attempt;
  const { pinMatched, pinSeen, answer, answerCut, answerHeaders } = attempt;
  return {
    durationMs,
    httpStatus,
    errorClass,
    timeoutPhase,
    address,
    dnsMs,
    connectMs,
    tlsMs,
    firstByteMs,
    tlsVersion,
    pinMatched,
    pinSeen,
    answer: answer === null ? null : answer.toString('utf8'),
    answerCut,
    answerHeaders:
      answerHeaders === null
        ? null
        : Object.entries(answerHeaders).map(([name, value]) => ({ name, value })),
    advice:
      errorClass === null ? null : adviceFor({ errorClass, httpStatus, timeoutPhase, pinSeen }),
  };
}
