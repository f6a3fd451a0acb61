// Does a connector take money back exactly once, and drop what still waits?

import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refs } from '../outcome.ts';
import { assertKind } from './assertions.ts';
import type { Order, World } from './world.ts';

export function cancelTests<Config>(world: () => World<Config>, skip: string | false): void {
  test('what waits can be dropped, and stays dropped (8007)', { skip }, async () => {
    const { subject, connector, context, order, submit, query, executions, simulator } = world();
    const each = await order(subject.mainKind, '8007');
    const { refs } = await submit(each);
    const dropped = await connector.cancel!(context, each.intent, refs);
    assertKind(dropped, 'failed');
    assert.equal(dropped.kind === 'failed' && dropped.executed, 'no');
    assertKind(await connector.cancel!(context, each.intent, refs), 'failed', 'again');
    await simulator.advance(30);
    assertKind(await query(each, refs), 'failed');
    assert.equal(await executions(each.reference), 0);
  });

  test('a cancel by our reference alone works too', { skip }, async () => {
    const { subject, connector, context, order, submit } = world();
    const each = await order(subject.mainKind, '8007');
    await submit(each);
    assertKind(await connector.cancel!(context, each.intent, each.prepared.refs), 'failed');
  });

  test('a cancel that comes too late says how the attempt stands; one of nothing says absent', { skip }, async () => {
    const { subject, connector, context, order, submit, simulator, executions } = world();
    const each = await order(subject.mainKind, '0001');
    assertKind(await connector.cancel!(context, each.intent, each.prepared.refs), 'absent');
    const { refs } = await submit(each);
    await simulator.advance(3);
    assertKind(await connector.cancel!(context, each.intent, refs), 'succeeded');
    assert.equal(await executions(each.reference), 1);
  });
}

export function refundTests<Config>(world: () => World<Config>, skip: string | false): void {
  test('a success is refunded once; the original says reversed; a second refund is refused', { skip }, async () => {
    const { connector, context, simulator, query, executions } = world();
    const { each, refs } = await succeeded(world());
    const first = refundOf(world(), each, refs);
    assertKind(await connector.queryRefund!(context, each.intent, first.refs), 'absent', 'not sent yet');
    assertKind(await connector.executeRefund!(context, each.intent, first, 'first'), 'pending');
    await simulator.advance(3);
    assertKind(await connector.queryRefund!(context, each.intent, first.refs), 'succeeded');
    assertKind(await connector.executeRefund!(context, each.intent, first, 'replay'), 'succeeded', 'the same refund again');
    const second = refundOf(world(), each, refs);
    const refused = await connector.executeRefund!(context, each.intent, second, 'first');
    assertKind(refused, 'failed');
    assert.equal(refused.kind === 'failed' && refused.executed, 'no');
    assertKind(await query(each, refs), 'reversed');
    assert.equal(await executions(first.refs.ours), 1);
    assert.equal(await executions(second.refs.ours), 0);
  });

  test('what has not succeeded is not refunded', { skip }, async () => {
    const { subject, connector, context, order, submit, query } = world();
    const each = await order(subject.mainKind, '8007');
    const { refs } = await submit(each);
    const known = { ...refs, ...(await query(each, refs)).refs };
    assertKind(await connector.executeRefund!(context, each.intent, refundOf(world(), each, known), 'first'), 'failed');
    assertKind(await query(each, refs), 'pending');
  });

  test('a refund whose answer is lost is looked up, not sent under a new reference', { skip }, async () => {
    const { connector, context, simulator, executions } = world();
    const { each, refs } = await succeeded(world());
    const refund = refundOf(world(), each, refs);
    await simulator.misbehave({ http503: 1 });
    assertKind(await connector.executeRefund!(context, each.intent, refund, 'first'), 'unknown');
    assertKind(await connector.queryRefund!(context, each.intent, refund.refs), 'absent');
    await connector.executeRefund!(context, each.intent, refund, 'replay');
    await simulator.advance(3);
    assertKind(await connector.queryRefund!(context, each.intent, refund.refs), 'succeeded');
    assert.equal(await executions(refund.refs.ours), 1);
  });
}

async function succeeded<Config>(world: World<Config>): Promise<{ each: Order; refs: Refs }> {
  const each = await world.order(world.subject.mainKind, '0001');
  const first = await world.submit(each);
  await world.simulator.advance(3);
  const found = await world.query(each, first.refs);
  assertKind(found, 'succeeded');
  return { each, refs: found.refs };
}

function refundOf<Config>(world: World<Config>, each: Order, refs: Refs) {
  return world.connector.prepareRefund!(world.context.config, each.intent, refs, randomUUID());
}
