// Payments of a shop at the gateway. Results are applied in any order and any number of times; what
// is not known is never made a failure.

import { OutcomeUnknown, Refused, type Jokko } from 'jokko-sdk';
import { readAmount } from './amount.ts';
import { longestCallMs, type JokkoMedusaOptions } from './options.ts';
import {
  readChoice,
  recordOf,
  resultOf,
  unanswered,
  type PaymentOrder,
  type PaymentRecord,
} from './record.ts';
import type { Results } from './results.ts';
import type { Session, Sessions } from './sessions.ts';

export interface Payments {
  jokko: Jokko;
  options: JokkoMedusaOptions;
  sessions: Sessions;
  results: Results;
  logger: { warn(message: string): void; error(message: string): void };
}

/** Medusa must not go on: told to whoever asked. */
export class NotPossible extends Error {}

const refusedCode = 4000;
const notFoundCode = 4004;

interface NewPayment {
  sessionId: string;
  amount: string;
  currency: string;
  data: { [member: string]: unknown };
}

/** Sessions whose start this process has begun, and when. */
const starting = new Map<string, number>();
/** Carts for one of whose sessions this process orders. */
const ordering = new Set<string>();
/** Sessions that this process has refused: they may still be read, and order nothing. */
const refused = new Set<string>();
const refusedMax = 1_000;

/**
 * Orders the payment of a new session. Other payments of the cart must have ended: a customer would
 * pay twice. Medusa starts two sessions of a cart at once where the page asks twice, as by a double
 * click; at most one of them orders.
 */
export async function startPayment(
  payments: Payments,
  { sessionId, amount, currency, data }: NewPayment,
): Promise<PaymentRecord> {
  const choice = readChoice(payments.options, data);
  const order = { id: sessionId, ...choice, amount: readAmount(amount, currency), currency };
  // Medusa copies a session when it undoes a step: the customer has not asked for this payment.
  if (data['id'] !== undefined) return { ...unanswered(order), status: 'CANCELED' };
  starting.set(sessionId, Date.now());
  try {
    await checkCurrency(payments, currency);
    return await startAlone(payments, order);
  } finally {
    starting.delete(sessionId);
  }
}

async function startAlone(payments: Payments, order: PaymentOrder): Promise<PaymentRecord> {
  const cart = await payments.sessions.cartOf(order.id);
  if (ordering.has(cart)) return refuse(order.id);
  ordering.add(cart);
  try {
    // Read while nobody else orders here: what was ordered before is in it.
    const others = await payments.sessions.others(order.id);
    const ended = others.filter((other) => isStarted(other) || isAbandoned(payments, other));
    // One that this process has begun finds the cart taken. Another process may order at any
    // moment.
    const isOrdered = ({ id }: Session): boolean => !starting.has(id) && !refused.has(id);
    if (others.some((other) => !ended.includes(other) && isOrdered(other))) return refuse(order.id);
    for (const other of ended) await endPayment(payments, other);
    // Later, another process might take it for abandoned while it is being ordered.
    if (Date.now() - (starting.get(order.id) ?? 0) > longestCallMs(payments.options))
      return refuse(order.id);
    return await collect(payments, order);
  } finally {
    ordering.delete(cart);
    starting.delete(order.id);
  }
}

function refuse(id: string): never {
  const [oldest] = refused;
  if (refused.size >= refusedMax && oldest !== undefined) refused.delete(oldest);
  refused.add(id);
  throw new NotPossible(otherStarts);
}

export const otherStarts =
  'Another payment of this cart is being started. Try again in a minute, or complete the cart.';

/** Its start was answered: until then the data are the page's, which cannot know the id. */
const isStarted = (session: Session): boolean =>
  !isOpen(session) || session.data['id'] === session.id;

const roomMs = 60_000;

/**
 * Whoever started it has stopped before its answer was stored: a start orders within the time of
 * one call, and its order takes one more.
 */
const isAbandoned = ({ options }: Payments, session: Session): boolean =>
  !isStarted(session) &&
  !starting.has(session.id) &&
  Date.now() - session.createdAt.getTime() > 2 * longestCallMs(options) + roomMs;

/**
 * What is known of the payment of a session. An order of which the gateway knows nothing is given
 * again, under its id.
 */
export async function readPayment(payments: Payments, session: Session): Promise<PaymentRecord> {
  const record = await readResult(payments, session);
  // It is given back: nothing is bought with it, and nothing is over before the gateway says so.
  return record.cancelRequested && record.status === 'SUCCESS'
    ? { ...record, status: 'PENDING' }
    : record;
}

async function readResult(payments: Payments, session: Session): Promise<PaymentRecord> {
  const { jokko, options, results } = payments;
  const record = recordIn(session);
  const known = results.of(session.id);
  if (known !== undefined) return { ...record, ...known };
  if (session.status === 'error') return { ...record, status: 'FAILLED' };
  if (session.status === 'canceled') return { ...record, status: 'CANCELED' };
  try {
    const status = await jokko.status(session.id);
    if (status.isFinal) results.keep(session.id, status);
    return { ...record, ...resultOf(status) };
  } catch (error) {
    if (isRefused(error, notFoundCode) && isOpen(session)) {
      if (!isStarted(session)) return failAbandoned(payments, session, record);
      return collect(payments, { ...record, ...readChoice(options, session.data) });
    }
    // Asked too often, or no answer.
    if (error instanceof OutcomeUnknown || (error instanceof Refused && error.retryable))
      return record;
    throw error;
  }
}

/** Nobody may order it any more: another session of the cart is about to. */
async function failAbandoned(
  payments: Payments,
  session: Session,
  record: PaymentRecord,
): Promise<PaymentRecord> {
  if (!isAbandoned(payments, session)) throw new NotPossible(otherStarts);
  const error = { code: '', message: 'The payment was not ordered: its start was interrupted.' };
  const failed: PaymentRecord = { ...record, status: 'FAILLED', error };
  await payments.sessions.end(session, 'error', { ...session.data, ...failed });
  return failed;
}

/**
 * What Medusa says of the session, and nothing of its result: until the answer came, the data are
 * the page's.
 */
function recordIn({ id, amount, currency, data }: Session): PaymentRecord {
  const { service = '', phone = '', link = null, message = null } = data as Partial<PaymentRecord>;
  const order = { id, service, phone, amount: readAmount(amount, currency), currency };
  const cancelRequested = data['cancelRequested'] === true;
  return { ...unanswered(order), link, message, cancelRequested };
}

/** Medusa waits for its payment. */
export const isOpen = ({ status }: Session): boolean =>
  status === 'pending' || status === 'requires_more';

const ending = new Map<string, Promise<void>>();

/** Makes sure that a payment takes no money any more. Throws NotPossible where it has, or may. */
export function endPayment(payments: Payments, session: Session): Promise<void> {
  const { id } = session;
  // Medusa deletes the old session of a cart while it starts the new one.
  const under = ending.get(id) ?? end(payments, session).finally(() => ending.delete(id));
  ending.set(id, under);
  return under;
}

async function end(payments: Payments, session: Session): Promise<void> {
  const record = await readPayment(payments, session);
  const status = isOver(record.status) ? record.status : await cancel(payments, session, record);
  if (!isOpen(session)) return;
  // Completing a cart takes the first session that is open, whatever else has been paid.
  const isFailed = status === 'FAILLED';
  await payments.sessions.end(session, isFailed ? 'error' : 'canceled', {
    ...session.data,
    id: session.id,
    status,
    cancelRequested: !isFailed,
  });
}

/**
 * Returns how the payment ended: the gateway has canceled it, or has given back what came
 * meanwhile. After a lost answer it may still: nothing is bought with it then.
 */
async function cancel(
  payments: Payments,
  session: Session,
  { transactionId, status }: PaymentRecord,
): Promise<PaymentRecord['status']> {
  if (status === 'SUCCESS')
    throw new NotPossible('The payment has succeeded. Complete the cart: it is not paid again.');
  if (transactionId === null) throw new NotPossible(stillWaits);
  const note = (cancelRequested: boolean) =>
    payments.sessions.note(session, { ...session.data, id: session.id, cancelRequested });
  // Before it is asked: the success may be told meanwhile, and must not be captured.
  await note(true);
  const answer = await payments.jokko.refund(transactionId).catch((error: unknown) => {
    if (!isRefused(error, refusedCode)) throw error;
    return null;
  });
  if (answer?.status === 'SUCCESS') {
    const canceled = { transactionId, status: 'CANCELED', error: null } as const;
    payments.results.keep(session.id, canceled);
    return canceled.status;
  }
  if (answer === null) await note(false);
  const now = (await readPayment(payments, session)).status;
  if (!isOver(now)) throw new NotPossible(answer === null ? stillWaits : isBeingEnded);
  return now;
}

const stillWaits =
  'A payment still waits for the customer. Try again when it has failed, or complete the cart when it has succeeded.';
const isBeingEnded =
  'The payment is being ended: what it brings is given back. Try again in a minute.';

const isOver = (status: string): boolean => ['FAILLED', 'CANCELED', 'REFUNDED'].includes(status);

export const isRefused = (error: unknown, code: number): error is Refused =>
  error instanceof Refused && error.code === code;

/** A refusal with a payment has failed for good; one without is thrown. */
async function collect(payments: Payments, order: PaymentOrder): Promise<PaymentRecord> {
  const { jokko, options, results } = payments;
  const answered = await jokko
    .collect({
      id: order.id,
      service: order.service,
      phone: order.phone,
      amount: order.amount,
      callbackUrl: options.callbackUrl,
      redirect: options.redirect,
    })
    .then((payment) => recordOf(order, payment))
    .catch((error: unknown): PaymentRecord => {
      // Medusa forgets a session whose start throws, and a payment may be under way.
      if (error instanceof OutcomeUnknown) return unanswered(order);
      if (!isRefused(error, refusedCode) || error.payment === null) throw error;
      const { payment, reason, message } = error;
      return { ...recordOf(order, payment), error: { code: reason ?? '', message } };
    });
  return { ...answered, ...results.of(order.id) };
}

const currencies = new WeakMap<Jokko, Promise<string>>();

/** The account has one currency, which is asked for once. */
async function checkCurrency({ jokko }: Payments, currency: string): Promise<void> {
  const asked = currencies.get(jokko) ?? jokko.balance().then((balance) => balance.currency);
  currencies.set(jokko, asked);
  asked.catch(() => currencies.delete(jokko));
  const own = await asked;
  if (own !== currency)
    throw new NotPossible(`The account of the shop is kept in ${own}: ${currency} cannot be paid.`);
}
