// Assertions of the conformance tests on outcomes and notifications.

import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ProviderEvent } from '../connector.ts';
import type { Claims, Outcome, QueryOutcome } from '../outcome.ts';
import type { Order, Fixture } from './fixture.ts';

export function assertKind(
  outcome: Outcome | QueryOutcome,
  kind: QueryOutcome['kind'],
  hint = '',
): void {
  assert.equal(outcome.kind, kind, `${hint} ${inspect(outcome)}`);
}

/** Refused under this catalogue id, and no money moved. */
export function assertRefused(outcome: Outcome | QueryOutcome, catalogueId: number): void {
  assertKind(outcome, 'failed', `id ${catalogueId}`);
  if (outcome.kind === 'failed')
    assert.deepEqual([outcome.error.catalogueId, outcome.executed], [catalogueId, 'no']);
}

/**
 * Unknown, and the connector says the way out: status query first, an end in sight, never earlier
 * than the protocol allows.
 */
export function assertUnknown(outcome: Outcome | QueryOutcome, hint = ''): void {
  assertKind(outcome, 'unknown', hint);
  if (outcome.kind !== 'unknown') return;
  assert.equal(outcome.resolve.steps[0], 'query', hint);
  assert.ok(
    outcome.resolve.quiescenceMs > 0 &&
      outcome.resolve.giveUpAfterMs > outcome.resolve.quiescenceMs,
    hint,
  );
}

/**
 * Asserts what follows for an order that met a fault which proves nothing: unknown; or not sent,
 * where the fault was not in the last of its calls.
 */
export function assertNothingProven<Config>(
  { subject }: Fixture<Config>,
  outcome: Outcome | QueryOutcome,
): void {
  const mayBeUnsent = subject.lacks?.includes('singleCalls') === true;
  if (!mayBeUnsent || outcome.kind !== 'not_sent') assertUnknown(outcome);
}

/**
 * A genuine notice names its attempt, is believed as far as the capability says, and never further.
 */
export function assertGenuine<Config>(
  fixture: Fixture<Config>,
  event: ProviderEvent | undefined,
  order: Order,
  kind: QueryOutcome['kind'],
): void {
  assert.ok(event, 'the notice gives an event');
  assert.equal(event.match.ours, order.reference);
  const { auth } = fixture.capabilities.notification;
  assert.equal(event.authenticated, auth !== 'none');
  if (!fixture.capabilities.notification.bookable) return;
  assert.equal(event.outcome?.kind, kind);
  assertAbout(fixture, event.claims, order);
}

/** Everything that the protocol is sure to tell is told, and it is this order. */
export function assertAbout<Config>(
  { capabilities, connector }: Fixture<Config>,
  claims: Claims | undefined,
  { intent, reference }: Order,
): void {
  for (const member of capabilities.tells)
    assert.notEqual(claims?.[member], undefined, `${member} is told`);
  assert.equal(claims?.ours ?? reference, reference);
  assert.equal(claims?.amount ?? intent.amount, intent.amount);
  assert.equal(claims?.currency ?? intent.currency, intent.currency);
  if (claims?.party === undefined) return;
  assert.ok(connector.isParty?.(intent, claims.party), `${claims.party} is whom it was for`);
}

/** Not to be booked: refused, or only a reason to look up. */
export function assertHintOnly(events: ProviderEvent[]): void {
  for (const event of events)
    assert.ok(!event.authenticated, 'a forged notice must not count as authenticated');
}
