// Checks how the core handles a provider's answer: every outcome, in every state of the attempt
// where it can arrive.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderError, QueryOutcome, Resolution } from '@jokko/connectors/kit';
import type { OperationEvent } from '../model/commands.ts';
import { stepOperation } from './execute.ts';
import { operationEventOf, refusalOf } from './read-outcome.ts';
import { refundAttempt } from './prepare-attempt.ts';
import type { ExecuteDeps } from './job.ts';
import type { Attempt, OperationState, OperationTerms } from '../model/operation.ts';
import type { Provider } from './providers.ts';
import { testAttempt, testNow, testOperation, unguarded } from '../testing.ts';

const quiescenceMs = 900_000;
const giveUpAfterMs = 72 * 3_600_000;
const resultWithinMs = 30 * 3_600_000;
const queryThenReplay: Resolution = {
  steps: ['query', 'replaySameBytes', 'manual'],
  notBeforeMs: 5_000,
  quiescenceMs,
  giveUpAfterMs,
};
const queryOnly: Resolution = { ...queryThenReplay, steps: ['query', 'manual'] };
const refs = { ours: 'ref-1', theirs: 'P1' };
const refused: ProviderError = {
  catalogue: 'no_opa_account',
  catalogueId: 44,
  provider: 'unknown_account',
  message: 'no account',
  retryable: 'never',
};
const queryDelayMs = 5_000;

interface Given {
  attempt?: Partial<Attempt>;
  state?: Partial<OperationState>;
  ageMs?: number;
  /** Since the payment began; absent: since it was sent. */
  openedMs?: number;
  resolution?: Resolution;
  alerts?: string[];
  /** The breaker of its route. */
  breaker?: 'open' | 'half_open';
}
function operationEvent(outcome: QueryOutcome, given: Given = {}): OperationEvent {
  const attempt = testAttempt(given.attempt);
  const operation = testOperation(
    {},
    { state: 'SENDING', attempts: attempt.number, ...given.state },
  );
  const nowMs = testNow.getTime() + (given.ageMs ?? 0);
  operation.createdAt = new Date(nowMs - (given.openedMs ?? given.ageMs ?? 0));
  const provider = {
    capabilities: { resolution: given.resolution ?? queryThenReplay },
    resultWithinMs,
  } as Provider;
  const deps = {
    now: () => nowMs,
    log: (_level: string, message: string) => given.alerts?.push(message),
    catalogue: () => ({
      service: () => ({ kind: 'payout' }),
      route: () => ({ breaker: given.breaker }),
    }),
    providers: { intentOf: () => ({ phone: '+221770000001' }) },
  } as unknown as ExecuteDeps;
  return operationEventOf(deps, { operation, attempt, fresh: false }, attempt, provider, outcome);
}

test('success and failure are booked, in whatever state the attempt is', () => {
  for (const state of ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const) {
    assert.deepEqual(operationEvent({ kind: 'succeeded', refs }, { attempt: { state } }), {
      type: 'succeed',
      refs,
    });
    const failed = operationEvent(
      { kind: 'failed', refs, error: refused, executed: 'no' },
      { attempt: { state } },
    );
    const proof = state === 'SENDING' ? 'provider_refused' : 'provider_failed';
    assert.deepEqual(failed, {
      type: 'fail',
      refs,
      refusal: { errorId: 44, message: 'no account' },
      proof,
    });
  }
});

test('what was bought is handed on', () => {
  const voucher = { type: 'METER_TOKEN', code: '1234-5678' } as const;
  const event = operationEvent({ kind: 'succeeded', refs, voucher });
  assert.deepEqual(event, { type: 'succeed', refs, voucher });
});

test('F23 a provider’s alert is logged for the operator', () => {
  const alerts: string[] = [];
  operationEvent(
    { kind: 'failed', refs, error: { ...refused, alert: 'float' }, executed: 'no' },
    { alerts },
  );
  assert.deepEqual(alerts, ['provider alert: float']);
});

test('a refusal without a known catalogue entry is told as execution error 29', () => {
  assert.deepEqual(refusalOf({ catalogue: 'never_heard_of', provider: 'x', retryable: 'never' }), {
    errorId: 29,
    message: null,
  });
  assert.equal(refusalOf({ ...refused, catalogueId: 57 }).errorId, 57);
});

test('a pending answer is taken up: stage, challenge, and the next look', () => {
  const challenge = { deepLinkUrl: 'https://pay.example/1', expiresInMs: 900_000 };
  const first = operationEvent({ kind: 'pending', refs, stage: 'payer', challenge });
  assert.deepEqual(first, { type: 'accept', refs, stage: 'payer', challenge, nextStepInMs: 3_000 });
  const asRequested = operationEvent({
    kind: 'pending',
    refs,
    stage: 'provider',
    nextQueryInMs: 777,
  });
  assert.deepEqual(asRequested, {
    type: 'accept',
    refs,
    stage: 'provider',
    challenge: null,
    nextStepInMs: 777,
  });
});

test('still pending is no news: the polls get rarer', () => {
  const given: Given = {
    attempt: { state: 'ACCEPTED', queries: 2 },
    state: { state: 'ACCEPTED', stage: 'payer' },
    ageMs: 20_000,
  };
  assert.deepEqual(operationEvent({ kind: 'pending', refs, stage: 'payer' }, given), {
    type: 'poll',
    absent: false,
    nextStepInMs: 15_000,
    escalate: null,
  });
  assert.equal(
    operationEvent({ kind: 'pending', refs, stage: 'provider' }, given).type,
    'accept',
    'the payer has approved',
  );
});

test('a refund that is still pending is no news either: its polls get rarer too', () => {
  const given: Given = {
    attempt: { state: 'ACCEPTED', purpose: 'refund', number: 2, queries: 10 },
    state: { state: 'REFUNDING', stage: null, attempts: 2 },
    ageMs: 3_600_000,
  };
  const expected: OperationEvent = {
    type: 'poll',
    absent: false,
    nextStepInMs: 600_000,
    escalate: null,
  };
  assert.deepEqual(operationEvent({ kind: 'pending', refs, stage: 'provider' }, given), expected);
});

test('F14 an unknown outcome of a sending is lost, and looked up after the provider’s own pause', () => {
  const unknown: QueryOutcome = {
    kind: 'unknown',
    refs,
    cause: 'timeout',
    resolve: queryThenReplay,
  };
  assert.deepEqual(operationEvent(unknown, { ageMs: 2_000 }), {
    type: 'lose_answer',
    refs,
    cause: 'timeout',
    nextStepInMs: 3_000,
  });
});

test('F62 a node that does not know yet that the database’s clock was moved asks no later for it', () => {
  const lost = { kind: 'unknown', refs, cause: 'http5xx', resolve: queryThenReplay } as const;
  const aDayBehind = operationEvent(lost, { ageMs: -24 * 3_600_000 });
  assert.deepEqual(aDayBehind, operationEvent(lost, { ageMs: 0 }));
});

test('an unclear status query changes nothing but the next look; after three days a human is told', () => {
  const unknown: QueryOutcome = {
    kind: 'unknown',
    refs,
    cause: 'http5xx',
    resolve: queryThenReplay,
  };
  const look = (ageMs: number, state: Attempt['state'], queries = 1) =>
    operationEvent(unknown, { attempt: { state, queries }, ageMs });
  assert.deepEqual(look(60_000, 'UNKNOWN'), {
    type: 'poll',
    absent: false,
    nextStepInMs: 30_000,
    escalate: null,
  });
  assert.deepEqual(look(60_000, 'ACCEPTED'), {
    type: 'poll',
    absent: false,
    nextStepInMs: 8_000,
    escalate: null,
  });
  assert.deepEqual(look(giveUpAfterMs + 1, 'UNKNOWN', 30), {
    type: 'poll',
    absent: false,
    nextStepInMs: 3_600_000,
    escalate: 'unknown_outcome',
  });
});

test('time alone opens no case: the provider was asked four times first', () => {
  const pending: QueryOutcome = { kind: 'pending', refs, stage: 'payer' };
  const opened = (state: 'ACCEPTED' | 'UNKNOWN', queries: number, ageMs: number) => {
    const event = operationEvent(state === 'UNKNOWN' ? absent : pending, {
      attempt: { state, queries },
      state: { state, stage: 'payer' },
      ageMs,
      resolution: { ...queryOnly, quiescenceMs: 2 * giveUpAfterMs },
    });
    return event.type === 'poll' ? event.escalate : event.type;
  };
  assert.equal(opened('UNKNOWN', 2, giveUpAfterMs + 1), null);
  assert.equal(opened('UNKNOWN', 3, giveUpAfterMs + 1), 'unknown_outcome');
  assert.equal(opened('UNKNOWN', 3, giveUpAfterMs), null);
  assert.equal(opened('ACCEPTED', 2, resultWithinMs), null);
  assert.equal(opened('ACCEPTED', 3, resultWithinMs), 'overdue_result');
  assert.equal(opened('ACCEPTED', 3, resultWithinMs - 1), null);
});

test('the query that finds a result overdue is made when its time is over, not a day later', () => {
  const given = (ageMs: number): Given => ({
    attempt: { state: 'ACCEPTED', queries: 90 },
    state: { state: 'ACCEPTED', stage: 'payer' },
    ageMs,
  });
  const delayOf = (ageMs: number) => {
    const event = operationEvent({ kind: 'pending', refs, stage: 'payer' }, given(ageMs));
    return event.type === 'poll' ? event.nextStepInMs : null;
  };
  assert.equal(delayOf(resultWithinMs - 60_000), 60_000);
  assert.equal(delayOf(resultWithinMs), 24 * 3_600_000);
});

const notSent: QueryOutcome = { kind: 'not_sent', refs, cause: 'ECONNREFUSED' };
test('what certainly did not leave goes back to be sent again, ever later', () => {
  assert.deepEqual(operationEvent(notSent), {
    type: 'unsend',
    cause: 'ECONNREFUSED',
    retryInMs: 2_000,
  });
  assert.deepEqual(operationEvent(notSent, { attempt: { number: 3 } }), {
    type: 'unsend',
    cause: 'ECONNREFUSED',
    retryInMs: 8_000,
  });
});

test('after five attempts that did not leave the operation fails as never sent', () => {
  const fifth = operationEvent(notSent, { attempt: { number: 5 } });
  assert.deepEqual(fifth, {
    type: 'fail',
    refs: { ours: 'ref-1' },
    refusal: { errorId: 28, message: null },
    proof: 'never_sent',
  });
  assert.equal(operationEvent(notSent, { attempt: { number: 4 } }).type, 'unsend');
});

test('O15 what did not leave on a route that is down or tried does not fail for it, and is tried as often again afterwards', () => {
  const typeOf = (number: number, breaker?: 'open' | 'half_open') =>
    operationEvent(notSent, { attempt: { number }, ...defined({ breaker }) }).type;
  assert.equal(typeOf(5, 'half_open'), 'unsend');
  assert.equal(typeOf(5, 'open'), 'unsend');
  assert.deepEqual(
    [6, 9, 10].map((number) => typeOf(number)),
    ['unsend', 'unsend', 'fail'],
  );
});

test('a refund that did not leave gives its hold back, at whatever attempt', () => {
  const given: Given = { attempt: { number: 6, purpose: 'refund' }, state: { state: 'REFUNDING' } };
  assert.equal(operationEvent(notSent, given).type, 'unsend');
});

test('F13 a second sending that did not leave says nothing about the first', () => {
  const again = operationEvent(notSent, { attempt: { cause: 'timeout', number: 5 } });
  assert.deepEqual(again, {
    type: 'lose_answer',
    refs: { ours: 'ref-1' },
    cause: 'ECONNREFUSED',
    nextStepInMs: queryDelayMs,
  });
});

test('a status query that did not leave changes nothing', () => {
  for (const state of ['ACCEPTED', 'UNKNOWN'] as const) {
    const expected: OperationEvent = {
      type: 'poll',
      absent: false,
      nextStepInMs: queryDelayMs,
      escalate: null,
    };
    assert.deepEqual(operationEvent(notSent, { attempt: { state } }), expected);
  }
});

const absent: QueryOutcome = { kind: 'absent', refs };
test('F19 absence before the quiescence time does not count, and is asked for again when it is over', () => {
  const early = operationEvent(absent, {
    attempt: { state: 'UNKNOWN', absences: 1 },
    ageMs: quiescenceMs - 1,
  });
  assert.deepEqual(early, { type: 'poll', absent: false, nextStepInMs: 1_000, escalate: null });
  const earlier = operationEvent(absent, { attempt: { state: 'UNKNOWN' }, ageMs: 100_000 });
  assert.deepEqual(earlier, {
    type: 'poll',
    absent: false,
    nextStepInMs: quiescenceMs - 100_000,
    escalate: null,
  });
});

test('F19 one sighting of absence proves nothing; the second follows two seconds later', () => {
  const once = operationEvent(absent, { attempt: { state: 'UNKNOWN' }, ageMs: quiescenceMs });
  assert.deepEqual(once, { type: 'poll', absent: true, nextStepInMs: 2_000, escalate: null });
});

test('F13 absence seen twice: the same bytes go out again where the protocol allows it, else the operation failed', () => {
  const given: Given = { attempt: { state: 'UNKNOWN', absences: 1 }, ageMs: quiescenceMs };
  assert.deepEqual(operationEvent(absent, given), { type: 'resend' });
  const failed = operationEvent(absent, { ...given, resolution: queryOnly });
  assert.deepEqual(failed, {
    type: 'fail',
    refs: { ours: 'ref-1' },
    refusal: { errorId: 29, message: null },
    proof: 'absent',
  });
});

const unlisted: QueryOutcome = {
  kind: 'unknown',
  refs,
  cause: 'unlisted',
  resolve: queryThenReplay,
};
/** The cause that remains of sendings that ended so, in turn. */
const causeAfter = (...ends: Extract<QueryOutcome, { kind: 'unknown' }>['cause'][]) =>
  ends.reduce<string | null>((before, cause) => {
    const lost = operationEvent({ ...unlisted, cause }, { attempt: { cause: before } });
    return lost.type === 'lose_answer' ? lost.cause : assert.fail(lost.type);
  }, null);

test('F13 what was refused twice by a word that no table has, and is absent, is not sent for ever', () => {
  const given = (cause: string | null): Given => ({
    attempt: { state: 'UNKNOWN', absences: 1, cause },
    ageMs: quiescenceMs,
  });
  assert.deepEqual(operationEvent(absent, given(causeAfter('unlisted'))), { type: 'resend' });
  assert.deepEqual(operationEvent(absent, given(causeAfter('unlisted', 'unlisted'))), {
    type: 'fail',
    refs: { ours: 'ref-1' },
    refusal: { errorId: null, message: null },
    proof: 'absent',
  });
});

test('F13 an answer that was lost may have been a success, whatever a repeat is answered', () => {
  const orders = [
    ['timeout', 'unlisted', 'unlisted'],
    ['unlisted', 'connection', 'unlisted'],
    ['unlisted', 'http5xx'],
    ['ambiguous', 'ambiguous'],
  ] as const;
  for (const causes of orders) {
    const attempt = { state: 'UNKNOWN', absences: 1, cause: causeAfter(...causes) } as const;
    const next = operationEvent(absent, { attempt, ageMs: quiescenceMs });
    assert.deepEqual(next, { type: 'resend' }, causes.join(', '));
  }
});

test('F19 what a provider had accepted is not absent, however often it says so', () => {
  for (const absences of [0, 1, 2, 50]) {
    const look = operationEvent(absent, {
      attempt: { state: 'ACCEPTED', absences },
      ageMs: 2 * quiescenceMs,
    });
    assert.equal(look.type, 'poll');
  }
});

test('after three days of status queries that did not leave, or that find nothing yet, a human is told', () => {
  const escalates = (outcome: QueryOutcome, given: Given) => {
    const look = operationEvent(outcome, given);
    return look.type === 'poll' && look.escalate;
  };
  const unknown = { attempt: { state: 'UNKNOWN' as const, queries: 30 } };
  for (const outcome of [notSent, absent]) {
    assert.equal(escalates(outcome, { ...unknown, ageMs: giveUpAfterMs }), null);
    assert.equal(escalates(outcome, { ...unknown, ageMs: giveUpAfterMs + 1 }), 'unknown_outcome');
  }
});

test('three days count from the beginning of a payment, however often it was sent again', () => {
  const escalates = (outcome: QueryOutcome, more: Partial<Attempt>) => {
    const attempt = { state: 'UNKNOWN', queries: 5, cause: 'ambiguous', ...more } as const;
    const look = operationEvent(outcome, { attempt, ageMs: 60_000, openedMs: giveUpAfterMs + 1 });
    return look.type === 'poll' && look.escalate;
  };
  for (const outcome of [absent, { ...unlisted, cause: 'timeout' as const }, notSent]) {
    assert.equal(escalates(outcome, {}), 'unknown_outcome');
    // A refund begins long after its payment.
    assert.equal(escalates(outcome, { purpose: 'refund' }), null);
    assert.equal(escalates(outcome, { state: 'ACCEPTED' }), null);
  }
});

test('F19 a provider that has twice forgotten what it accepted is a human’s case', () => {
  const look = (absences: number) =>
    operationEvent(absent, { attempt: { state: 'ACCEPTED', absences }, ageMs: quiescenceMs });
  assert.deepEqual(look(0), { type: 'poll', absent: true, nextStepInMs: 2_000, escalate: null });
  assert.deepEqual(look(1), {
    type: 'poll',
    absent: true,
    nextStepInMs: 15_000,
    escalate: 'unknown_outcome',
  });
});

test('F28 a reversal of what we know as a success is news of its own', () => {
  for (const state of ['SUCCESS', 'REFUNDING'] as const) {
    assert.deepEqual(
      operationEvent({ kind: 'reversed', refs, reason: refused }, { state: { state } }),
      {
        type: 'reverse',
        reason: 'unknown_account',
      },
    );
    assert.deepEqual(operationEvent({ kind: 'reversed', refs }, { state: { state } }), {
      type: 'reverse',
      reason: 'reversed by the provider',
    });
  }
});

test('F28 a success taken back before we heard of it is a failure', () => {
  for (const state of ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const) {
    const refusal = { errorId: 44, message: 'no account' };
    assert.deepEqual(
      operationEvent({ kind: 'reversed', refs, reason: refused }, { state: { state } }),
      {
        type: 'fail',
        refs,
        refusal,
        proof: 'provider_failed',
      },
    );
  }
});

test('a text that no database stores does not keep a result from being stored', () => {
  const refused = {
    catalogue: 'no_account',
    catalogueId: 44,
    provider: 'x',
    message: 'a\u0000b\ud83d',
    retryable: 'never',
  } as const;
  const reported = operationEvent({
    kind: 'failed',
    refs: { ...refs, theirs: 'T\u0000' },
    error: refused,
    executed: 'no',
  });
  assert.ok(reported.type === 'fail');
  assert.equal(reported.refusal.message, 'ab\ufffd');
  assert.equal(reported.refs.theirs, 'T');
});

test('F18 bytes that were written to be sent never leave once the node may have lost its lease', async () => {
  const sent: string[] = [];
  const connector = { name: 'test', execute: () => Promise.resolve(void sent.push('execute')) };
  const attempt = testAttempt({ state: 'SENDING', cause: null });
  const operation = testOperation({}, { state: 'SENDING', attempts: attempt.number });
  const deps = {
    providers: {
      of: () => ({ connector, capabilities: { resolution: queryThenReplay } }),
      intentOf: () => ({}),
    },
    catalogue: () => ({ service: () => undefined }),
    writer: { advance: () => Promise.resolve({ type: 'ignored', operation }) },
    now: () => testNow.getTime(),
    log: () => {},
    sends: unguarded,
  };
  const step = (holdsLease: boolean) =>
    stepOperation({ ...deps, holdsLease: () => holdsLease } as unknown as ExecuteDeps, {
      operation,
      attempt,
      fresh: true,
    });
  assert.deepEqual(await step(false), { job: { operation, attempt, fresh: true }, again: false });
  assert.deepEqual(sent, []);
  await step(true).catch(() => {});
  assert.deepEqual(sent, ['execute']);
});

test('F18 a lease that ends while the node connects keeps the bytes here, and nothing is reported', async () => {
  let isHeld = true;
  const left: string[] = [];
  const reported: string[] = [];
  const context: Pick<Provider['context'], 'http'> = {
    // The transport: it asks once the connection stands.
    async http({ url, mayLeave }) {
      isHeld = url !== 'slow';
      await Promise.resolve();
      if (mayLeave?.() === false) return { kind: 'not_sent', cause: 'held back' };
      left.push(url);
      return { kind: 'lost', cause: 'timeout' };
    },
  };
  const operation = testOperation({}, { state: 'SENDING', attempts: 1 });
  const step = (...urls: string[]) => {
    const connector = {
      name: 'test',
      async execute({ http }: Provider['context']) {
        for (const url of urls) await http({ method: 'POST', url, timeoutMs: 1 });
        return { kind: 'not_sent', refs, cause: 'of the last call' };
      },
    };
    const deps = {
      providers: {
        of: () => ({ connector, context, capabilities: { resolution: queryThenReplay } }),
        intentOf: () => ({}),
      },
      catalogue: () => ({ service: () => undefined }),
      writer: {
        advance: ({ operationEvent: { type } }: { operationEvent: OperationEvent }) =>
          Promise.resolve(reported.push(type) && { type: 'ignored', operation }),
      },
      now: () => testNow.getTime(),
      log: () => {},
      holdsLease: () => isHeld,
      sends: unguarded,
    } as unknown as ExecuteDeps;
    isHeld = true;
    return stepOperation(deps, { operation, attempt: testAttempt(), fresh: true });
  };
  await step('quick');
  assert.deepEqual([left, reported], [['quick'], ['unsend']]);
  await step('slow');
  // Something of ours left before, as the call for a token: another node finds out what became of
  // it.
  await step('token', 'slow');
  // Also when the lease is there again meanwhile.
  await step('slow', 'late');
  assert.deepEqual([left, reported], [['quick', 'token'], ['unsend']]);
});

test('whoever a route leads to now is neither sent nor asked about what was ordered from somebody else', async () => {
  const called: string[] = [];
  const call = (name: string) => () => {
    called.push(name);
    return Promise.resolve({ kind: 'absent', refs });
  };
  const connector = {
    name: 'test',
    execute: call('execute'),
    query: call('query'),
    cancel: call('cancel'),
    prepareRefund: () => ({ refs }),
  };
  const provider = {
    connector,
    counterparty: 'new',
    capabilities: { resolution: queryThenReplay, refund: 'full', cancelPending: true },
  };
  const reported: OperationEvent[] = [];
  const deps = {
    providers: { of: () => provider, intentOf: () => ({}) },
    catalogue: () => ({ service: () => undefined }),
    writer: {
      advance: ({ operationEvent }: { operationEvent: OperationEvent }) =>
        Promise.resolve(reported.push(operationEvent) && { type: 'ignored' }),
    },
    now: () => testNow.getTime(),
    log: () => {},
    sends: unguarded,
    holdsLease: () => true,
  } as unknown as ExecuteDeps;
  const made = { ...testAttempt().prepared, counterparty: 'old' };
  const step = (attempt: Partial<Attempt>, state: Partial<OperationState>, fresh = false) => {
    const operation = testOperation({}, { attempts: 1, ...state });
    return stepOperation(deps, {
      operation,
      attempt: testAttempt({ prepared: made, ...attempt }),
      fresh,
    }).catch(() => {});
  };
  await step({ state: 'SENDING' }, { state: 'SENDING' }, true);
  await step({ state: 'UNKNOWN', absences: 5 }, { state: 'UNKNOWN' });
  await step({ state: 'ACCEPTED' }, { state: 'ACCEPTED', cancelRequested: true });
  assert.deepEqual(called, []);
  // What never left is made anew; for the rest two users find out.
  const kinds = reported.map((operationEvent) => [
    operationEvent.type,
    operationEvent.type === 'poll' && operationEvent.escalate,
    operationEvent.type === 'poll' && operationEvent.absent,
  ]);
  assert.deepEqual(kinds, [
    ['unsend', false, false],
    ['poll', 'unknown_outcome', false],
    ['poll', 'unknown_outcome', false],
  ]);
  const success = testOperation({}, { state: 'SUCCESS', attempts: 1 });
  assert.equal(
    refundAttempt(deps, success, testAttempt({ prepared: made }), provider as unknown as Provider),
    null,
  );
  await step(
    { state: 'UNKNOWN', prepared: { ...made, counterparty: 'new' } },
    { state: 'UNKNOWN' },
  );
  assert.deepEqual(called, ['query']);
});

const refusedRefund = {
  kind: 'failed',
  refs,
  executed: 'no',
  error: { provider: 'taken back before', catalogue: 'execution_error' },
};

/**
 * A step of an operation on a provider that answers `answer`; what was called and reported, in
 * order.
 */
const unlistedTwice = causeAfter('unlisted', 'unlisted')!;

async function stepWith(
  sends: ExecuteDeps['sends'],
  given: Pick<OperationState, 'state'> & {
    cancelRequested?: boolean;
    attempt?: Partial<Attempt>;
    fresh?: boolean;
  },
  resolution = queryThenReplay,
) {
  const happened: string[] = [];
  const connector = {
    name: 'test',
    execute: () => Promise.resolve(happened.push('execute') && { kind: 'succeeded', refs }),
    query: () => Promise.resolve({ kind: 'absent', refs }),
    executeRefund: () => Promise.resolve(refusedRefund),
    queryRefund: () =>
      Promise.resolve(
        given.attempt?.cause === unlistedTwice ? { kind: 'absent', refs } : refusedRefund,
      ),
    prepare: () => ({ refs }),
  };
  const { state, cancelRequested = false } = given;
  const operation = testOperation({}, { state, cancelRequested, attempts: 1 });
  const deps = {
    providers: {
      of: () => ({ connector, route: 'OPA_SN', capabilities: { resolution } }),
      intentOf: () => ({}),
    },
    catalogue: () => ({ service: () => undefined }),
    writer: {
      advance: ({ operationEvent }: { operationEvent: OperationEvent }) =>
        Promise.resolve(happened.push(operationEvent.type) && { type: 'ignored', operation }),
    },
    now: () => testNow.getTime() + quiescenceMs,
    log: () => {},
    holdsLease: () => true,
    withMedia: (terms: OperationTerms) => Promise.resolve(terms),
    askAgain: (_: unknown, refund: number) =>
      Promise.resolve(void happened.push(`ask again, for refund ${refund}`)),
    sends: {
      refusal: sends.refusal,
      note: (...noted: Parameters<ExecuteDeps['sends']['note']>) =>
        Promise.resolve(happened.push('note')).then(() => sends.note(...noted)),
    },
  } as unknown as ExecuteDeps;
  const attempt = given.attempt === undefined ? null : testAttempt(given.attempt);
  await stepOperation(deps, { operation, attempt, fresh: given.fresh ?? false });
  return happened;
}

test('F53 an attempt is in the send journal before its bytes leave, and stays here when it is not', async () => {
  const fresh = { state: 'SENDING', attempt: { state: 'SENDING' }, fresh: true } as const;
  assert.deepEqual(await stepWith(unguarded, fresh), ['note', 'execute', 'succeed']);
  const full = { ...unguarded, note: () => Promise.resolve(false) };
  assert.deepEqual(await stepWith(full, fresh), ['note', 'unsend']);
  const again = { ...fresh, attempt: { state: 'SENDING', cause: 'timeout' } } as const;
  assert.deepEqual(await stepWith(full, again), ['note', 'lose_answer']);
});

test('F54 while a route is closed nothing begins on it, and an absence decides nothing', async () => {
  const closed = { ...unguarded, refusal: () => 'closed' };
  assert.deepEqual(await stepWith(closed, { state: 'READY' }), []);
  assert.deepEqual(await stepWith(unguarded, { state: 'READY' }), ['send']);
  for (const state of ['READY', 'PARKED'] as const) {
    const cancelling = { state, cancelRequested: true };
    assert.deepEqual(await stepWith(closed, cancelling), [], 'it may have been sent and forgotten');
    assert.deepEqual(await stepWith(unguarded, cancelling), ['cancel']);
  }
  const absent = { state: 'UNKNOWN', attempt: { state: 'UNKNOWN', absences: 1 } } as const;
  assert.deepEqual(await stepWith(closed, absent), ['poll']);
  assert.deepEqual(await stepWith(unguarded, absent), ['resend']);
  assert.deepEqual(await stepWith(closed, absent, queryOnly), ['poll']);
  assert.deepEqual(await stepWith(unguarded, absent, queryOnly), ['fail']);
});

test('F28 a refund that the provider refuses has it asked about the payment, before the refusal is stored', async () => {
  const refund = { purpose: 'refund', number: 2 } as const;
  const asked = 'ask again, for refund 2';
  assert.deepEqual(
    await stepWith(unguarded, {
      state: 'REFUNDING',
      attempt: { ...refund, state: 'SENDING' },
      fresh: true,
    }),
    ['note', asked, 'fail'],
  );
  assert.deepEqual(
    await stepWith(unguarded, {
      state: 'REFUNDING',
      attempt: { ...refund, state: 'ACCEPTED' },
    }),
    [asked, 'fail'],
  );
  const unlisted = { state: 'UNKNOWN', absences: 1, cause: unlistedTwice } as const;
  assert.deepEqual(
    await stepWith(unguarded, { state: 'REFUNDING', attempt: { ...refund, ...unlisted } }),
    [asked, 'fail'],
    'a word that no table has may say that the payment was taken back',
  );
});
