// Proves how a day's balance transactions are read: every page, oldest first, with fees; half a day
// is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StatementLine } from '@jokko/connectors/kit';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { stripeConnector } from '../index.ts';
import { list, refund, scripted } from './scripted.ts';

const day = '2026-11-22';
const created = Date.parse(`${day}T10:00:00Z`) / 1_000;
const charge = {
  id: 'ch_1',
  object: 'charge',
  payment_intent: 'pi_1',
  metadata: { ref: ourRef },
  payment_method_details: { card: { last4: '4242' } },
};
const movement = (members: object) => ({
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 1350,
  fee: 40,
  currency: 'xof',
  type: 'charge',
  created,
  source: charge,
  ...members,
});

async function read(context: ReturnType<typeof scripted>): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const line of stripeConnector.statement!(context, day)) lines.push(line);
  return lines;
}

test('all pages, oldest first; a charge by its payment, a refund by itself', async () => {
  const back = movement({ id: 'txn_2', amount: -1350, fee: 0, type: 'refund', source: refund() });
  const payout = movement({ id: 'txn_3', amount: -900, fee: 0, type: 'payout', source: 'po_1' });
  const context = scripted([
    json(200, { ...list([payout, back]), has_more: true }),
    json(200, list([movement({})])),
  ]);
  const lines = await read(context);
  assert.deepEqual(
    lines.map(({ theirs, direction, amount, fee }) => [theirs, direction, amount, fee]),
    [
      ['pi_1', 'in', 13_500_000n, 400_000n],
      ['re_1', 'out', 13_500_000n, 0n],
      ['po_1', 'out', 9_000_000n, 0n],
    ],
  );
  assert.deepEqual([lines[0]?.ours, lines[0]?.party], [ourRef, 'card 4242']);
  const [first, second] = context.requests.map(({ url }) => new URL(url).searchParams);
  const midnight = Date.parse(`${day}T00:00:00Z`) / 1_000;
  assert.deepEqual(
    [first?.get('created[gte]'), first?.get('created[lt]')],
    [String(midnight), String(midnight + 86_400)],
  );
  assert.equal(second?.get('starting_after'), 'txn_2');
});

test('what cannot be read is no statement', async () => {
  for (const answer of [
    json(500, {}),
    json(200, {}),
    json(200, list([movement({ amount: '1350' })])),
    json(200, list([movement({ created: null })])),
    json(200, { ...list([]), has_more: true }),
    json(200, { object: 'list', data: [movement({})] }),
    json(200, list([movement({ id: null, source: null })])),
    { kind: 'lost', cause: 'timeout' } as const,
  ])
    await assert.rejects(read(scripted([answer])));
});
