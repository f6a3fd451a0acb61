// Does a connector tell every end of an attempt as the provider means it? Success, every refusal, late results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertGenuine, assertKind, assertRefused } from './assertions.ts';
import type { World } from './world.ts';

const catalogueIds = Array.from({ length: 136 }, (_, index) => index + 1);

export function resultTests<Config>(world: () => World<Config>): void {
  test('the happy path of every kind: accepted, executed once, told by notice and by look-up', async () => {
    const { capabilities, order, submit, query, simulator, notices, executions } = world();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '0001')));
    const first = await Promise.all(orders.map((each) => submit(each)));
    await simulator.advance(3);
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      assertKind(first[at]!, 'pending', kind);
      const [receipt] = await notices.waitFor(each.reference, 1);
      assertGenuine(world(), receipt?.events[0], each, 'succeeded');
      const found = await query(each, first[at]!.refs);
      assertKind(found, 'succeeded', kind);
      assert.ok(found.refs.theirs, `${kind}: a success names the provider's reference`);
      assert.equal(await executions(each.reference), 1, kind);
    }
  });

  test('every refusal that comes later, by its catalogue id (9001–9136)', async () => {
    const { subject, order, submit, query, simulator, executions } = world();
    const orders = await Promise.all(catalogueIds.map((id) => order(subject.mainKind, String(9000 + id))));
    const first = await Promise.all(orders.map((each) => submit(each)));
    assert.ok(first.every((outcome) => outcome.kind === 'pending'));
    await simulator.advance(3);
    const found = await Promise.all(orders.map((each, at) => query(each, first[at]!.refs)));
    for (const [at, outcome] of found.entries()) assertRefused(outcome, at + 1);
    assert.equal(await executions(orders[0]!.reference), 0);
  });

  test('every refusal in the answer (7001–7136), and the pure check that spares the call', async () => {
    const { subject, connector, context, order, submit } = world();
    const orders = await Promise.all(catalogueIds.map((id) => order(subject.mainKind, String(7000 + id))));
    const found = await Promise.all(orders.map((each) => submit(each)));
    for (const [at, outcome] of found.entries()) {
      assertRefused(outcome, at + 1);
      assert.equal(connector.validate(context.config, orders[at]!.intent)?.catalogueId, at + 1);
    }
  });

  test('a late success is still a success (8001)', async () => {
    const { subject, order, submit, query, simulator } = world();
    const each = await order(subject.mainKind, '8001');
    const { refs } = await submit(each);
    await simulator.advance(3);
    assertKind(await query(each, refs), 'pending');
    await simulator.advance(20);
    assertKind(await query(each, refs), 'succeeded');
  });

  test('preparing is pure: the same order and reference give the same bytes', async () => {
    const { capabilities, connector, context, order } = world();
    for (const kind of capabilities.operations) {
      const { intent, prepared, reference } = await order(kind, '0001');
      assert.deepEqual(connector.prepare(context.config, intent, reference), prepared, kind);
      assert.equal(prepared.refs.ours, reference);
      assert.ok(!prepared.body.includes('5997001234560001'), 'a stored request holds no card number');
    }
  });
}

/** For a provider that answers at once: the answer to the submit is the result, unless a payer has to follow a link. */
export function synchronousTests<Config>(world: () => World<Config>): void {
  test('on a synchronous provider the answer is the result, executed once', async () => {
    const { capabilities, order, submit, executions } = world();
    for (const kind of capabilities.operations) {
      const each = await order(kind, '0001');
      const outcome = await submit(each);
      if (outcome.kind === 'pending') assert.ok(outcome.challenge, `${kind}: only a payer's link may keep it open`);
      else assert.deepEqual([outcome.kind, await executions(each.reference)], ['succeeded', 1], kind);
    }
  });
}
