// What do the conformance tests demand of an outcome and of a notice?

import assert from 'node:assert/strict';
import type { ProviderEvent } from '../connector.ts';
import type { Outcome, QueryOutcome } from '../outcome.ts';
import type { Order, World } from './world.ts';

export function assertKind(outcome: Outcome | QueryOutcome, kind: QueryOutcome['kind'], hint = ''): void {
  assert.equal(outcome.kind, kind, `${hint} ${JSON.stringify(outcome)}`);
}

/** Refused under this catalogue id, and no money moved. */
export function assertRefused(outcome: Outcome | QueryOutcome, catalogueId: number): void {
  assertKind(outcome, 'failed', `id ${catalogueId}`);
  if (outcome.kind === 'failed') assert.deepEqual([outcome.error.catalogueId, outcome.executed], [catalogueId, 'no']);
}

/** Unknown, and the connector says the way out: look-up first, an end in sight, never earlier than the protocol allows. */
export function assertUnknown(outcome: Outcome | QueryOutcome, hint = ''): void {
  assertKind(outcome, 'unknown', hint);
  if (outcome.kind !== 'unknown') return;
  assert.equal(outcome.resolve.steps[0], 'query', hint);
  assert.ok(outcome.resolve.quiescenceMs > 0 && outcome.resolve.giveUpAfterMs > outcome.resolve.quiescenceMs, hint);
}

/** A genuine notice names its attempt, is believed as far as the capability says, and never further. */
export function assertGenuine<Config>(
  world: World<Config>,
  event: ProviderEvent | undefined,
  order: Order,
  kind: QueryOutcome['kind'],
): void {
  assert.ok(event, 'the notice gives an event');
  assert.equal(event.match.ours, order.reference);
  assert.equal(event.authenticated, true);
  if (!world.capabilities.notification.bookable) return;
  assert.equal(event.outcome?.kind, kind);
  assert.deepEqual(event.claims, { amount: order.intent.amount, currency: order.intent.currency });
}

/** Not to be booked: refused, or only a reason to look up. */
export function assertHintOnly(events: ProviderEvent[]): void {
  for (const event of events) assert.ok(!event.authenticated, 'a forged notice must not count as authenticated');
}
