// Proves what each answer of Stripe means: statuses, errors, amounts, fees, and answers that prove
// nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import { stripeConnector } from '../index.ts';
import { execute, intent, list, paymentIntent, refund, scripted } from './scripted.ts';

type Members = { [member: string]: unknown };
const refs = { ours: ourRef, theirs: 'pi_1' };
const told = (members: Members): HttpResult => json(200, paymentIntent(members));
const errorOf = (outcome: QueryOutcome): unknown =>
  outcome.kind === 'failed' ? [outcome.error.catalogue, outcome.executed] : outcome.kind;

test('every status of a payment', async () => {
  const link = {
    type: 'redirect_to_url',
    redirect_to_url: { url: 'https://hooks.stripe.com/3d' },
  };
  const cases: [Members, unknown][] = [
    [{ status: 'succeeded' }, 'succeeded'],
    [{ status: 'processing' }, 'pending'],
    [{ status: 'requires_action', next_action: link }, 'pending'],
    [{ status: 'requires_action' }, 'unknown'],
    [{ status: 'requires_capture' }, 'unknown'],
    [{ status: 'requires_confirmation' }, 'unknown'],
    [{ status: 'canceled' }, ['payment-timeout', 'no']],
    [{ status: 'requires_payment_method' }, ['partial_3ds_authentification', 'no']],
    [
      {
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', code: 'expired_card' },
      },
      ['bank_card_expired', 'no'],
    ],
  ];
  for (const [members, expected] of cases) {
    const outcome = await execute(scripted([told(members)]));
    assert.deepEqual(errorOf(outcome), expected, JSON.stringify(members));
  }
});

test('a challenge is the link of the issuer', async () => {
  const next_action = { redirect_to_url: { url: 'https://hooks.stripe.com/3d' } };
  const outcome = await execute(scripted([told({ status: 'requires_action', next_action })]));
  assert.deepEqual(outcome.kind === 'pending' && [outcome.stage, outcome.challenge], [
    'payer',
    { authUrl: 'https://hooks.stripe.com/3d', expiresInMs: 900_000 },
  ]);
});

test('a success names amount, currency, card and fee; a fee in another currency is left out', async () => {
  const charge = (currency: string) => ({
    id: 'ch_1',
    payment_method_details: { card: { last4: '4242' } },
    balance_transaction: { fee: 40, currency },
  });
  const outcome = await execute(
    scripted([told({ status: 'succeeded', latest_charge: charge('xof') })]),
  );
  assert.ok(outcome.kind === 'succeeded');
  assert.equal(outcome.fee, 400_000n);
  assert.deepEqual(outcome.claims, {
    ours: ourRef,
    amount: 13_500_000n,
    currency: 'XOF',
    party: 'card 4242',
  });
  assert.ok(stripeConnector.isParty?.(intent, 'card 4242'));
  assert.ok(!stripeConnector.isParty?.(intent, 'card 4243'));
  const euros = await execute(
    scripted([told({ status: 'succeeded', latest_charge: charge('eur') })]),
  );
  assert.ok(euros.kind === 'succeeded' && euros.fee === undefined);
});

test('another amount is claimed as Stripe told it, so that the core does not book it', async () => {
  const outcome = await execute(scripted([told({ status: 'succeeded', amount_received: 135 })]));
  assert.equal(outcome.kind === 'succeeded' && outcome.claims?.amount, 1_350_000n);
});

test('every code of the table, as the answer to a payment and to a refund', async () => {
  const prepared = stripeConnector.prepareRefund!(scripted([]).config, intent, refs, ourRef);
  for (const [name, rows] of Object.entries(errorTable)) {
    const error = name.startsWith('type:')
      ? { type: name.slice(5) }
      : { type: 'card_error', code: name.split(':')[0], decline_code: name.split(':')[1] };
    const answer = json(402, { error: { ...error, message: 'm' } });
    const nothing = json(200, list([], 'search_result'));
    const paid = await execute(scripted([answer, nothing]));
    const expected = rows.pay === 'inquire' ? 'unknown' : [rows.pay.catalogue, 'no'];
    assert.deepEqual(errorOf(paid), expected, name);
    const context = scripted([answer, json(200, list([]))]);
    const back = await stripeConnector.executeRefund!(context, intent, prepared, 'first');
    const refused = rows.refund === 'inquire' ? 'unknown' : [rows.refund.catalogue, 'no'];
    assert.deepEqual(errorOf(back), refused, name);
  }
});

test('a decline code that the table does not name is a refusal of the issuer; an unknown type is unknown', async () => {
  const declined = { type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor' };
  const outcome = await execute(scripted([json(402, { error: declined })]));
  assert.deepEqual(errorOf(outcome), ['card_payment_rejected_by_issuer', 'no']);
  const context = scripted([json(402, { error: { type: 'new_error', code: 'x' } })]);
  assert.equal((await execute(context)).kind, 'unknown');
  assert.equal(context.lines.length, 1);
});

test('a refund: every status, and another amount is claimed', async () => {
  const cases: [string, unknown][] = [
    ['succeeded', 'succeeded'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', ['execution_error', 'no']],
    ['canceled', ['execution_error', 'no']],
    ['odd', 'unknown'],
  ];
  for (const [status, expected] of cases) {
    const context = scripted([json(200, refund({ status }))]);
    const outcome = await stripeConnector.queryRefund!(context, intent, {
      ours: ourRef,
      theirs: 're_1',
    });
    assert.deepEqual(errorOf(outcome), expected, status);
  }
});

test('a reference that Stripe has twice proves nothing', async () => {
  const twice = [paymentIntent({ status: 'succeeded' }), paymentIntent({ id: 'pi_2' })];
  const context = scripted([json(200, list(twice, 'search_result'))]);
  assert.equal((await stripeConnector.query(context, intent, { ours: ourRef })).kind, 'unknown');
  assert.equal(context.lines.length, 1);
});

test('an amount that the currency cannot express is refused before anything is sent', () => {
  const { config } = scripted([]);
  const half = { ...intent, amount: 13_505_000n };
  assert.equal(stripeConnector.validate(config, half)?.catalogue, 'bad_amount');
  assert.equal(stripeConnector.validate(config, { ...half, currency: 'EUR' }), null);
  assert.equal(stripeConnector.validate(config, intent), null);
});
