// Proves what each answer of Reloadly means: every error code, every status, and everything that
// is neither.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScripted, json, ourRef } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import type { ReloadlyErrorCode } from '../error-table.ts';
import { reloadlyConnector } from '../index.ts';
import {
  execute,
  intentOf,
  liveConfig,
  payment,
  query,
  scripted,
  tokenAnswer,
  topUp,
} from './scripted.ts';

const codes = Object.keys(errorTable) as ReloadlyErrorCode[];
const kinds = ['airtime', 'reload', 'bill_pay'] as const;
const errorAnswer = (status: number, errorCode: string) =>
  json(status, { errorCode, message: 'told', path: '/topups', details: [] });

test('every error code: a refusal proves that nothing was executed, the rest is unknown', async () => {
  for (const code of codes)
    for (const kind of kinds) {
      const row = errorTable[code][kind];
      const answers = [errorAnswer(400, code)];
      if (row === 'inquire')
        answers.push(json(200, { content: [kind === 'airtime' ? topUp() : payment()] }));
      const outcome = await execute(scripted(answers), kind);
      if (typeof row === 'object')
        assert.deepEqual(
          [outcome.kind, outcome.kind === 'failed' && outcome.error.catalogueId],
          ['failed', row.catalogueId],
          code,
        );
      else assert.equal(outcome.kind, row === 'inquire' ? 'succeeded' : 'unknown', code);
    }
});

test('with HTTP 5xx no code proves anything, that of an operator that is off neither', async () => {
  for (const code of codes) {
    if (errorTable[code].airtime === 'inquire') continue;
    const outcome = await execute(scripted([errorAnswer(503, code)]));
    assert.equal(outcome.kind, 'unknown', code);
  }
});

test('a token refused midway is fetched anew, and the order is sent once more', async () => {
  const context = scripted([
    errorAnswer(401, 'TOKEN_EXPIRED'),
    json(200, { access_token: 'another', expires_in: 3600 }),
    json(200, { transactionId: 181_396 }),
  ]);
  const outcome = await execute(context);
  assert.deepEqual(
    [outcome.kind, outcome.refs.theirs, context.requests.length],
    ['pending', '181396', 4],
  );
  assert.equal(context.requests[3]?.headers?.['Authorization'], 'Bearer another');
});

test('without a token nothing was sent', async () => {
  const context = createScripted(liveConfig, [errorAnswer(401, 'INVALID_CREDENTIALS')]);
  assert.equal((await execute(context)).kind, 'not_sent');
});

test('every status of a top-up', async () => {
  const kindOf = async (status: string, transaction: object | null = topUp({ status })) => {
    const answer = json(200, { code: null, message: null, status, transaction });
    return query(scripted([answer]), 'airtime', '181341');
  };
  assert.equal((await kindOf('PROCESSING', null)).kind, 'pending');
  assert.equal((await kindOf('SUCCESSFUL')).kind, 'succeeded');
  assert.equal((await kindOf('SUCCESSFUL', null)).kind, 'unknown', 'it names nothing');
  const failed = await kindOf('FAILED');
  assert.deepEqual([failed.kind, failed.kind === 'failed' && failed.executed], ['failed', 'no']);
  const back = await kindOf('REFUNDED');
  assert.deepEqual(
    [back.kind, back.kind === 'reversed' && back.reason?.catalogueId],
    ['reversed', 17],
  );
  assert.equal((await kindOf('SLEEPING')).kind, 'unknown');
});

test('a failed transaction says why in the codes of errors', async () => {
  const answer = json(200, {
    code: 'PHONE_RECENTLY_RECHARGED',
    status: 'FAILED',
    transaction: topUp({ status: 'FAILED' }),
  });
  const outcome = await query(scripted([answer]), 'airtime', '181341');
  assert.ok(outcome.kind === 'failed');
  assert.deepEqual(
    [outcome.error.catalogueId, outcome.error.provider],
    [6, 'PHONE_RECENTLY_RECHARGED'],
  );
});

test('F29 a transaction tells whose it is, how much was delivered and in which currency', async () => {
  const other = topUp({
    customIdentifier: 'another',
    recipientPhone: 221_770_000_009,
    deliveredAmount: 505.43,
    deliveredAmountCurrencyCode: 'GHS',
  });
  const airtime = await query(
    scripted([json(200, { status: 'SUCCESSFUL', transaction: other })]),
    'airtime',
    '1',
  );
  assert.deepEqual(airtime.kind === 'succeeded' && airtime.claims, {
    ours: 'another',
    amount: 5_054_300n,
    currency: 'GHS',
    party: '221770000009',
  });
  assert.equal(reloadlyConnector.isParty!(intentOf('airtime'), '221770000009'), false);
  const reload = await query(scripted([json(200, payment())]), 'reload', '36');
  assert.deepEqual(reload.kind === 'succeeded' && reload.claims, {
    ours: ourRef,
    amount: 13_500_000n,
    currency: 'XOF',
    party: '14000000001',
  });
  assert.equal(reloadlyConnector.isParty!(intentOf('reload'), '14000000002'), false);
});

test('an amount that cannot be read is no result', async () => {
  const transaction = topUp({ deliveredAmount: 'much' });
  const answer = json(200, { status: 'SUCCESSFUL', transaction });
  assert.equal((await query(scripted([answer]), 'airtime', '1')).kind, 'unknown');
});

test('a PIN and the token of a meter are handed over', async () => {
  const pinDetail = { serial: 564_312, code: '773709732991756', validity: '60 days' };
  const airtime = await query(
    scripted([json(200, { status: 'SUCCESSFUL', transaction: topUp({ pinDetail }) })]),
    'airtime',
    '1',
  );
  assert.deepEqual(airtime.kind === 'succeeded' && airtime.voucher, {
    type: 'AIRTIME_PIN',
    code: '773709732991756',
    serialNumber: '564312',
  });
  const pinDetails = { token: '1234-5678-9012-3456', info1: null };
  const reload = await query(scripted([json(200, payment({}, { pinDetails }))]), 'reload', '36');
  assert.deepEqual(reload.kind === 'succeeded' && reload.voucher, {
    type: 'METER_TOKEN',
    code: '1234-5678-9012-3456',
  });
});

test('a search takes exactly our identifier; two orders under it are for a person', async () => {
  const found = async (...content: object[]) => {
    const context = scripted([json(200, { content, last: true })]);
    const { kind } = await query(context);
    return [kind, context.lines.length];
  };
  assert.deepEqual(await found(), ['absent', 0]);
  assert.deepEqual(await found(topUp()), ['succeeded', 0]);
  assert.deepEqual(await found(topUp({ customIdentifier: ourRef.toUpperCase() })), ['unknown', 0]);
  assert.deepEqual(await found(topUp(), topUp({ transactionId: 2 })), ['unknown', 1]);
});

test('an id that Reloadly does not know is searched by our identifier', async () => {
  const notFound = errorAnswer(404, 'TRANSACTION_NOT_FOUND');
  const context = scripted([notFound, json(200, { content: [] })]);
  assert.equal((await query(context, 'airtime', '99')).kind, 'absent');
});

test('a payment is not finished by its answer, which repeats neither amount nor account', async () => {
  const answer = json(200, { id: 36, status: 'SUCCESSFUL', referenceId: ourRef });
  const outcome = await execute(scripted([answer]), 'reload');
  assert.deepEqual([outcome.kind, outcome.refs.theirs], ['pending', '36']);
});

test('orders are in the recipient’s currency and carry our reference; the secret is only in the token call', async () => {
  const context = createScripted(liveConfig, [tokenAnswer, json(200, { transactionId: 1 })]);
  await execute(context);
  const [token, order] = context.requests;
  assert.match(String(token?.body), /"audience":"http:\/\/provider.example\/reloadly\/topups"/);
  assert.deepEqual(JSON.parse(String(order?.body)), {
    operatorId: 101,
    amount: 1350,
    useLocalAmount: true,
    customIdentifier: ourRef,
    recipientPhone: { countryCode: 'SN', number: '221770000001' },
  });
  const bill = reloadlyConnector.prepare(liveConfig, intentOf('bill_pay'), ourRef);
  assert.match(bill.body, /"additionalInfo":\{"invoiceId":"1060000000001"\}/);
  assert.ok(!bill.body.includes('reloadly-sandbox-secret'));
});

test('without an address of utilities it does airtime only', () => {
  const { utilitiesUrl: _, ...airtimeOnly } = liveConfig;
  assert.deepEqual(reloadlyConnector.capabilities(airtimeOnly).operations, ['airtime']);
  assert.deepEqual(reloadlyConnector.checkConfig(airtimeOnly), []);
  assert.deepEqual(
    reloadlyConnector.checkConfig({ ...liveConfig, utilitiesUrl: 'ftp://x' })[0]?.field,
    'utilitiesUrl',
  );
});
