// Proves which notices of a provider are booked: genuine ones about this very movement. All others
// at most lead to a status query.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderEvent, QueryOutcome } from '@jokko/connectors/kit';
import type { AdvanceCommand } from '../model/commands.ts';
import type { Attempt } from '../model/operation.ts';
import { handleProviderEvent, type ProviderEventDeps } from './provider-event.ts';
import type { Provider } from './providers.ts';
import { attemptReference } from '../model/reference.ts';
import { testAttempt, testNow, testOperation, testTerms, units } from '../testing.ts';
import type { State } from '../model/states.ts';

const { id, route } = testTerms();
const ours = attemptReference(id, 1);
const refs = { ours: 'ref-1', theirs: 'P1' };
const genuine: ProviderEvent = {
  match: { ours },
  authenticated: true,
  dedupeKey: 'notice-1',
  claims: { amount: units(100), currency: 'XOF' },
  outcome: { kind: 'succeeded', refs },
};

interface Given {
  state?: State;
  /** The provider's word when it is asked. */
  answer?: QueryOutcome;
  bookable?: boolean;
  /** What the writer answers. */
  written?: unknown;
  /** How many the operation has; the event is about the first. */
  attempts?: number;
  counterparty?: string;
  /** The attempt that the event is about, and the newest one. */
  attempt?: Partial<Attempt>;
  newest?: Partial<Attempt>;
  /** Questions under way on the route, which has 8 places. */
  asking?: number;
  /** The route on which the notice came. */
  from?: string;
  /** Filled with the errors of what was booked, and with the lines of the log. */
  errorIds?: (number | null)[];
  lines?: object[];
}

/**
 * Whether the notice was about something of ours, how often the provider was asked, and what was
 * booked.
 */
async function handle(event: ProviderEvent, given: Given = {}) {
  const state = given.state ?? 'ACCEPTED';
  const attempt = testAttempt({
    state: 'ACCEPTED',
    prepared: { ...testAttempt().prepared, refs: { ours }, counterparty: 'old' },
    refs: { ours },
    ...given.attempt,
  });
  const newest = testAttempt({ number: given.attempts ?? 1, ...given.newest });
  const operation = testOperation({}, { state, stage: 'payer', attempts: given.attempts ?? 1 });
  let asked = 0;
  const booked: string[] = [];
  const mismatches: string[] = [];
  const deps = {
    asking: new Map([[given.from ?? route, given.asking ?? 0]]),
    reader: {
      find: (key: { transactionId: string; number: number }) =>
        Promise.resolve(
          key.transactionId !== id || key.number > newest.number
            ? null
            : { operation, attempt: key.number === 1 ? attempt : newest },
        ),
    },
    providers: { intentOf: () => ({}) },
    catalogue: () => ({}),
    writer: {
      advance({ operationEvent }: AdvanceCommand) {
        booked.push(
          'refundedBy' in operationEvent
            ? `${operationEvent.type} after ${operationEvent.refundedBy}`
            : operationEvent.type,
        );
        if ('refusal' in operationEvent) given.errorIds?.push(operationEvent.refusal.errorId);
        if ('mismatch' in operationEvent) mismatches.push(operationEvent.mismatch!);
        return Promise.resolve(given.written ?? { type: 'advanced' });
      },
    },
    now: () => testNow.getTime(),
    log: (_level: string, _message: string, details: object) => void given.lines?.push(details),
  } as unknown as ProviderEventDeps;
  const provider = {
    route: given.from ?? route,
    counterparty: given.counterparty ?? 'old',
    connector: {
      name: 'c',
      isParty: (_intent: unknown, party: string) => party === '+221770000001',
      query() {
        asked += 1;
        return Promise.resolve(given.answer ?? { kind: 'pending', refs, stage: 'payer' });
      },
    },
    capabilities: {
      notification: { bookable: given.bookable ?? true },
      resolution: { giveUpAfterMs: 259_200_000 },
      limits: { concurrency: 8 },
    },
  } as unknown as Provider;
  const { type: handled } = await handleProviderEvent(deps, provider, event);
  return { handled, asked, booked, mismatches };
}

test('a genuine notice is booked without asking', async () => {
  assert.deepEqual(await handle(genuine), {
    handled: 'taken',
    asked: 0,
    booked: ['succeed'],
    mismatches: [],
  });
});

test('a genuine notice of a failure for a reason that no table has is booked, and the reason logged', async () => {
  const error = { catalogue: 'unknown_error', provider: 'MOON 221770000001', retryable: 'never' };
  const outcome = { kind: 'failed', refs: { ours }, error, executed: 'no' } as QueryOutcome;
  const errorIds: (number | null)[] = [];
  const lines: object[] = [];
  const { booked } = await handle({ ...genuine, outcome }, { errorIds, lines });
  assert.deepEqual([booked, errorIds], [['fail'], [null]], 'unknown_error has no id');
  const reason = 'MOON …';
  assert.deepEqual(lines, [{ connector: 'c', operation: 'execute', reason, ref: ours }]);
});

test('S3 a notice that does not prove its sender books nothing, whatever it says: the provider is asked', async () => {
  const forged = { ...genuine, authenticated: false };
  assert.deepEqual(await handle(forged), {
    handled: 'taken',
    asked: 1,
    booked: [],
    mismatches: [],
  });
  assert.deepEqual(await handle(genuine, { bookable: false }), {
    handled: 'taken',
    asked: 1,
    booked: [],
    mismatches: [],
  });
  const failed = { kind: 'failed', refs, error: { provider: 'x' }, executed: 'no' } as QueryOutcome;
  assert.deepEqual((await handle(forged, { answer: failed })).booked, ['fail']);
});

test('F29 a genuine notice of another amount, currency, party or reference is a case and not a result', async () => {
  for (const claims of [
    { amount: units(100) + 1n, currency: 'XOF' },
    { amount: units(100), currency: 'XAF' },
    { party: '+221770000009' },
    { ours: attemptReference(id, 1) },
  ])
    for (const state of ['ACCEPTED', 'SUCCESS'] as const) {
      const { booked, mismatches } = await handle({ ...genuine, claims }, { state });
      assert.deepEqual(booked, ['poll']);
      assert.match(mismatches[0]!, /^provider reports .*; attempt 1 has reference/);
    }
});

test('F29 the answer to our question is compared too', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  const answer: QueryOutcome = { kind: 'succeeded', refs, claims: { party: '+221770000009' } };
  assert.deepEqual((await handle(hint, { answer })).booked, ['poll']);
  const right: QueryOutcome = { kind: 'succeeded', refs, claims: { party: '+221770000001' } };
  assert.deepEqual((await handle(hint, { answer: right })).booked, ['succeed']);
});

test('an answer that proves nothing leaves an open operation to its planned status queries', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  for (const kind of ['unknown', 'absent', 'not_sent']) {
    const answer = { kind, refs } as QueryOutcome;
    assert.deepEqual(await handle(hint, { answer }), {
      handled: 'taken',
      asked: 1,
      booked: [],
      mismatches: [],
    });
  }
});

test('F27 a hint about a final state asks, as it may be another one now; after a refund there is nothing to ask', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  const late: QueryOutcome = { kind: 'succeeded', refs };
  for (const state of ['FAILED', 'CANCELED'] as const)
    assert.deepEqual((await handle(hint, { state, answer: late })).booked, ['succeed']);
  assert.deepEqual((await handle(hint, { state: 'REFUNDED' })).asked, 0);
  const answer: QueryOutcome = { kind: 'reversed', refs };
  assert.deepEqual(await handle(hint, { state: 'SUCCESS', answer }), {
    handled: 'taken',
    asked: 1,
    booked: ['reverse'],
    mismatches: [],
  });
});

test('F24 what a final state was told is kept until the provider can be asked', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  for (const kind of ['unknown', 'not_sent']) {
    const answer = { kind, refs } as QueryOutcome;
    assert.equal((await handle(hint, { state: 'SUCCESS', answer })).handled, 'later');
  }
});

test('F28 news about the payment waits while its refund is under way, and is heard after a refused one', async () => {
  const reversed: ProviderEvent = { ...genuine, outcome: { kind: 'reversed', refs } };
  assert.deepEqual(await handle(reversed, { state: 'REFUNDING', attempts: 2 }), {
    handled: 'later',
    asked: 0,
    booked: [],
    mismatches: [],
  });
  const after = await handle(reversed, { state: 'SUCCESS', attempts: 2 });
  assert.deepEqual([after.handled, after.booked], ['taken', ['reverse']]);
});

test('F28 a refund that began between reading and writing: the reversal waits for it, too', async () => {
  const reversal = { ...genuine, outcome: { kind: 'reversed', refs } as QueryOutcome };
  const refunding = testOperation({}, { state: 'REFUNDING', attempts: 2 });
  const written = { type: 'ignored', operation: refunding };
  assert.equal((await handle(reversal, { state: 'SUCCESS', written })).handled, 'later');
});

test('F28 a reversal of what we refunded is handed on; of what was reversed before, it is the same word again', async () => {
  const reversed: ProviderEvent = { ...genuine, outcome: { kind: 'reversed', refs } };
  const told = (newest: Partial<Attempt>) =>
    handle(reversed, { state: 'REFUNDED', attempts: 2, newest: { purpose: 'refund', ...newest } });
  assert.deepEqual((await told({ state: 'SUCCEEDED' })).booked, ['reverse after 2']);
  assert.deepEqual((await told({ state: 'FAILED' })).booked, []);
  const alone = await handle(reversed, { state: 'REFUNDED', newest: { state: 'SUCCEEDED' } });
  assert.deepEqual([alone.handled, alone.booked], ['taken', []]);
});

test('F28 after a refund the provider is asked about nothing but a refund that it had refused', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  const answer: QueryOutcome = { kind: 'succeeded', refs };
  for (const [state, asked] of [
    ['FAILED', 1],
    ['NOT_SENT', 1],
    ['SUCCEEDED', 0],
  ] as const) {
    const attempt = { purpose: 'refund', state } as const;
    const handled = await handle(hint, { state: 'REFUNDED', attempts: 2, attempt, answer });
    assert.deepEqual([handled.asked, handled.booked.length], [asked, asked], state);
  }
});

test('F28 a refund that ended between reading and writing: a refused refund’s success waits for it, too', async () => {
  const refunded = testOperation({}, { state: 'REFUNDED', attempts: 2 });
  const written = { type: 'ignored', operation: refunded };
  const about = { state: 'SUCCESS', attempt: { purpose: 'refund' }, written } as const;
  assert.equal((await handle(genuine, about)).handled, 'later');
  assert.equal((await handle(genuine, { ...about, state: 'REFUNDED' })).handled, 'taken');
});

test('F66 a quarter of the places is for questions of notices: beyond, open operations are left to the plan, final ones to the inbox', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  assert.equal((await handle(hint, { asking: 1 })).asked, 1);
  const open = await handle(hint, { asking: 2 });
  assert.deepEqual([open.handled, open.asked], ['taken', 0]);
  const final = await handle(hint, { asking: 2, state: 'FAILED' });
  assert.deepEqual([final.handled, final.asked], ['later', 0]);
});

test('whoever a route leads to now is not asked about what was ordered from somebody else', async () => {
  const hint: ProviderEvent = { match: { ours }, authenticated: false, dedupeKey: 'hint' };
  assert.deepEqual(await handle(hint, { counterparty: 'new' }), {
    handled: 'taken',
    asked: 0,
    booked: [],
    mismatches: [],
  });
});

test('a notice about another route, another attempt or nothing of ours is not taken', async () => {
  const nothing = { handled: 'unmatched', asked: 0, booked: [], mismatches: [] };
  const about = (reference: string) => ({ ...genuine, match: { ours: reference } });
  assert.deepEqual(await handle(genuine, { from: 'OTHER' }), nothing);
  assert.deepEqual(await handle(about(attemptReference(id, 2))), nothing);
  // Made of the same transaction and number, but not the one that was sent.
  assert.deepEqual(await handle(about(attemptReference(id, 1))), nothing);
  assert.deepEqual(await handle(about('ref-1')), nothing);
  assert.deepEqual(await handle({ ...genuine, match: { theirs: 'P1' } }), nothing);
});
