// Proves against the simulator that a collection is taken back once, and that its result, and what
// a lost answer leaves open, come by notices.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  createTestContext,
  createTransport,
  sampleIntent,
  startSimulatorProcess,
} from '@jokko/connectors/kit/conformance';
import type { SimulatorProcess, TestContext, Transport } from '@jokko/connectors/kit/conformance';
import type { Intent, ProviderEvent, Refs } from '@jokko/connectors/kit';
import { holdTime } from '../../../acceptance/harness/held-time.ts';
import { startNoticeReceiver } from '../../kit/conformance/notice-receiver.ts';
import type { NoticeReceiver } from '../../kit/conformance/notice-receiver.ts';
import { mpesaConnector } from '../index.ts';
import type { MpesaConfig } from '../index.ts';
import { accountReference } from '../operations.ts';
import { sandboxConfig } from './sandbox-config.ts';

let simulator: SimulatorProcess;
let notices: NoticeReceiver;
let transport: Transport;
let context: TestContext<MpesaConfig>;

before(async () => {
  simulator = await startSimulatorProcess();
  const config = sandboxConfig(simulator.url);
  notices = await startNoticeReceiver((notice) => mpesaConnector.receive(config, notice));
  transport = createTransport();
  context = createTestContext(config, transport.http);
});
after(async () => {
  transport.close();
  await notices.stop();
  await simulator.stop();
});

/** The event of the n-th notice about an order. */
async function eventOf(ours: string, count: number): Promise<ProviderEvent | undefined> {
  return (await notices.waitFor(ours, count))[count - 1]?.events[0];
}

/** A collection that succeeded, as its callback told it. */
async function paid(): Promise<{ ours: string; intent: Intent; refs: Refs }> {
  const ours = randomUUID();
  const intent = sampleIntent('collect', { notifyUrl: notices.urlFor(ours) });
  const prepared = mpesaConnector.prepare(context.config, intent, ours);
  await mpesaConnector.execute(context, intent, prepared, 'first');
  await simulator.advance(3);
  const event = await eventOf(ours, 1);
  assert.equal(event?.outcome?.kind, 'succeeded');
  return { ours, intent, refs: event!.outcome!.refs };
}

function refund(intent: Intent, refs: Refs, ours: string) {
  const prepared = mpesaConnector.prepareRefund!(context.config, intent, refs, ours);
  return mpesaConnector.executeRefund!(context, intent, prepared, 'first');
}

test('a collection is taken back once; a notice tells it, and the provider’s book agrees', async () => {
  const { ours, intent, refs } = await paid();
  const first = randomUUID();
  assert.equal((await refund(intent, refs, first)).kind, 'pending');
  await simulator.advance(3);
  const event = await eventOf(ours, 2);
  assert.deepEqual([event?.match.ours, event?.outcome?.kind], [first, 'succeeded']);
  assert.equal(event?.claims?.amount, intent.amount);
  const book = await simulator.book(accountReference(ours));
  assert.deepEqual(
    book.map(({ result }) => result),
    ['accepted', 'executed', 'reversed'],
  );
  // A second one is not reversible. No table has its code, and still it is an end.
  const second = randomUUID();
  await refund(intent, refs, second);
  const refused = await eventOf(ours, 3);
  assert.equal(refused?.match.ours, second);
  assert.equal(
    refused?.outcome?.kind === 'failed' && refused.outcome.error.catalogue,
    'unknown_error',
  );
  assert.deepEqual(await simulator.book(second), []);
});

test('the status of a reversal is asked for by the id of its answer, and told by a notice', async () => {
  const { ours, intent, refs } = await paid();
  const reversal = randomUUID();
  const outcome = await refund(intent, refs, reversal);
  await simulator.advance(3);
  await eventOf(ours, 2);
  const asked = await mpesaConnector.queryRefund!(context, intent, outcome.refs);
  assert.equal(asked.kind, 'pending');
  const told = await eventOf(ours, 3);
  assert.deepEqual([told?.match.ours, told?.outcome?.kind], [reversal, 'succeeded']);
  const lost = await mpesaConnector.queryRefund!(context, intent, { ours: reversal });
  assert.equal(lost.kind, 'unknown');
});

test('a payout whose answer was lost is told by its result, and by the notice that a status query asks for', async (t) => {
  const time = holdTime(t);
  const ours = randomUUID();
  const intent = sampleIntent('payout', { notifyUrl: notices.urlFor(ours), digits: '8003' });
  const early = createTestContext({ ...context.config, timeoutMs: 800 }, transport.http);
  early.token = context.token;
  const prepared = mpesaConnector.prepare(context.config, intent, ours);
  const executed = mpesaConnector.execute(early, intent, prepared, 'first');
  // Its result comes although its answer does not: no deadline has passed before.
  const result = await eventOf(ours, 1);
  await time.pass(800);
  const outcome = await executed;
  assert.equal(outcome.kind, 'unknown');
  assert.equal((await mpesaConnector.query(context, intent, outcome.refs)).kind, 'unknown');
  const status = await eventOf(ours, 2);
  for (const event of [result, status]) {
    assert.deepEqual([event?.match.ours, event?.outcome?.kind], [ours, 'succeeded']);
    assert.deepEqual(event?.claims, { amount: intent.amount, party: intent.phone.slice(1) });
  }
});
