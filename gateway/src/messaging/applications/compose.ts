// Composes a request: whether all recipients can be reached, in which parts, and at which price.
// Reads numbers against the routing in force; what only the database knows (balance, opt-outs,
// repetitions) is decided by the writer.

import { hash } from 'node:crypto';
import { readMsisdn, segmentText, smsScheduleDaysMax } from '@jokko/contract';
import { connectionFor, refundMask, type Route, type Routing } from '../routing/index.ts';
import type { SmsApp } from './app-directory.ts';
import { faultOfForm, faultOfRefusal, type FindFault } from './number-fault.ts';
import type { Destination, Order, Recipients } from './order.ts';
import { endOfQuiet } from './quiet.ts';

const dayMs = 86_400_000;

/** What a request asks, its form checked. */
export interface SendRequest {
  /** As it will be sent, when a connection shows it. */
  sender: string;
  content: string;
  /** As the client wrote them. */
  msisdns: readonly string[];
  idempotencyKey: string | null;
  /** When to send, ms since 1970; null: now. */
  scheduleAtMs: number | null;
  /** Where delivery reports are pushed; null: to the app's address. */
  reportUrl: string | null;
}

export interface ComposeDeps {
  routing: Routing;
  /** ms since 1970 on the database's clock. */
  nowMs: number;
  /** Operators of ported numbers, by digits. */
  ported: ReadonlyMap<string, string>;
}

/** Problems by number, as the client wrote it. */
export interface NumbersRefused {
  type: 'numbers';
  problems: ReadonlyMap<string, FindFault>;
}
export type ComposeRefusal =
  | NumbersRefused
  | { type: 'tooManyParts'; parts: number; partsMax: number }
  /** Nothing is left of the text that a phone would show. */
  | { type: 'emptyText' }
  /** No connection of some recipient's route shows this sender or a replacement. */
  | { type: 'senderNotAllowed' }
  | { type: 'scheduleAt'; problem: 'past' | 'tooFar' };
export type Composed = { ok: true; order: Order } | { ok: false; refusal: ComposeRefusal };

export function composeOrder(app: SmsApp, request: SendRequest, deps: ComposeDeps): Composed {
  const { text, encoding, parts } = segmentText(request.content, {
    transliterate: app.transliterate,
  });
  if (parts.length > app.partsMax)
    return refuse({ type: 'tooManyParts', parts: parts.length, partsMax: app.partsMax });
  if (isEmpty(text)) return refuse({ type: 'emptyText' });
  const { scheduleAtMs } = request;
  if (scheduleAtMs !== null && scheduleAtMs <= deps.nowMs)
    return refuse({ type: 'scheduleAt', problem: 'past' });
  if (scheduleAtMs !== null && scheduleAtMs > deps.nowMs + smsScheduleDaysMax * dayMs)
    return refuse({ type: 'scheduleAt', problem: 'tooFar' });
  const startMs = scheduleAtMs ?? deps.nowMs;
  const read = readRecipients(request.msisdns, app, deps);
  if (read.problems.size > 0) return refuse({ type: 'numbers', problems: read.problems });
  const destinations: Destination[] = [];
  for (const route of read.routes) {
    const choice = connectionFor(route, request.sender);
    if (choice === null || !choice.ok) return refuse({ type: 'senderNotAllowed' });
    const { country, operator, pricePerPart, currency, timeZone, refundStates } = route;
    const dueAtMs = app.quiet === null ? null : endOfQuiet(startMs, app.quiet, timeZone);
    destinations.push({
      country,
      operator,
      connection: choice.connection.name,
      price: pricePerPart * BigInt(parts.length),
      currency,
      refundStates: refundMask(refundStates),
      dueAtMs: dueAtMs ?? scheduleAtMs,
    });
  }
  const lastDueMs = Math.max(...destinations.map(({ dueAtMs }) => dueAtMs ?? startMs));
  const order: Order = {
    app,
    routingVersion: deps.routing.version,
    sender: request.sender,
    text,
    encoding,
    parts: parts.length,
    recipients: { ...read.recipients, destinations },
    idempotency:
      request.idempotencyKey === null
        ? null
        : { key: request.idempotencyKey, fingerprint: fingerprintOf(request, app) },
    textHash: app.duplicateWindowMs === null ? null : digest(request.sender, text),
    scheduledAtMs: scheduleAtMs,
    reportUrl: request.reportUrl ?? app.reportUrl,
    validForMs: Math.round(lastDueMs - startMs + app.validityMs),
  };
  return { ok: true, order };
}

/** White space only: invisible characters are left out of a text. */
export const isEmpty = (text: string): boolean => text.trim() === '';

const refuse = (refusal: ComposeRefusal): Composed => ({ ok: false, refusal });

/**
 * Recipients by the route that they share: thousands of numbers have a few routes. Duplicates count
 * once (rule X3).
 */
export function readRecipients(
  numbers: readonly string[],
  app: Pick<SmsApp, 'acceptWithoutPlus'>,
  deps: Pick<ComposeDeps, 'routing' | 'ported'>,
) {
  const problems = new Map<string, FindFault>();
  const msisdns: string[] = [];
  const given: string[] = [];
  const seen = new Set<string>();
  const routes: Route[] = [];
  const indexOf = new Map<Route, number>();
  const counts: number[] = [];
  const destinationOf = new Uint16Array(numbers.length);
  for (const number of numbers) {
    const digits = readMsisdn(number, app);
    if (digits === null) {
      problems.set(number, () => faultOfForm(number, deps.routing));
      continue;
    }
    if (seen.has(digits)) continue;
    seen.add(digits);
    const found = deps.routing.routeOf(digits, deps.ported.get(digits));
    if (!found.ok) {
      problems.set(number, () => faultOfRefusal(digits, found.refusal, deps.routing));
      continue;
    }
    let index = indexOf.get(found.route);
    if (index === undefined) {
      index = routes.push(found.route) - 1;
      indexOf.set(found.route, index);
      counts.push(0);
    }
    counts[index]! += 1;
    destinationOf[msisdns.length] = index;
    msisdns.push(digits);
    given.push(number);
  }
  const recipients: Omit<Recipients, 'destinations'> = {
    msisdns,
    given,
    destinationOf: destinationOf.subarray(0, msisdns.length),
    counts,
  };
  return { problems, routes, recipients };
}

/**
 * Equal for requests that ask the same, whatever the order of the body's members and the spelling
 * of its numbers.
 */
export function fingerprintOf(
  { sender, content, msisdns, scheduleAtMs, reportUrl }: SendRequest,
  app: Pick<SmsApp, 'acceptWithoutPlus'>,
): Buffer {
  return digest(
    ...(scheduleAtMs === null ? [] : [`at ${scheduleAtMs}`]),
    ...(reportUrl === null ? [] : [`to ${reportUrl}`]),
    sender,
    content,
    ...new Set(msisdns.map((given) => readMsisdn(given, app) ?? given)),
  );
}

function digest(...texts: readonly string[]): Buffer {
  // No text contains NUL: the body's reader refuses it.
  return hash('sha256', texts.join('\0'), 'buffer');
}
