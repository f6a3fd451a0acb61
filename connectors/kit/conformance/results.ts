// Checks that a connector reports every end of an attempt as the provider means it: success, every
// refusal, late results.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { about } from '../build-outcome.ts';
import { assertAbout, assertGenuine, assertKind, assertRefused } from './assertions.ts';
import type { Fixture } from './fixture.ts';

const catalogueIds = Array.from({ length: 136 }, (_, index) => index + 1);

export function resultTests<Config>(fixture: () => Fixture<Config>): void {
  test('the happy path of every kind: accepted, executed once, told by notice and by status query', async () => {
    const { subject, capabilities, order, submit, query, simulator, notices, executions } =
      fixture();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '0001')));
    const first = await Promise.all(orders.map((each) => submit(each)));
    await simulator.advance(3);
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      assertKind(first[at]!, 'pending', kind);
      const isSilent =
        capabilities.notification.mode === 'none' || subject.silentKinds?.includes(kind) === true;
      if (!isSilent) {
        const [receipt] = await notices.waitFor(each.reference, 1);
        assertGenuine(fixture(), receipt?.events[0], each, 'succeeded');
      }
      const event = notices.receipts(each.reference)[0]?.events[0];
      const found = subject.toldByNotice?.includes(kind)
        ? about(event!.outcome!, event!.claims ?? {})
        : await query(each, first[at]!.refs);
      assertKind(found, 'succeeded', kind);
      assert.ok(found.refs.theirs, `${kind}: a success names the provider's reference`);
      if (found.kind === 'succeeded') assertAbout(fixture(), found.claims, each);
      assert.equal(await executions(each.reference), 1, kind);
    }
  });

  test('F29 a reference that the provider has had before tells whose payment it was', async () => {
    const { subject, capabilities, connector, order, submit, query, simulator } = fixture();
    if (capabilities.queryBy.length === 0) return;
    const earlier = await order(subject.mainKind, '0001');
    const { refs } = await submit(earlier);
    await simulator.advance(3);
    const later = await order(subject.mainKind, '0002');
    const found = await query(later, refs);
    assertKind(found, 'succeeded');
    if (found.kind !== 'succeeded' || !capabilities.tells.includes('party')) return;
    assert.ok(found.claims?.party !== undefined && connector.isParty !== undefined);
    assert.ok(connector.isParty(earlier.intent, found.claims.party));
    assert.ok(!connector.isParty(later.intent, found.claims.party), 'it is not this party');
  });

  test('every refusal that comes later, by its catalogue id (9001–9136)', async () => {
    const { subject, order, submit, query, simulator, executions } = fixture();
    const orders = await Promise.all(
      catalogueIds.map((id) => order(subject.mainKind, String(9000 + id))),
    );
    const first = await Promise.all(orders.map((each) => submit(each)));
    assert.ok(first.every((outcome) => outcome.kind === 'pending'));
    await simulator.advance(3);
    const found = await Promise.all(orders.map((each, at) => query(each, first[at]!.refs)));
    for (const [at, outcome] of found.entries()) assertRefused(outcome, at + 1);
    assert.equal(await executions(orders[0]!.reference), 0);
  });

  test('every refusal in the answer (7001–7136), and the pure check that spares the call', async () => {
    const { subject, connector, context, order, submit } = fixture();
    const orders = await Promise.all(
      catalogueIds.map((id) => order(subject.mainKind, String(7000 + id))),
    );
    const found = await Promise.all(orders.map((each) => submit(each)));
    for (const [at, outcome] of found.entries()) {
      assertRefused(outcome, at + 1);
      const { intent } = orders[at]!;
      // The link of a card is awaited anyway, so that the provider itself refuses.
      const checked = intent.kind === 'card' ? undefined : at + 1;
      assert.equal(connector.validate(context.config, intent)?.catalogueId, checked);
    }
  });

  test('a late success is still a success (8001)', async () => {
    const { subject, order, submit, query, simulator } = fixture();
    const each = await order(subject.mainKind, '8001');
    const { refs } = await submit(each);
    await simulator.advance(3);
    assertKind(await query(each, refs), 'pending');
    await simulator.advance(20);
    assertKind(await query(each, refs), 'succeeded');
  });

  test('a failure for a reason that no table has is failed, unknown_error, for every kind (8020)', async () => {
    const { subject, capabilities, order, submit, query, simulator, notices, executions } =
      fixture();
    const orders = await Promise.all(capabilities.operations.map((kind) => order(kind, '8020')));
    const first = await Promise.all(orders.map((each) => submit(each)));
    await simulator.advance(3);
    for (const [at, each] of orders.entries()) {
      const { kind } = each.intent;
      const said = first[at]!;
      const isNotice = subject.toldByNotice?.includes(kind) === true;
      const [receipt] = isNotice ? await notices.waitFor(each.reference, 1) : [];
      const told = receipt?.events[0]?.outcome;
      const found = told ?? (said.kind === 'failed' ? said : await query(each, said.refs));
      assert.ok(found.kind === 'failed', `${kind}: ${found.kind}`);
      // A protocol without reasons says only that it failed, which its table has.
      const isTold = subject.finalWords?.reasons !== 'none';
      assert.equal(found.error.catalogue === 'unknown_error', isTold, kind);
      if (isTold) assert.deepEqual([found.error.catalogueId, found.executed], [undefined, 'no']);
      assert.equal(await executions(each.reference), 0, kind);
    }
  });

  test('preparing is pure: the same order and reference give the same bytes', async () => {
    const { capabilities, connector, context, order } = fixture();
    for (const kind of capabilities.operations) {
      const { intent, prepared, reference } = await order(kind, '0001');
      assert.deepEqual(connector.prepare(context.config, intent, reference), prepared, kind);
      assert.equal(prepared.refs.ours, reference);
      assert.ok(
        !prepared.body.includes('5997001234560001'),
        'a stored request holds no card number',
      );
    }
  });
}

/**
 * For a provider that answers at once: the answer to the submit is the result, unless a payer has
 * to follow a link.
 */
export function synchronousTests<Config>(
  fixture: () => Fixture<Config>,
  skip: string | false,
): void {
  test('on a synchronous provider the answer is the result, executed once', { skip }, async () => {
    const { capabilities, order, submit, executions } = fixture();
    for (const kind of capabilities.operations) {
      const each = await order(kind, '0001');
      const outcome = await submit(each);
      if (outcome.kind === 'pending')
        assert.ok(outcome.challenge, `${kind}: only a payer's link may keep it open`);
      else
        assert.deepEqual([outcome.kind, await executions(each.reference)], ['succeeded', 1], kind);
    }
  });
}
