// Proves the CyberSource connector against the simulator in its own process: what the common suite
// asks of a connector, for a protocol that pays in steps, tells nothing by notices and never sends
// twice.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { bytes, createTestContext, json } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Outcome, QueryOutcome } from '@jokko/connectors/kit';
import { cybersourceConnector as connector } from '../index.ts';
import { digitCard, openFixture, stepAfter } from './fixture.ts';
import type { Fixture } from './fixture.ts';
import { payer } from './payer.ts';
import type { BankChoice } from './payer.ts';
import { cybersourceSubject } from './subject.ts';

const ids = Array.from({ length: 136 }, (_, index) => index + 1);
const kindOf = (outcome: QueryOutcome | Outcome): unknown =>
  outcome.kind === 'failed' ? [outcome.error.catalogueId, outcome.executed] : outcome.kind;

for (const auth of ['httpSignature', 'jwt'] as const)
  describe(`cybersource by ${auth}`, () => {
    let open: Fixture;
    before(async () => {
      open = await openFixture(auth);
    });
    after(() => open.stop());
    const query = ({
      intent,
      refs,
    }: Pick<Parameters<Fixture['pay']>[0], 'intent'> & { refs: Outcome['refs'] }) =>
      connector.query(open.context, intent, refs);

    test('a card that is recognised is paid in one step, once, and found by the search', async () => {
      const { intent, refs } = await open.succeed();
      const found = await query({ intent, refs });
      assert.ok(found.kind === 'succeeded');
      assert.deepEqual(found.claims, {
        ours: refs.ours,
        amount: intent.amount,
        currency: 'XOF',
        party: 'card 1005',
      });
      assert.ok(connector.isParty?.(intent, 'card 1005'));
      assert.equal(await open.executions(refs.ours), 1);
    });

    test('a bank that refuses without a page', async () => {
      assert.deepEqual(kindOf(await open.pay(await open.ready('4000000000002925'))), [99, 'no']);
    });

    const pages: [string, BankChoice, unknown][] = [
      ['4000000000002503', 'approve', 'succeeded'],
      ['4000000000002503', 'refuse', [99, 'no']],
      ['5200000000002151', 'cancel', [99, 'no']],
      ['4000000000002370', 'approve', [99, 'no']],
    ];
    for (const [number, choice, expected] of pages)
      test(`the bank's page: ${number} ${choice}`, async () => {
        const { intent, prepared, input } = await open.ready(number);
        const asked = await connector.executeStep!(open.context, intent, prepared, input);
        assert.ok(asked.kind === 'pending' && asked.challenge?.post !== undefined);
        assert.equal((await query({ intent, refs: asked.refs })).kind, 'pending');
        const returned = await payer(asked.challenge, choice);
        const step = stepAfter(open.context.config, intent, asked.refs, returned);
        const paid = await connector.executeStep!(open.context, intent, step, returned);
        assert.deepEqual(kindOf(paid), expected);
        assert.equal(await open.executions(step.refs.ours), expected === 'succeeded' ? 1 : 0);
        assert.deepEqual(kindOf(await query({ intent, refs: step.refs })), expected);
      });

    test('an authentication that was attempted, since the bank takes no part, is paid', async () => {
      for (const card of ['4000000000002719', '5200000000002276']) {
        const ready = await open.ready(card);
        assert.equal((await open.pay(ready)).kind, 'succeeded', card);
        assert.equal(await open.executions(ready.prepared.refs.ours), 1);
      }
    });

    test('a payer who never comes back: failed when the time is over, and nothing was paid', async () => {
      const { intent, prepared, input } = await open.ready('4000000000002503');
      const asked = await connector.executeStep!(open.context, intent, prepared, input);
      const later = Object.assign(createTestContext(open.context.config, open.http), {
        now: () => Date.now() + intent.payerWindowMs + 1,
      });
      assert.deepEqual(kindOf(await connector.query(later, intent, asked.refs)), [99, 'no']);
      assert.equal(await open.executions(prepared.refs.ours), 0);
    });

    test('every refusal in the answer (7001–7136)', async () => {
      for (const id of ids) {
        const ready = await open.ready(digitCard(String(7000 + id)));
        assert.equal(connector.validate(open.context.config, ready.intent), null);
        assert.deepEqual(kindOf(await open.pay(ready)), [id, 'no']);
      }
    });

    test('every refusal after a review (9001–9136)', async () => {
      const waiting: Outcome[] = [];
      const orders = await Promise.all(ids.map((id) => open.ready(digitCard(String(9000 + id)))));
      for (const each of orders) waiting.push(await open.pay(each));
      assert.ok(waiting.every(({ kind }) => kind === 'pending'));
      await open.simulator.advance(3);
      for (const [at, { intent }] of orders.entries())
        assert.deepEqual(kindOf(await query({ intent, refs: waiting[at]!.refs })), [at + 1, 'no']);
    });

    test('a failure by a number and a word of no table (8020)', async () => {
      const ready = await open.ready(digitCard('8020'));
      const waiting = await open.pay(ready);
      assert.equal(waiting.kind, 'pending');
      await open.simulator.advance(3);
      const { refs } = waiting;
      const found = await query({ intent: ready.intent, refs });
      assert.ok(found.kind === 'failed', found.kind);
      assert.deepEqual(
        [found.error.catalogue, found.error.provider],
        ['unknown_error', 'MOON_IN_WRONG_PHASE'],
      );
    });

    test('answer lost after execution (8003): unknown, and the search finds it', async () => {
      const ready = await open.ready(digitCard('8003'));
      const { refs } = ready.prepared;
      assert.equal((await open.pay(ready, open.hasty)).kind, 'unknown');
      assert.equal((await query({ ...ready, refs })).kind, 'succeeded');
      assert.equal((await connector.cancel!(open.context, ready.intent, refs)).kind, 'succeeded');
      assert.equal(await open.executions(refs.ours), 1);
    });

    test('request lost before execution (8004): unknown, absent, and failed only by the time-out void', async () => {
      const ready = await open.ready(digitCard('8004'));
      const { refs } = ready.prepared;
      const lost = await open.pay(ready, open.hasty);
      assert.ok(lost.kind === 'unknown' && lost.resolve.steps.includes('timeoutReversal'));
      assert.equal((await query({ ...ready, refs })).kind, 'absent');
      const taken = await connector.cancel!(open.context, ready.intent, refs);
      assert.deepEqual(kindOf(taken), [29, 'no']);
      assert.equal(await open.executions(refs.ours), 0);
    });

    test('executed, but not in the search yet: the time-out void takes it back', async () => {
      const ready = await open.ready(digitCard('8003'));
      const { refs } = ready.prepared;
      await open.pay(ready, open.hasty);
      const lagging = open.answering((request) =>
        request.url.endsWith('/tss/v2/searches')
          ? json(201, { totalCount: 0, count: 0 })
          : open.http(request),
      );
      const taken = await connector.cancel!(lagging, ready.intent, refs);
      assert.deepEqual(kindOf(taken), [29, 'reversed']);
      const book = await open.simulator.book(refs.ours);
      assert.deepEqual(
        book.map(({ result }) => result),
        ['executed', 'reversed'],
      );
    });

    for (const [ending, name, id] of [
      ['0110', 'a part that was authorised', 57],
      ['0481', 'an authorisation that our risk rules decline', 100],
    ] as const)
      test(`${name} is reversed at once, and has failed`, async () => {
        const ready = await open.ready(`411111111111${ending}`);
        assert.deepEqual(kindOf(await open.pay(ready)), [id, 'reversed']);
        const results = (await open.simulator.book(ready.prepared.refs.ours)).map(
          ({ result }) => result,
        );
        assert.deepEqual(results, ['accepted', 'canceled']);
      });

    test('a review: late success (8001), and one that is dropped (8007)', async () => {
      const late = await open.ready(digitCard('8001'));
      const { refs } = await open.pay(late);
      await open.simulator.advance(3);
      assert.equal((await query({ ...late, refs })).kind, 'pending');
      await open.simulator.advance(20);
      assert.equal((await query({ ...late, refs })).kind, 'succeeded');
      const forever = await open.ready(digitCard('8007'));
      const waits = await open.pay(forever);
      const drop = () => connector.cancel!(open.context, forever.intent, waits.refs);
      assert.deepEqual(kindOf(await drop()), [4, 'no']);
      assert.equal((await drop()).kind, 'failed', 'again');
      assert.equal(await open.executions(waits.refs.ours), 0);
    });

    test('refunds: a void before settlement, a credit after; a second one is refused', async () => {
      for (const isSettled of [false, true]) {
        const { intent, refs } = await open.succeed();
        if (isSettled) await open.simulator.advance(25 * 3_600);
        const refund = () =>
          connector.prepareRefund!(open.context.config, intent, refs, randomUUID());
        const first = refund();
        const given = await connector.executeRefund!(open.context, intent, first, 'first');
        assert.equal(given.kind, isSettled ? 'pending' : 'succeeded');
        await open.simulator.advance(3);
        const found = await connector.queryRefund!(open.context, intent, first.refs);
        assert.ok(found.kind === 'succeeded');
        assert.deepEqual(
          [found.claims?.amount, found.claims?.ours],
          [intent.amount, first.refs.ours],
        );
        const second = await connector.executeRefund!(open.context, intent, refund(), 'first');
        assert.deepEqual(kindOf(second), [29, 'no']);
        assert.equal(await open.executions(first.refs.ours), 1);
      }
    });

    test('a refund that the search does not know is unknown, never absent', async () => {
      const { intent, refs } = await open.succeed();
      const refund = connector.prepareRefund!(open.context.config, intent, refs, randomUUID());
      await open.simulator.misbehave({ http503: 1 });
      const lost = await connector.executeRefund!(open.context, intent, refund, 'first');
      assert.equal(lost.kind, 'unknown');
      const found = await connector.queryRefund!(open.context, intent, refund.refs);
      assert.equal(found.kind, 'unknown');
    });

    test('HTTP 502: unknown, never failed; the search decides', async () => {
      const ready = await open.ready('4456530000001005');
      await open.simulator.misbehave({ http503: 1 });
      assert.equal((await open.pay(ready)).kind, 'unknown');
      const { refs } = ready.prepared;
      await open.simulator.misbehave({ http503: 1 });
      assert.equal((await query({ ...ready, refs })).kind, 'unknown');
      assert.equal((await query({ ...ready, refs })).kind, 'absent');
    });

    test('what proves nothing is unknown, for a step and for the search', async () => {
      const ready = await open.ready('4456530000001005');
      for (const answer of rubbish) {
        const strange = open.answering(() => answer);
        assert.equal((await open.pay(ready, strange)).kind, 'unknown', JSON.stringify(answer));
        const found = await connector.query(strange, ready.intent, ready.prepared.refs);
        assert.equal(found.kind, 'unknown', JSON.stringify(answer));
      }
      for (const answer of cybersourceSubject.unlistedAnswers) {
        const strange = open.answering(() => answer);
        assert.equal((await open.pay(ready, strange)).kind, 'unknown');
        assert.equal(strange.lines.length, 1, 'an operator must be able to see it');
      }
    });

    test('a refused connection and a lost input leave nothing', async () => {
      const ready = await open.ready('4456530000001005');
      const { intent, prepared } = ready;
      const nobody = createTestContext(
        { ...open.context.config, baseUrl: 'http://127.0.0.1:1' },
        open.http,
      );
      nobody.card = open.context.card;
      assert.equal((await open.pay(ready, nobody)).kind, 'not_sent');
      assert.equal(
        (await connector.executeStep!(open.context, intent, prepared, null)).kind,
        'not_sent',
      );
      const empty = createTestContext(open.context.config, open.http);
      assert.equal((await open.pay(ready, empty)).kind, 'not_sent');
      assert.equal(await open.executions(prepared.refs.ours), 0);
    });

    test('credentials, clock and account: a stranger is refused, and nothing moves', async () => {
      const ready = await open.ready('4456530000001005');
      const wrong = [
        { sharedSecret: Buffer.from('another secret of 32 bytes, long').toString('base64') },
        { keyId: 'other' },
        { merchantId: 'other' },
      ];
      for (const change of wrong) {
        const stranger = createTestContext({ ...open.context.config, ...change }, open.http);
        stranger.card = open.context.card;
        assert.deepEqual(kindOf(await open.pay(ready, stranger)), [19, 'no']);
        const tested = await connector.connectionTest!.call(stranger);
        assert.equal(tested.ok ? null : tested.why, 'unknown us');
      }
      const skewed = createTestContext(open.context.config, open.http);
      Object.assign(skewed, { card: open.context.card, now: () => Date.now() - 16 * 60_000 });
      assert.deepEqual(kindOf(await open.pay(ready, skewed)), [19, 'no']);
      assert.equal((await connector.connectionTest!.call(open.context)).ok, true);
    });

    test('nothing secret is in the log', () => {
      const log = JSON.stringify(open.context.lines);
      for (const { number } of open.context.cards.values())
        assert.ok(!log.includes(number.toString()));
      assert.ok(!log.includes(open.context.config.sharedSecret));
    });
  });

const rubbish: HttpResult[] = [
  { kind: 'lost', cause: 'timeout' },
  { kind: 'lost', cause: 'connection' },
  bytes(500, '{"error":"boom"}'),
  bytes(502, '<html>Bad gateway</html>'),
  bytes(404, '<html>Not found</html>'),
  bytes(200, ''),
  bytes(201, '{"status":"AUTHOR'),
  bytes(201, '[]'),
  bytes(201, '{}'),
  bytes(302, ''),
  json(201, { status: 'AUTHORIZED' }),
];
