// Proves that every documented status and refusal of MoneyGram has its meaning, and that an
// unlisted one proves nothing. The expectations are read from the sheet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { moneygramConnector } from '../index.ts';
import { refusalTable, statusTable } from '../outcome-table.ts';
import {
  execute,
  liveConfig,
  receiveIntent,
  refusedAs,
  scripted,
  sendIntent,
  sent,
  waiting,
} from './scripted.ts';

/** What the status of a remittance means for its sending and for its payout (of our own order). */
const statuses: { [word: string]: [string, string] } = {
  UNFUNDED: ['pending', 'unknown'],
  PROCESSING: ['pending', 'pending'],
  SENT: ['succeeded', 'absent'],
  AVAILABLE: ['succeeded', 'absent'],
  IN_TRANSIT: ['succeeded', 'absent'],
  RECEIVED: ['succeeded', 'succeeded'],
  DELIVERED: ['succeeded', 'succeeded'],
  REJECTED: ['failed', 'failed'],
  REFUNDED: ['reversed', 'failed'],
  CLOSED: ['unknown', 'unknown'],
};

const ask = (intent: ReturnType<typeof sendIntent>, body: object) => {
  const { refs } = moneygramConnector.prepare(liveConfig, intent, ourRef);
  const context = scripted([json(200, body)]);
  return moneygramConnector.query(context, intent, refs).then((found) => ({ found, context }));
};

for (const [word, [sending, receiving]] of Object.entries(statuses)) {
  test(`status ${word}`, async () => {
    for (const transactionStatus of [word, word.replaceAll('_', ' ')]) {
      const { found } = await ask(sendIntent(), sent({ transactionStatus }));
      assert.equal(found.kind, sending);
      const more = { transactionStatus, partnerTransactionId: ourRef };
      assert.equal((await ask(receiveIntent(), waiting(more))).found.kind, receiving);
    }
  });
}

test('a transaction of a quote that has no number yet is not committed', async () => {
  const { found } = await ask(
    sendIntent(),
    sent({ transactionStatus: 'UNFUNDED', referenceNumber: undefined }),
  );
  assert.equal(found.kind, 'absent');
});

const refusals: { [status: string]: [string, string] } = {
  400: ['invalid_data', 'invalid_data'],
  401: ['connexion_error', 'connexion_error'],
  403: ['distributor_not_allowed_for_transaction', 'distributor_not_allowed_for_transaction'],
  404: ['expired-session', 'invalid_data'],
  409: ['expired-session', 'transaction_expired'],
  422: ['invalid_data', 'invalid_data'],
};

for (const [status, expected] of Object.entries(refusals)) {
  test(`an answer of HTTP ${status} before the commit`, async () => {
    for (const [at, intent] of [sendIntent(), receiveIntent()].entries()) {
      const more = { offendingFields: [{ field: 'sender.name' }] };
      const refused = refusedAs(Number(status), 'SOME_CODE', more);
      // A refused token is fetched anew, once.
      const found = await execute(scripted([refused, refused]), intent);
      assert.ok(found.kind === 'failed');
      assert.equal(found.error.catalogue, expected[at]);
      assert.equal(found.error.provider, 'SOME_CODE');
      assert.equal(found.error.message, 'in their words: sender.name');
      assert.equal(found.executed, 'no');
    }
  });
}

test('the tables have no row that the sheet does not have', () => {
  assert.deepEqual(Object.keys(statusTable), Object.keys(statuses));
  assert.deepEqual(Object.keys(refusalTable), Object.keys(refusals));
});

test('an unlisted status, of a transaction or of an answer, is logged and proves nothing', async () => {
  for (const word of ['SLEEPING', 'constructor', '']) {
    const { found, context } = await ask(sendIntent(), sent({ transactionStatus: word }));
    assert.equal(found.kind, 'unknown');
    assert.equal(context.lines.length, 1);
  }
  const context = scripted([refusedAs(418)]);
  assert.equal((await execute(context, sendIntent())).kind, 'not_sent');
  assert.equal(context.lines.length, 1);
});

test('an amount that cannot be read, or that is another, is never taken for ours', async () => {
  const odd = await ask(sendIntent(), sent({ sendAmount: { amount: 'x' } }));
  assert.equal(odd.found.kind, 'unknown');
  const other = { amount: { value: 1, currencyCode: 'EUR' } };
  const { found } = await ask(sendIntent(), sent({ sendAmount: other }));
  assert.deepEqual(found.kind === 'succeeded' && found.claims, {
    ours: ourRef,
    amount: 10_000n,
    currency: 'EUR',
  });
});
