// What does the core make of a provider's word? Every outcome, in every state of the attempt where it can come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderError, QueryOutcome, Resolution } from '@jokko/connector-kit';
import type { Happening } from './commands.ts';
import { happeningOf, refundAttempt, refusalOf, stepOperation, type ExecuteDeps } from './execute.ts';
import type { Attempt, OperationState } from './operation.ts';
import type { Provider } from './providers.ts';
import { testAttempt, testNow, testOperation } from './testing.ts';

const quiescenceMs = 900_000;
const giveUpAfterMs = 72 * 3_600_000;
const lookThenReplay: Resolution = { steps: ['query', 'replaySameBytes', 'manual'], notBeforeMs: 5_000, quiescenceMs, giveUpAfterMs };
const lookOnly: Resolution = { ...lookThenReplay, steps: ['query', 'manual'] };
const refs = { ours: 'ref-1', theirs: 'P1' };
const refused: ProviderError = {
  catalogue: 'no_opa_account',
  catalogueId: 44,
  provider: 'unknown_account',
  message: 'no account',
  retryable: 'never',
};
const lookDelayMs = 5_000;

interface Given {
  attempt?: Partial<Attempt>;
  state?: Partial<OperationState>;
  ageMs?: number;
  resolution?: Resolution;
  alerts?: string[];
}
function happening(outcome: QueryOutcome, given: Given = {}): Happening {
  const attempt = testAttempt(given.attempt);
  const operation = testOperation({}, { state: 'SENDING', attempts: attempt.number, ...given.state });
  const provider = { capabilities: { resolution: given.resolution ?? lookThenReplay } } as Provider;
  const deps = { now: () => testNow.getTime() + (given.ageMs ?? 0), log: (_level: string, message: string) => given.alerts?.push(message) };
  return happeningOf(deps, { operation, attempt, fresh: false }, attempt, provider, outcome);
}

test('success and failure are booked, in whatever state the attempt is', () => {
  for (const state of ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const) {
    assert.deepEqual(happening({ kind: 'succeeded', refs }, { attempt: { state } }), { type: 'succeed', refs });
    const failed = happening({ kind: 'failed', refs, error: refused, executed: 'no' }, { attempt: { state } });
    const proof = state === 'SENDING' ? 'provider_refused' : 'provider_failed';
    assert.deepEqual(failed, { type: 'fail', refs, refusal: { errorId: 44, message: 'no account' }, proof });
  }
});

test('what was bought is handed on', () => {
  assert.deepEqual(happening({ kind: 'succeeded', refs, voucher: '1234-5678' }), { type: 'succeed', refs, voucher: '1234-5678' });
});

test('F23 a provider’s alert is logged for the operator', () => {
  const alerts: string[] = [];
  happening({ kind: 'failed', refs, error: { ...refused, alert: 'float' }, executed: 'no' }, { alerts });
  assert.deepEqual(alerts, ['provider alert: float']);
});

test('a refusal without a known catalogue entry is told as execution error 29', () => {
  assert.deepEqual(refusalOf({ catalogue: 'never_heard_of', provider: 'x', retryable: 'never' }), { errorId: 29, message: null });
  assert.equal(refusalOf({ ...refused, catalogueId: 57 }).errorId, 57);
});

test('a pending answer is taken up: stage, challenge, and the next look', () => {
  const challenge = { deepLinkUrl: 'https://pay.example/1', expiresInMs: 900_000 };
  const first = happening({ kind: 'pending', refs, stage: 'payer', challenge });
  assert.deepEqual(first, { type: 'accept', refs, stage: 'payer', challenge, nextStepInMs: 3_000 });
  const asWished = happening({ kind: 'pending', refs, stage: 'provider', nextQueryInMs: 777 });
  assert.deepEqual(asWished, { type: 'accept', refs, stage: 'provider', challenge: null, nextStepInMs: 777 });
});

test('still pending is no news: the looks get rarer', () => {
  const given: Given = { attempt: { state: 'ACCEPTED', looks: 2 }, state: { state: 'ACCEPTED', stage: 'payer' }, ageMs: 20_000 };
  assert.deepEqual(happening({ kind: 'pending', refs, stage: 'payer' }, given), {
    type: 'look',
    absent: false,
    nextStepInMs: 15_000,
    escalate: false,
  });
  assert.equal(happening({ kind: 'pending', refs, stage: 'provider' }, given).type, 'accept', 'the payer has approved');
});

test('a refund that is still pending is no news either: its looks get rarer too', () => {
  const given: Given = {
    attempt: { state: 'ACCEPTED', purpose: 'refund', number: 2, looks: 10 },
    state: { state: 'REFUNDING', stage: null, attempts: 2 },
    ageMs: 3_600_000,
  };
  const expected: Happening = { type: 'look', absent: false, nextStepInMs: 600_000, escalate: false };
  assert.deepEqual(happening({ kind: 'pending', refs, stage: 'provider' }, given), expected);
});

test('F14 an unknown outcome of a sending is lost, and looked up after the provider’s own pause', () => {
  const unknown: QueryOutcome = { kind: 'unknown', refs, cause: 'timeout', resolve: lookThenReplay };
  assert.deepEqual(happening(unknown, { ageMs: 2_000 }), { type: 'lose', refs, cause: 'timeout', nextStepInMs: 3_000 });
});

test('an unclear look-up changes nothing but the next look; after three days a human is told', () => {
  const unknown: QueryOutcome = { kind: 'unknown', refs, cause: 'http5xx', resolve: lookThenReplay };
  const look = (ageMs: number, state: Attempt['state']) => happening(unknown, { attempt: { state, looks: 1 }, ageMs });
  assert.deepEqual(look(60_000, 'UNKNOWN'), { type: 'look', absent: false, nextStepInMs: 30_000, escalate: false });
  assert.deepEqual(look(60_000, 'ACCEPTED'), { type: 'look', absent: false, nextStepInMs: 8_000, escalate: false });
  assert.deepEqual(look(giveUpAfterMs + 1, 'UNKNOWN'), { type: 'look', absent: false, nextStepInMs: 30_000, escalate: true });
});

const notSent: QueryOutcome = { kind: 'not_sent', refs, cause: 'ECONNREFUSED' };
test('what certainly did not leave goes back to be sent again, ever later', () => {
  assert.deepEqual(happening(notSent), { type: 'unsend', cause: 'ECONNREFUSED', retryInMs: 2_000 });
  assert.deepEqual(happening(notSent, { attempt: { number: 3 } }), { type: 'unsend', cause: 'ECONNREFUSED', retryInMs: 8_000 });
});

test('after five attempts that did not leave the operation fails as never sent', () => {
  const fifth = happening(notSent, { attempt: { number: 5 } });
  assert.deepEqual(fifth, { type: 'fail', refs: { ours: 'ref-1' }, refusal: { errorId: 28, message: null }, proof: 'never_sent' });
  assert.equal(happening(notSent, { attempt: { number: 4 } }).type, 'unsend');
});

test('a refund that did not leave gives its hold back, at whatever attempt', () => {
  const given: Given = { attempt: { number: 6, purpose: 'refund' }, state: { state: 'REFUNDING' } };
  assert.equal(happening(notSent, given).type, 'unsend');
});

test('F13 a second sending that did not leave says nothing about the first', () => {
  const again = happening(notSent, { attempt: { cause: 'timeout', number: 5 } });
  assert.deepEqual(again, { type: 'lose', refs: { ours: 'ref-1' }, cause: 'ECONNREFUSED', nextStepInMs: lookDelayMs });
});

test('a look-up that did not leave changes nothing', () => {
  for (const state of ['ACCEPTED', 'UNKNOWN'] as const) {
    const expected: Happening = { type: 'look', absent: false, nextStepInMs: lookDelayMs, escalate: false };
    assert.deepEqual(happening(notSent, { attempt: { state } }), expected);
  }
});

const absent: QueryOutcome = { kind: 'absent', refs };
test('F19 absence before the quiescence time does not count, and is asked for again when it is over', () => {
  const early = happening(absent, { attempt: { state: 'UNKNOWN', absences: 1 }, ageMs: quiescenceMs - 1 });
  assert.deepEqual(early, { type: 'look', absent: false, nextStepInMs: 1_000, escalate: false });
  const earlier = happening(absent, { attempt: { state: 'UNKNOWN' }, ageMs: 100_000 });
  assert.deepEqual(earlier, { type: 'look', absent: false, nextStepInMs: quiescenceMs - 100_000, escalate: false });
});

test('F19 one sighting of absence proves nothing; the second follows two seconds later', () => {
  const once = happening(absent, { attempt: { state: 'UNKNOWN' }, ageMs: quiescenceMs });
  assert.deepEqual(once, { type: 'look', absent: true, nextStepInMs: 2_000, escalate: false });
});

test('F13 absence seen twice: the same bytes go out again where the protocol allows it, else the operation failed', () => {
  const given: Given = { attempt: { state: 'UNKNOWN', absences: 1 }, ageMs: quiescenceMs };
  assert.deepEqual(happening(absent, given), { type: 'resend' });
  const failed = happening(absent, { ...given, resolution: lookOnly });
  assert.deepEqual(failed, { type: 'fail', refs: { ours: 'ref-1' }, refusal: { errorId: 29, message: null }, proof: 'absent' });
});

test('F19 what a provider had accepted is not absent, however often it says so', () => {
  for (const absences of [0, 1, 2, 50]) {
    const look = happening(absent, { attempt: { state: 'ACCEPTED', absences }, ageMs: 2 * quiescenceMs });
    assert.equal(look.type, 'look');
  }
});

test('after three days of look-ups that did not leave, or that find nothing yet, a human is told', () => {
  const escalates = (outcome: QueryOutcome, given: Given) => {
    const look = happening(outcome, given);
    return look.type === 'look' && look.escalate;
  };
  const unknown = { attempt: { state: 'UNKNOWN' as const } };
  for (const outcome of [notSent, absent]) {
    assert.equal(escalates(outcome, { ...unknown, ageMs: giveUpAfterMs }), false);
    assert.equal(escalates(outcome, { ...unknown, ageMs: giveUpAfterMs + 1 }), true);
  }
});

test('F19 a provider that has twice forgotten what it accepted is a human’s case', () => {
  const look = (absences: number) => happening(absent, { attempt: { state: 'ACCEPTED', absences }, ageMs: quiescenceMs });
  assert.deepEqual(look(0), { type: 'look', absent: true, nextStepInMs: 2_000, escalate: false });
  assert.deepEqual(look(1), { type: 'look', absent: true, nextStepInMs: 15_000, escalate: true });
});

test('F28 a reversal of what we know as a success is news of its own', () => {
  for (const state of ['SUCCESS', 'REFUNDING'] as const) {
    assert.deepEqual(happening({ kind: 'reversed', refs, reason: refused }, { state: { state } }), {
      type: 'reverse',
      reason: 'unknown_account',
    });
    assert.deepEqual(happening({ kind: 'reversed', refs }, { state: { state } }), { type: 'reverse', reason: 'reversed by the provider' });
  }
});

test('F28 a success taken back before we heard of it is a failure', () => {
  for (const state of ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const) {
    const refusal = { errorId: 44, message: 'no account' };
    assert.deepEqual(happening({ kind: 'reversed', refs, reason: refused }, { state: { state } }), {
      type: 'fail',
      refs,
      refusal,
      proof: 'provider_failed',
    });
  }
});

test('a text that no database stores does not keep a result from being stored', () => {
  const refused = { catalogue: 'no_account', catalogueId: 44, provider: 'x', message: 'a\u0000b\ud83d', retryable: 'never' } as const;
  const told = happening({ kind: 'failed', refs: { ...refs, theirs: 'T\u0000' }, error: refused, executed: 'no' });
  assert.ok(told.type === 'fail');
  assert.equal(told.refusal.message, 'ab\ufffd');
  assert.equal(told.refs.theirs, 'T');
});

test('F18 bytes that were written to be sent never leave once the node may have lost its lease', async () => {
  const sent: string[] = [];
  const connector = { name: 'test', execute: () => Promise.resolve(void sent.push('execute')) };
  const attempt = testAttempt({ state: 'SENDING', cause: null });
  const operation = testOperation({}, { state: 'SENDING', attempts: attempt.number });
  const deps = {
    providers: { of: () => ({ connector, capabilities: { resolution: lookThenReplay } }), intentOf: () => ({}) },
    catalogue: () => ({}),
    writer: { advance: () => Promise.resolve({ type: 'ignored', operation }) },
    now: () => testNow.getTime(),
    log: () => {},
  };
  const step = (holdsLease: boolean) =>
    stepOperation({ ...deps, holdsLease: () => holdsLease } as unknown as ExecuteDeps, { operation, attempt, fresh: true });
  assert.deepEqual(await step(false), { job: { operation, attempt, fresh: true }, again: false });
  assert.deepEqual(sent, []);
  await step(true).catch(() => {});
  assert.deepEqual(sent, ['execute']);
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
  const provider = { connector, counterparty: 'new', capabilities: { resolution: lookThenReplay, refund: 'full', cancelPending: true } };
  const told: Happening[] = [];
  const deps = {
    providers: { of: () => provider, intentOf: () => ({}) },
    catalogue: () => ({}),
    writer: { advance: ({ happening }: { happening: Happening }) => Promise.resolve(told.push(happening) && { type: 'ignored' }) },
    now: () => testNow.getTime(),
    log: () => {},
    holdsLease: () => true,
  } as unknown as ExecuteDeps;
  const made = { ...testAttempt().prepared, counterparty: 'old' };
  const step = (attempt: Partial<Attempt>, state: Partial<OperationState>, fresh = false) => {
    const operation = testOperation({}, { attempts: 1, ...state });
    return stepOperation(deps, { operation, attempt: testAttempt({ prepared: made, ...attempt }), fresh }).catch(() => {});
  };
  await step({ state: 'SENDING' }, { state: 'SENDING' }, true);
  await step({ state: 'UNKNOWN', absences: 5 }, { state: 'UNKNOWN' });
  await step({ state: 'ACCEPTED' }, { state: 'ACCEPTED', cancelRequested: true });
  assert.deepEqual(called, []);
  // What never left is made anew; for the rest two persons find out.
  const kinds = told.map((happening) => [
    happening.type,
    happening.type === 'look' && happening.escalate,
    happening.type === 'look' && happening.absent,
  ]);
  assert.deepEqual(kinds, [
    ['unsend', false, false],
    ['look', true, false],
    ['look', true, false],
  ]);
  const success = testOperation({}, { state: 'SUCCESS', attempts: 1 });
  assert.equal(refundAttempt(deps, success, testAttempt({ prepared: made }), provider as unknown as Provider), null);
  await step({ state: 'UNKNOWN', prepared: { ...made, counterparty: 'new' } }, { state: 'UNKNOWN' });
  assert.deepEqual(called, ['query']);
});
