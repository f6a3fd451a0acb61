// Checks that a connector refunds exactly once and cancels what still waits.

import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Prepared } from '../connector.ts';
import type { Refs } from '../outcome.ts';
import { assertAbout, assertKind, assertNothingProven } from './assertions.ts';
import type { Order, Fixture, Subject } from './fixture.ts';

export function cancelTests<Config>(fixture: () => Fixture<Config>, skip: string | false): void {
  test('what waits can be dropped, and stays dropped (8007)', { skip }, async () => {
    const {
      subject,
      capabilities,
      connector,
      context,
      order,
      submit,
      query,
      executions,
      simulator,
    } = fixture();
    const each = await order(capabilities.cancelOf?.[0] ?? subject.mainKind, '8007');
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
    const { subject, capabilities, connector, context, order, submit } = fixture();
    const each = await order(capabilities.cancelOf?.[0] ?? subject.mainKind, '8007');
    await submit(each);
    assertKind(await connector.cancel!(context, each.intent, each.prepared.refs), 'failed');
  });

  test(
    'a cancel that comes too late says how the attempt stands; one of nothing says absent',
    { skip },
    async () => {
      const { subject, capabilities, connector, context, order, submit, simulator, executions } =
        fixture();
      const each = await order(capabilities.cancelOf?.[0] ?? subject.mainKind, '0001');
      assertKind(await connector.cancel!(context, each.intent, each.prepared.refs), 'absent');
      const { refs } = await submit(each);
      await simulator.advance(3);
      assertKind(await connector.cancel!(context, each.intent, refs), 'succeeded');
      assert.equal(await executions(each.reference), 1);
    },
  );
}

export function refundTests<Config>(fixture: () => Fixture<Config>, skip: string | false): void {
  test(
    'a success is refunded once; the original says reversed; a second refund is refused',
    { skip },
    async () => {
      const { subject, connector, context, simulator, query, executions } = fixture();
      const { each, refs } = await succeeded(fixture());
      const first = refundOf(fixture(), each, refs);
      const isAsked = subject.lacks?.includes('refundQueries') !== true;
      assertKind(
        await connector.queryRefund!(context, each.intent, first.refs),
        isAsked ? 'absent' : 'unknown',
        'not sent yet',
      );
      const isWaiting = subject.lacks?.includes('pendingRefunds') !== true;
      const taken = await connector.executeRefund!(context, each.intent, first, 'first');
      assertKind(taken, isWaiting ? 'pending' : 'succeeded');
      await simulator.advance(3);
      const known = isAsked ? first.refs : taken.refs;
      const told = await connector.queryRefund!(context, each.intent, known);
      assertKind(told, 'succeeded');
      if (told.kind === 'succeeded')
        assertAbout(fixture(), told.claims, { ...each, reference: first.refs.ours });
      assertKind(
        await connector.executeRefund!(context, each.intent, first, 'replay'),
        'succeeded',
        'the same refund again',
      );
      const second = refundOf(fixture(), each, refs);
      const refused = await connector.executeRefund!(context, each.intent, second, 'first');
      if (isAsked) assertKind(refused, 'failed');
      if (refused.kind === 'failed') assert.equal(refused.executed, 'no');
      const isTold = subject.lacks?.includes('reversals') !== true;
      assertKind(await query(each, refs), isTold ? 'reversed' : 'succeeded');
      assert.equal(await executions(inBook(subject, first)), 1);
      if (subject.bookReference === undefined) assert.equal(await executions(second.refs.ours), 0);
    },
  );

  test('what has not succeeded is not refunded', { skip }, async () => {
    const { subject, connector, context, order, submit, query } = fixture();
    const each = await order(subject.mainKind, '8007');
    const { refs } = await submit(each);
    const known = { ...refs, ...(await query(each, refs)).refs };
    assertKind(
      await connector.executeRefund!(
        context,
        each.intent,
        refundOf(fixture(), each, known),
        'first',
      ),
      'failed',
    );
    assertKind(await query(each, refs), 'pending');
  });

  test(
    'a refund whose answer is lost is looked up, not sent under a new reference',
    { skip },
    async () => {
      const { subject, connector, context, simulator, executions } = fixture();
      const { each, refs } = await succeeded(fixture());
      const refund = refundOf(fixture(), each, refs);
      await simulator.misbehave({ http503: 1 });
      const isAsked = subject.lacks?.includes('refundQueries') !== true;
      const unanswered = await connector.executeRefund!(context, each.intent, refund, 'first');
      assertNothingProven(fixture(), unanswered);
      const lost = await connector.queryRefund!(context, each.intent, refund.refs);
      assertKind(lost, isAsked ? 'absent' : 'unknown');
      const again = await connector.executeRefund!(context, each.intent, refund, 'replay');
      await simulator.advance(3);
      const known = isAsked ? refund.refs : again.refs;
      assertKind(await connector.queryRefund!(context, each.intent, known), 'succeeded');
      assert.equal(await executions(inBook(subject, refund)), 1);
    },
  );
}

const inBook = <Config>(subject: Subject<Config>, prepared: Prepared): string =>
  subject.bookReference?.(prepared) ?? prepared.refs.ours;

async function succeeded<Config>(fixture: Fixture<Config>): Promise<{ each: Order; refs: Refs }> {
  const each = await fixture.order(fixture.subject.mainKind, '0001');
  const first = await fixture.submit(each);
  await fixture.simulator.advance(3);
  const found = await fixture.query(each, first.refs);
  assertKind(found, 'succeeded');
  return { each, refs: found.refs };
}

function refundOf<Config>(fixture: Fixture<Config>, each: Order, refs: Refs) {
  return fixture.connector.prepareRefund!(fixture.context.config, each.intent, refs, randomUUID());
}
