// Proves that the Stripe connector fulfils the contract of all connectors, against the simulator's
// Stripe API, and that its statement agrees with what it told of each payment.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import {
  createTestContext,
  createTransport,
  runConformance,
  sampleIntent,
  startSimulatorProcess,
} from '@jokko/connectors/kit/conformance';
import type { Refs, StatementLine } from '@jokko/connectors/kit';
import { stripeConnector as connector } from '../index.ts';
import { simulatorConfig } from './simulator-config.ts';
import { stripeSubject } from './subject.ts';

runConformance(stripeSubject);

const dayNow = (): string => new Date().toISOString().slice(0, 10);

test('the day’s statement has every payment and refund once, with the fee that the payment told', async () => {
  const begunOn = dayNow();
  const simulator = await startSimulatorProcess();
  const transport = createTransport();
  const context = createTestContext(simulatorConfig(simulator.url), transport.http);
  try {
    const pay = async (amount: bigint) => {
      const vaultHandle = randomUUID();
      const intent = sampleIntent('card', { digits: '4242', vaultHandle, amount });
      context.cards.set(vaultHandle, {
        number: Buffer.from('4242424242424242'),
        expireMonth: '09',
        expireYear: '39',
        cvc: Buffer.from('920'),
      });
      const prepared = connector.prepare(context.config, intent, randomUUID());
      const outcome = await connector.execute(context, intent, prepared, 'first');
      assert.ok(outcome.kind === 'succeeded' && outcome.fee !== undefined);
      return { intent, refs: outcome.refs, fee: outcome.fee };
    };
    const [first, second] = [await pay(13_500_000n), await pay(99_990_000n)];
    const giveBack = async ({ intent, refs }: Awaited<ReturnType<typeof pay>>): Promise<Refs> => {
      const refund = connector.prepareRefund!(context.config, intent, refs, randomUUID());
      const outcome = await connector.executeRefund!(context, intent, refund, 'first');
      await simulator.advance(3);
      return outcome.refs;
    };
    const refund = await giveBack(second);
    const lines: StatementLine[] = [];
    // Two, where midnight came between.
    for (const day of new Set([begunOn, dayNow()]))
      for await (const line of connector.statement!(context, day)) lines.push(line);
    const row = (refs: Refs, direction: string, amount: bigint, fee: bigint) => [
      refs.ours,
      refs.theirs,
      direction,
      amount,
      fee,
    ];
    assert.deepEqual(
      lines.map((line) => [line.ours, line.theirs, line.direction, line.amount, line.fee]),
      [
        row(first.refs, 'in', 13_500_000n, first.fee),
        row(second.refs, 'in', 99_990_000n, second.fee),
        row(refund, 'out', 99_990_000n, 0n),
      ],
    );
  } finally {
    transport.close();
    await simulator.stop();
  }
});
