// Proves what each answer of DT One means: every documented error, every status, and everything
// that is neither.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { errorTable, reasonTable } from '../error-table.ts';
import type { DtOneErrorCode, DtOneReason } from '../error-table.ts';
import { dtOneConnector } from '../index.ts';
import { execute, intentOf, liveConfig, scripted, status, transaction } from './scripted.ts';

const codes = Object.keys(errorTable) as DtOneErrorCode[];
const reasons = Object.keys(reasonTable) as DtOneReason[];

test('every documented error code: a refusal proves that nothing was executed, the rest is unknown', async () => {
  for (const code of codes)
    for (const kind of ['airtime', 'reload', 'bill_pay'] as const) {
      const row = errorTable[code][kind];
      const answers = [json(400, { errors: [{ code: Number(code), message: 'told' }] })];
      if (row === 'inquire') answers.push(json(200, [transaction()]));
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

test('a refusal in a 5xx answer proves nothing', async () => {
  const outcome = await execute(scripted([json(500, { errors: [{ code: 1_006_001 }] })]));
  assert.equal(outcome.kind, 'unknown');
});

test('every documented status of a rejected or declined transaction', async () => {
  for (const reason of reasons)
    for (const [classId, word] of [
      [3, 'REJECTED'],
      [9, 'DECLINED'],
    ] as const) {
      const message = reason === '' ? word : `${word}-${reason}`;
      const outcome = await execute(scripted([json(201, transaction(status(classId, message)))]));
      assert.ok(outcome.kind === 'failed', message);
      assert.deepEqual(
        [outcome.error.catalogueId, outcome.executed, outcome.error.provider],
        [reasonTable[reason].airtime.catalogueId, 'no', message],
      );
    }
});

test('the class of a status decides, whatever its name is', async () => {
  const kindOf = async (classId: number, message: string) =>
    (await execute(scripted([json(201, transaction(status(classId, message)))]))).kind;
  assert.equal(await kindOf(1, 'CREATED'), 'pending');
  assert.equal(await kindOf(2, 'CONFIRMED'), 'pending');
  assert.equal(await kindOf(5, 'SUBMITTED'), 'pending');
  assert.equal(await kindOf(4, 'CANCELLED'), 'failed');
  assert.equal(await kindOf(9, 'DECLINED-FOR-A-NEW-REASON'), 'failed');
  assert.equal(await kindOf(8, 'REVERSED'), 'unknown', 'for a status query to find');
  assert.equal(await kindOf(6, 'COMPLETED'), 'unknown', 'no such class');
});

test('a success hands over its PIN, a meter its token', async () => {
  const pin = { pin: { code: '1234 5678', serial: 'S1' } };
  const airtime = await execute(scripted([json(201, transaction(pin))]));
  const reload = await execute(scripted([json(201, transaction(pin))]), 'reload');
  assert.deepEqual(airtime.kind === 'succeeded' && airtime.voucher, {
    type: 'AIRTIME_PIN',
    code: '1234 5678',
    serialNumber: 'S1',
  });
  assert.equal(reload.kind === 'succeeded' && reload.voucher?.type, 'METER_TOKEN');
});

test('F29 a transaction tells whose it is, how much and in which currency', async () => {
  const answer = transaction({
    external_id: 'another',
    credit_party_identifier: { mobile_number: '+221770000009' },
    benefits: [{ type: 'CREDITS', unit: 'GHS', unit_type: 'CURRENCY', amount: { base: 1350.5 } }],
  });
  const outcome = await execute(scripted([json(201, answer)]));
  assert.ok(outcome.kind === 'succeeded');
  assert.deepEqual(outcome.claims, {
    ours: 'another',
    amount: 13_505_000n,
    currency: 'GHS',
    party: '+221770000009',
  });
  assert.equal(dtOneConnector.isParty!(intentOf('airtime'), '+221770000009'), false);
  assert.equal(dtOneConnector.isParty!(intentOf('airtime'), '221 77 000 00 01'), true);
  const { extra } = intentOf('reload');
  assert.ok(extra.type === 'reload');
  assert.equal(dtOneConnector.isParty!(intentOf('reload'), extra.accountNumber), true);
  assert.equal(dtOneConnector.isParty!(intentOf('reload'), '+221770000001'), false);
});

test('an amount that cannot be read is no result', async () => {
  const benefits = [
    { type: 'CREDITS', unit: 'XOF', unit_type: 'CURRENCY', amount: { base: 'much' } },
  ];
  assert.equal((await execute(scripted([json(201, transaction({ benefits }))]))).kind, 'unknown');
});

test('a query goes by the id, then by our external id; only a told nothing is absent', async () => {
  const intent = intentOf('airtime');
  const none: HttpResult = { ...bytes(200, '[]'), headers: { 'x-total': '0' } } as HttpResult;
  const kindOf = async (answers: HttpResult[], theirs?: string) => {
    const context = scripted(answers);
    const refs = { ours: ourRef, ...defined({ theirs }) };
    const { kind } = await dtOneConnector.query(context, intent, refs);
    return [kind, context.requests.length];
  };
  const notFound = json(404, { errors: [{ code: 1_008_004 }] });
  assert.deepEqual(await kindOf([json(200, transaction())], '7'), ['succeeded', 1]);
  assert.deepEqual(await kindOf([notFound, none], '7'), ['absent', 2]);
  assert.deepEqual(await kindOf([none]), ['absent', 1]);
  assert.deepEqual(await kindOf([bytes(200, '[]')]), ['unknown', 1]);
  assert.deepEqual(await kindOf([json(200, [transaction({ external_id: 'x' })])]), ['unknown', 1]);
  assert.deepEqual(await kindOf([json(200, transaction(status(8, 'REVERSED')))], '7'), [
    'reversed',
    1,
  ]);
});

test('the order carries the product, our external id and the amount where the product leaves it open', () => {
  const intent = intentOf('airtime');
  const bodyOf = (product: NonNullable<typeof intent.product>) =>
    JSON.parse(dtOneConnector.prepare(liveConfig, { ...intent, product }, ourRef).body) as {
      [member: string]: unknown;
    };
  const ranged = bodyOf(intent.product!);
  assert.deepEqual(
    [ranged['external_id'], ranged['product_id'], ranged['calculation_mode']],
    [ourRef, 101, 'DESTINATION_AMOUNT'],
  );
  assert.deepEqual(ranged['destination'], { amount: 1350, unit: 'XOF', unit_type: 'CURRENCY' });
  const fixed = bodyOf({ ...intent.product!, amounts: [13_500_000n] });
  assert.equal('destination' in fixed, false);
});

test('an order that its product does not sell is refused before anything is sent', () => {
  const intent = intentOf('airtime');
  const faultOf = (changes: object) =>
    dtOneConnector.validate(liveConfig, {
      ...intent,
      product: { ...intent.product!, ...changes },
    })?.catalogueId ?? null;
  assert.equal(faultOf({}), null);
  assert.equal(faultOf({ currency: 'GHS' }), 29);
  assert.equal(faultOf({ amounts: [5_000_000n] }), 116);
});

test('a notice is a hint, whoever sent it; the same notice has the same key', () => {
  const noticeOf = (body: string, method = 'POST') =>
    dtOneConnector.receive(liveConfig, {
      method,
      path: '/',
      headers: {},
      body: Buffer.from(body),
      receivedAtMs: 0,
    });
  const body = JSON.stringify(transaction());
  const { reply, events } = noticeOf(body);
  assert.equal(reply.status, 204);
  assert.deepEqual(events, [
    {
      match: { ours: ourRef, theirs: '2237512891' },
      authenticated: false,
      dedupeKey: noticeOf(body).events[0]!.dedupeKey,
    },
  ]);
  assert.notEqual(
    noticeOf(JSON.stringify(transaction(status(8, 'REVERSED')))).events[0]!.dedupeKey,
    events[0]!.dedupeKey,
  );
  assert.equal(noticeOf(body, 'PUT').reply.status, 405);
});
