// One payment as the core leads it, made short: sent, asked about, sent again where absence is
// proven and the connector allows it, and sometimes refunded. Every result is compared with the
// order first, as the core does (F29).

import type { Connector } from '../connector.ts';
import type { QueryOutcome, Refs } from '../outcome.ts';
import type { Prepared } from '../connector.ts';
import type { Order } from './fixture.ts';
import type { Subject } from './fixture.ts';
import type { TestContext } from './test-context.ts';

export type LifeState =
  'ready' | 'resend' | 'pending' | 'unknown' | 'succeeded' | 'failed' | 'reversed';

/** An attempt: the payment itself or, later, its refund. */
export interface Exchange {
  purpose: 'execute' | 'refund';
  prepared: Prepared;
  refs: Refs;
  state: LifeState;
  sentAtMs: number;
  absences: number;
  /** How it came to its end, for the report. */
  story: string[];
}
export interface Life {
  order: Order;
  wantsRefund: boolean;
  payment: Exchange;
  refund: Exchange | null;
}

export interface LifeDeps<Config> {
  subject: Subject<Config>;
  connector: Connector<Config>;
  context: TestContext<Config>;
  /** Virtual ms. */
  now(): number;
  random(): number;
  newReference(): string;
}

const finals: readonly LifeState[] = ['succeeded', 'failed', 'reversed'];
export const isOver = ({ state }: Exchange): boolean => finals.includes(state);

export function newExchange(purpose: Exchange['purpose'], prepared: Prepared): Exchange {
  const { refs } = prepared;
  return { purpose, prepared, refs, state: 'ready', sentAtMs: 0, absences: 0, story: [] };
}

/** Moves a life on by one call to the provider; nothing when it is over. */
export async function turn<Config>(deps: LifeDeps<Config>, life: Life): Promise<void> {
  const exchange = life.refund ?? life.payment;
  if (!isOver(exchange)) {
    await apply(deps, life, exchange, await callProvider(deps, life, exchange));
    return;
  }
  const { connector, context } = deps;
  const { refundOf } = connector.capabilities(context.config);
  const isOfKind = refundOf?.includes(life.order.intent.kind) !== false;
  const canRefund = connector.prepareRefund !== undefined && isOfKind && life.wantsRefund;
  if (!canRefund || life.refund !== null || life.payment.state !== 'succeeded') return;
  const { order, payment } = life;
  life.refund = newExchange(
    'refund',
    connector.prepareRefund!(context.config, order.intent, payment.refs, deps.newReference()),
  );
}

async function callProvider<Config>(
  { connector, context, now }: LifeDeps<Config>,
  { order: { intent } }: Life,
  exchange: Exchange,
): Promise<QueryOutcome> {
  const { state, prepared, purpose, refs } = exchange;
  if (state === 'ready' || state === 'resend') {
    exchange.sentAtMs = now();
    const how = state === 'ready' ? 'first' : 'replay';
    return purpose === 'execute'
      ? connector.execute(context, intent, prepared, how)
      : connector.executeRefund!(context, intent, prepared, how);
  }
  return purpose === 'execute'
    ? connector.query(context, intent, refs)
    : (connector.queryRefund ?? connector.query)(context, intent, refs);
}

/** Applies what was heard: an answer, a status query or a notice that may be booked. */
export async function apply<Config>(
  deps: LifeDeps<Config>,
  life: Life,
  exchange: Exchange,
  outcome: QueryOutcome,
): Promise<void> {
  if (isOver(exchange)) return;
  const wasSending = exchange.state === 'ready' || exchange.state === 'resend';
  if (isAnothers(deps, life, exchange, outcome)) {
    exchange.story.push(`another's ${outcome.kind}`);
    if (wasSending) exchange.state = 'unknown';
    return;
  }
  exchange.story.push(outcome.kind);
  switch (outcome.kind) {
    case 'succeeded':
      exchange.refs = { ...exchange.refs, ...outcome.refs };
      exchange.state = 'succeeded';
      return;
    case 'failed':
      exchange.state = 'failed';
      return;
    case 'reversed':
      exchange.state = 'reversed';
      return;
    case 'not_sent':
      if (exchange.state === 'resend') exchange.state = 'unknown';
      return;
    case 'pending':
      exchange.refs = { ...exchange.refs, ...outcome.refs };
      exchange.state = 'pending';
      if (outcome.challenge !== undefined) await answerChallenge(deps, life, exchange, outcome);
      return;
    case 'unknown':
      exchange.refs = { ...exchange.refs, ...outcome.refs };
      if (wasSending) exchange.state = 'unknown';
      return;
    case 'absent':
      return absent(deps, life, exchange);
  }
}

/**
 * What the payer does about a challenge that our own page draws; a step is an attempt of its own.
 */
async function answerChallenge<Config>(
  deps: LifeDeps<Config>,
  life: Life,
  exchange: Exchange,
  outcome: Extract<QueryOutcome, { kind: 'pending' }>,
): Promise<void> {
  const { connector, context, subject } = deps;
  const { intent } = life.order;
  const input = await subject.payer?.(outcome.challenge!, deps.random);
  if (input === undefined || connector.prepareStep === undefined) return;
  const step = connector.prepareStep(
    context.config,
    intent,
    exchange.refs,
    deps.newReference(),
    input,
  );
  if ('catalogue' in step) return;
  Object.assign(exchange, {
    prepared: step,
    refs: step.refs,
    state: 'ready',
    sentAtMs: deps.now(),
    absences: 0,
  });
  exchange.story.push(`step ${step.step ?? ''}`);
  const answer = await connector.executeStep!(context, intent, step, input);
  if (answer.kind === 'not_sent') {
    exchange.state = 'pending';
    return;
  }
  await apply(deps, life, exchange, answer);
}

/**
 * Absence counts when seen twice after the quiescence time; then the connector's own way out is
 * taken.
 */
async function absent<Config>(
  deps: LifeDeps<Config>,
  life: Life,
  exchange: Exchange,
): Promise<void> {
  const { connector, context } = deps;
  const { resolution } = connector.capabilities(context.config);
  if (exchange.state === 'ready' || exchange.state === 'resend') exchange.state = 'unknown';
  if (deps.now() - exchange.sentAtMs < resolution.quiescenceMs) return;
  exchange.absences += 1;
  if (exchange.state !== 'unknown' || exchange.absences < 2) return;
  exchange.absences = 0;
  if (resolution.steps.includes('replaySameBytes')) exchange.state = 'resend';
  else if (resolution.steps.includes('timeoutReversal') && exchange.purpose === 'execute')
    await apply(
      deps,
      life,
      exchange,
      await connector.cancel!(context, life.order.intent, exchange.refs),
    );
  else exchange.state = 'failed';
}

function isAnothers<Config>(
  { connector }: LifeDeps<Config>,
  { order: { intent } }: Life,
  exchange: Exchange,
  outcome: QueryOutcome,
): boolean {
  if (!('claims' in outcome) || outcome.claims === undefined) return false;
  const { ours, amount, currency, party } = outcome.claims;
  return (
    (ours !== undefined && ours !== exchange.refs.ours) ||
    (amount !== undefined && amount !== intent.amount) ||
    (currency !== undefined && currency !== intent.currency) ||
    (party !== undefined && connector.isParty?.(intent, party) === false)
  );
}
