// The connector of a virtual node to the simulated provider. Nothing travels by HTTP: the order is
// the provider's own type.

import type {
  Capabilities,
  Connector,
  Intent,
  Outcome,
  Prepared,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import {
  about,
  failed,
  notSent,
  pending,
  queryOnly,
  queryThenReplay,
  liveQuiescenceMs,
  succeeded,
  unknown,
} from '@jokko/connectors/kit';
import type { Answered, Entry, Provider, ProviderOrder } from './provider.ts';
import type { RouteName } from './shop.ts';

type Deliver = (delayMs: number, run: () => void) => void;

/** Null in what only reads the configuration. */
export interface ConnectorDeps {
  provider: Provider;
  deliver: Deliver;
  quiescenceMs?: number;
  lostIsFailed?: true;
}

const resolutionOf = (route: RouteName, quiescenceMs = liveQuiescenceMs) =>
  route === 'REPLAYS' ? queryThenReplay(quiescenceMs) : queryOnly(quiescenceMs);

const capabilitiesOf = (route: RouteName, quiescenceMs?: number): Capabilities => ({
  operations: ['payout', 'collect'],
  idempotency: route === 'REPLAYS' ? 'replay-key' : 'none',
  replay: route === 'REPLAYS' ? 'same-bytes' : 'never',
  notification: { mode: 'push', auth: 'hmac', bookable: true },
  queryBy: ['ours'],
  tells: route === 'ONCE' ? ['amount', 'currency', 'party'] : [],
  refund: 'full',
  cancelPending: route === 'REPLAYS',
  balance: false,
  listBills: false,
  quote: false,
  inquiry: false,
  resolution: resolutionOf(route, quiescenceMs),
  limits: { concurrency: 4, timeoutMs: 30_000 },
});

const codeWindowMs = 15 * 60_000;
/** What a payer who does not mistype hands in. */
export const rightCode = '123456';
/** The value of `refs.session` while nothing was sent and the payer's code is awaited. */
const awaitsCode = 'code';

/**
 * Every other collection of the route that is paid by a code: the step that brings it is the
 * payment.
 */
export const isByCode = (route: RouteName, direction: 'DEBIT' | 'CREDIT', phone: string): boolean =>
  route === 'ONCE' && direction === 'CREDIT' && Number(phone.at(-1)) % 2 === 0;

/** For the catalogue, before there are nodes. */
export const stubConnector = (route: RouteName): Connector => connectorOf(route, null);

export function connectorOf(route: RouteName, deps: ConnectorDeps | null): Connector {
  const { provider, deliver, quiescenceMs, lostIsFailed } = deps ?? neverUsed;
  const read = (answered: Answered, refs: Refs): Outcome => {
    if (answered.kind === 'not sent') return notSent(refs, 'connection refused');
    if (answered.kind !== 'entry')
      return lostIsFailed === true
        ? bareOutcomeOf({ state: 'refused' }, refs)
        : unknown(refs, 'timeout', resolutionOf(route, quiescenceMs));
    return outcomeOf(answered.entry, refs);
  };
  const ask = async (answering: Promise<Answered>, refs: Refs): Promise<QueryOutcome> => {
    const answered = await answering;
    if (answered.kind === 'absent') return { kind: 'absent', refs };
    if (
      answered.kind === 'entry' &&
      answered.entry.reversed !== null &&
      answered.entry.state === 'executed'
    )
      return { kind: 'reversed', refs };
    return read(answered, refs);
  };
  const send = async (prepared: Prepared): Promise<Outcome> =>
    read(await provider.order(orderOf(prepared), deliver), prepared.refs);
  const query = (context: { now(): number }, refs: Refs): Promise<QueryOutcome> =>
    refs.session === awaitsCode
      ? Promise.resolve(waiting(refs, context.now()))
      : ask(provider.query(refs.ours, deliver), refs);
  const isFirstOfCode = (intent: Intent) =>
    isByCode(route, intent.kind === 'collect' ? 'CREDIT' : 'DEBIT', intent.phone);
  const prepare = (intent: Intent, ours: string, original: string | null): Prepared => ({
    refs: { ours },
    method: 'POST',
    path: '/orders',
    body: JSON.stringify({
      route,
      reference: ours,
      purpose: original === null ? 'execute' : 'refund',
      original,
      phone: intent.phone,
      amount: String(intent.amount),
      currency: intent.currency,
    }),
  });
  return {
    name: route,
    configForm: [],
    capabilities: () => capabilitiesOf(route, quiescenceMs),
    checkConfig: () => [],
    validate: () => null,
    isParty: (intent, party) => party === intent.phone,
    prepare: (_config, intent, ours) =>
      isFirstOfCode(intent)
        ? { refs: { ours }, method: 'POST', path: '/code', body: '{}' }
        : prepare(intent, ours, null),
    execute: (context, intent, prepared) =>
      isFirstOfCode(intent)
        ? Promise.resolve(
            askCode({ ...prepared.refs, until: String(context.now() + codeWindowMs) }),
          )
        : send(prepared),
    prepareStep(_config, intent, { until }, ours) {
      const { refs, ...request } = prepare(intent, ours, null);
      return { refs: { ...refs, until }, ...request, step: 'code' };
    },
    executeStep(_context, _intent, prepared, input) {
      if (input === null) return Promise.resolve(notSent(prepared.refs, 'the code is gone'));
      return input.otp === rightCode ? send(prepared) : Promise.resolve(askCode(prepared.refs));
    },
    query: (context, _intent, refs) => query(context, refs),
    receive: () => ({ reply: { status: 404 }, events: [] }),
    cancel: (_context, _intent, refs) => ask(provider.cancel(refs.ours, deliver), refs),
    prepareRefund: (_config, intent, original, ours) => prepare(intent, ours, original.ours),
    executeRefund: (_context, _intent, prepared) => send(prepared),
    queryRefund: (context, _intent, refs) => query(context, refs),
  };
}

function askCode(refs: Refs): Outcome {
  const challenge = { otp: { digits: rightCode.length }, expiresInMs: codeWindowMs };
  return pending({ ...refs, session: awaitsCode }, 'payer', challenge);
}

/** Until the payer's time is over, and then failed: nothing was sent. */
function waiting(refs: Refs, now: number): Outcome {
  if (now <= Number(refs['until'])) return pending(refs, 'payer');
  return failed(refs, { catalogue: 'unknown_error', provider: 'expired', retryable: 'never' });
}

/**
 * The result of an entry, as its notices say it too. One of the two protocols names what it is
 * about.
 */
export function outcomeOf(entry: Entry, refs: Refs): Outcome {
  const all = { ...refs, theirs: entry.theirs };
  const { route, reference: ours, amount, currency, phone: party } = entry;
  const said = bareOutcomeOf(entry, all);
  return route === 'ONCE' ? about(said, { ours, amount, currency, party }) : said;
}

function bareOutcomeOf({ state }: Pick<Entry, 'state'>, refs: Refs): Outcome {
  if (state === 'executed') return succeeded(refs);
  if (state === 'working') return pending(refs, 'provider');
  return failed(refs, { catalogue: 'unknown_error', provider: 'refused', retryable: 'never' });
}

function orderOf({ body }: Prepared): ProviderOrder {
  const order = JSON.parse(body) as Omit<ProviderOrder, 'amount'> & { amount: string };
  return { ...order, amount: BigInt(order.amount) };
}

const never = (): never => {
  throw new Error('a catalogue alone reaches no provider');
};
const neverUsed: ConnectorDeps = {
  provider: { order: never, query: never, cancel: never, book: [], heal: never },
  deliver: never,
};
