// F54: on a database that is older than it was nothing is initiated and nothing is reported; the
// node says why, and goes on by itself when the database is the right one again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  uniquePhone,
  until,
  type Client,
  type Installation,
} from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';
import { createSmsApp, createSmsClient } from './harness/sms.ts';

let installation: Installation;
let rows: StoredRows;
let client: Client;
let accountId: number;
let apiKey: string;

before(async () => {
  installation = await startInstallation();
  rows = openStoredRows(installation);
  ({ accountId, apiKey } = await createAccount(installation));
  client = createClient(installation.baseUrl, apiKey);
});
after(async () => {
  await rows.close();
  await installation.stop();
});

const parkedRoute = 'OPG_CI';
const parkedPayout = 'OPG_CI_API_CASH_IN';
const setBreaker = (state: 'open' | 'close') =>
  installation.cli(['route', 'breaker', parkedRoute, state, '--reason', 'test']);
/** Orders a payout that waits for its route. Resolves with its transaction id. */
async function park(): Promise<number> {
  await setBreaker('open');
  return until('one is parked', async () => {
    const order = payOut({ codeService: parkedPayout, phone: uniquePhone('0000', 10) });
    const { json, text } = await client.operation(order);
    assert.equal(json.code, 2000, text);
    const parked = await installation.cli<{ id: string }[]>(['route', 'parked', parkedRoute]);
    const id = json.data.transactionId as number;
    return parked.some((each) => each.id === String(id)) && id;
  });
}
const cancel = (transactionId: number) =>
  client.post('/api-services/transaction/refund-cancel', {
    apiKey,
    codeService: parkedPayout,
    transactionId,
  });

const readyz = () => sendRequest(`${installation.baseUrl}/readyz`);
const stored = async () =>
  (await rows.read('select id from operation where account_id = $1', [accountId])).length;

test('F54 a node that finds its mark gone back initiates nothing, says why, and comes back', async () => {
  const app = await createSmsApp(installation, accountId);
  const sms = createSmsClient(() => installation.baseUrl, app.appKey);
  const order = payOut();
  assert.equal((await client.operation(order)).json.code, 2000);
  await untilStatus(client, String(order['externalTransactionId']), 'SUCCESS');
  await until('it is ready', async () => (await readyz()).status === 200);

  await rows.read('update high_water_mark set mark = mark - 100');
  const refused = await until('it is found', async () => {
    const answer = await readyz();
    return answer.status === 503 && answer;
  });
  assert.equal(refused.json.ready, false);
  assert.match(refused.json.reasons[0], /^sending: the mark of node node-1 is -?\d+, it was \d+/);

  const count = await stored();
  const initiated = await client.operation(payOut());
  assert.equal(initiated.json.code, 5000);
  assert.equal(initiated.headers['retry-after'], '30');
  // "Unknown transaction" would be a lie where the database has forgotten it.
  assert.equal((await client.status('never heard of')).json.code, 5000);
  const message = await sms.send({ msisdn: '221771234567', content: 'x' });
  assert.notEqual(message.headers['retry-after'], undefined, message.text);
  assert.equal(await stored(), count);
  // Other nodes see it, with nothing of their own to compare.
  const marked = await until('it is written down', async () => {
    const [row] = await rows.read<{ by: string }>(
      'select recovery_found_by as by from installation where recovery_reason is not null',
    );
    return row;
  });
  assert.equal(marked.by, 'node-1');
  assert.equal((await sendRequest(`${installation.baseUrl}/healthz`)).status, 200);

  await rows.read('update high_water_mark set mark = mark + 100');
  await rows.read(
    'update installation set recovery_reason = null, recovery_found_at = null, recovery_found_by = null',
  );
  await until('it is ready again', async () => (await readyz()).status === 200);
  await until(
    'it takes orders again',
    async () => (await client.operation(payOut())).json.code === 2000,
  );
});

test('F54 O15 what is parked on a route that is closed since a recovery is not cancelled: it may have been sent', async () => {
  const parked = await park();
  const orderIsTaken = async () =>
    (await client.operation(payOut({ codeService: parkedPayout, phone: uniquePhone('0000', 10) })))
      .json.code === 2000;
  await rows.read('insert into closed_route (route, epoch) values ($1, 1)', [parkedRoute]);
  await until('the route is closed', async () => !(await orderIsTaken()));
  const refused = await cancel(parked);
  assert.deepEqual([refused.json.code, refused.headers['retry-after']], [5000, '30']);
  await rows.read('delete from closed_route');
  await until('the route is open', orderIsTaken);
  assert.equal((await cancel(parked)).json.statutTreatment, 'SUCCESS');
  await setBreaker('close');
});

test('F54 a payment that was sent and waits to be made again is PROCESSING, and nothing is done twice', async () => {
  const order = payOut();
  const externalId = String(order['externalTransactionId']);
  const id = '1000000000001';
  // More than the account will ever have.
  const money = { amount: '90000000000000000', commission: '0', currency: 'XOF' };
  const entry = {
    terms: {
      accountId,
      id,
      externalId,
      direction: 'DEBIT',
      details: { extra: { type: 'none' } },
      ...money,
    },
    attempt: { number: 1, purpose: 'execute', sentAt: '2026-10-04T12:21:18.000Z' },
  };
  await rows.read(
    `insert into forgotten_attempt (account_id, operation_id, number, external_id, purpose, entry,
      reason)
     values ($1, $2, 1, $3, 'execute', $4, 'the balance is too low')`,
    [accountId, id, externalId, JSON.stringify(entry)],
  );
  const { json } = await client.status(externalId);
  const { createdAt, status, transactionId, errorType } = json.data;
  assert.deepEqual(
    { code: json.code, createdAt, status, transactionId, errorType },
    {
      code: 2000,
      createdAt: '2026-10-04T12:21:18.000Z',
      status: 'PROCESSING',
      transactionId: Number(id),
      errorType: null,
    },
  );
  // The node reads with each of its marks what waits.
  const mark = async () =>
    (await rows.read<{ mark: bigint }>('select mark from high_water_mark'))[0]!.mark;
  const before = await mark();
  await until('the node has seen it', async () => (await mark()) > before + 1n);
  assert.equal((await client.operation(order)).json.code, 5000);
  const path = '/api-services/transaction/refund-cancel';
  const refund = await client.post(path, { apiKey, transactionId: id });
  assert.deepEqual([refund.json.code, refund.headers['retry-after']], [5000, '30']);
  await rows.read('delete from forgotten_attempt');
});
