// Proves that every status, every error code of every call, and every catalogue id mean what the
// protocol says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorCodeOf, isErrorId } from '@jokko/contract';
import { bytes, json, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { HttpResult } from '@jokko/connectors/kit';
import { sandboxConnector } from '../index.ts';
import { errorTable } from '../outcome-table.ts';
import type { SandboxCall, SandboxErrorCode } from '../outcome-table.ts';
import { config, errorAnswer, execute, operation, scripted } from './scripted.ts';

const intent = sampleIntent('airtime');
const refs = { ours: ourRef };
const calls: SandboxCall[] = ['submit', 'inquire', 'cancel', 'refund'];

function run(call: SandboxCall, answers: HttpResult[]) {
  const context = scripted(answers);
  switch (call) {
    case 'submit':
      return { context, outcome: execute(context) };
    case 'inquire':
      return { context, outcome: sandboxConnector.query(context, intent, refs) };
    case 'cancel':
      return { context, outcome: sandboxConnector.cancel!(context, intent, refs) };
    case 'refund': {
      const prepared = sandboxConnector.prepareRefund!(
        config,
        intent,
        { ours: 'original' },
        ourRef,
      );
      return {
        context,
        outcome: sandboxConnector.executeRefund!(context, intent, prepared, 'first'),
      };
    }
  }
}

/**
 * In the order submit, status query, cancel, refund; `succeeded` stands for what the status query
 * that follows finds.
 */
const meanings: {
  [code in SandboxErrorCode]: { status: number; kinds: [string, string, string, string] };
} = {
  malformed: { status: 400, kinds: ['failed 29', 'unknown', 'unknown', 'failed 29'] },
  unauthorized: { status: 401, kinds: ['failed 49', 'unknown', 'unknown', 'failed 49'] },
  reference_conflict: { status: 409, kinds: ['succeeded', 'unknown', 'unknown', 'succeeded'] },
  unavailable: { status: 503, kinds: ['unknown', 'unknown', 'unknown', 'unknown'] },
  not_found: { status: 404, kinds: ['unknown', 'absent', 'absent', 'failed 118'] },
  not_cancelable: { status: 409, kinds: ['unknown', 'unknown', 'unknown', 'unknown'] },
  not_refundable: { status: 409, kinds: ['unknown', 'unknown', 'unknown', 'failed 118'] },
  refused: { status: 422, kinds: ['unknown', 'unknown', 'unknown', 'unknown'] },
};

for (const [code, { status, kinds }] of Object.entries(meanings)) {
  test(`error ${code}`, async () => {
    for (const [at, call] of calls.entries()) {
      const follow =
        kinds[at] === 'succeeded' ? [json(200, operation({ status: 'succeeded' }))] : [];
      const outcome = await run(call, [errorAnswer(status, code), ...follow]).outcome;
      assert.equal(
        outcome.kind === 'failed' ? `failed ${outcome.error.catalogueId}` : outcome.kind,
        kinds[at],
        call,
      );
    }
  });
}

test('the table has no row that is not tested', () => {
  assert.deepEqual(Object.keys(errorTable).toSorted(), Object.keys(meanings).toSorted());
});

test('a cancel that came too late answers how the operation stands', async () => {
  const tooLate = json(409, {
    error: { code: 'not_cancelable', errorId: null, text: '' },
    operation: operation({ status: 'succeeded' }),
  });
  assert.equal((await run('cancel', [tooLate]).outcome).kind, 'succeeded');
  assert.equal(
    (await run('cancel', [json(200, operation({ status: 'canceled' }))]).outcome).kind,
    'failed',
  );
});

test('every status of an operation', async () => {
  const kinds = { succeeded: 'succeeded', canceled: 'failed', reversed: 'reversed' };
  for (const [status, kind] of Object.entries(kinds)) {
    assert.equal(
      (await run('inquire', [json(200, operation({ status }))]).outcome).kind,
      kind,
      status,
    );
  }
  for (const stage of ['payer', 'provider']) {
    const outcome = await run('submit', [json(202, operation({ status: 'pending', stage }))])
      .outcome;
    assert.equal(outcome.kind === 'pending' && outcome.stage, stage);
  }
  const bought = await run('inquire', [
    json(
      200,
      operation({
        status: 'succeeded',
        voucher: {
          type: 'meter_token',
          code: '12345678901234567890',
          quantity: '2.5',
          unit: 'kWh',
          colour: 'red',
        },
      }),
    ),
  ]).outcome;
  assert.deepEqual(bought.kind === 'succeeded' && bought.voucher, {
    type: 'METER_TOKEN',
    code: '12345678901234567890',
    quantity: '2.5',
    unit: 'kWh',
  });
  for (const [voucher, read] of [
    [
      { type: 'toString', code: ' 1234 ' },
      { type: 'CODE', code: '1234' },
    ],
    [{ type: 'meter_token', code: '' }, undefined],
    [{ type: 'meter_token' }, undefined],
    ['1234', undefined],
  ]) {
    const odd = await run('inquire', [json(200, operation({ status: 'succeeded', voucher }))])
      .outcome;
    assert.deepEqual(odd.kind === 'succeeded' ? odd.voucher : odd, read);
  }
});

test('every catalogue id that a failure can name', async () => {
  for (let errorId = 1; errorId <= 136; errorId += 1) {
    const failure = operation({
      status: 'failed',
      executed: 'no',
      error: { errorId, code: 'x', text: 'y' },
    });
    const outcome = await run('inquire', [json(200, failure)]).outcome;
    assert.ok(outcome.kind === 'failed' && isErrorId(errorId));
    assert.deepEqual(
      [outcome.error.catalogueId, outcome.error.catalogue, outcome.executed],
      [errorId, errorCodeOf(errorId), 'no'],
    );
  }
});

test('F29 an outcome says what it is about, so that one of another operation is noticed', async () => {
  const members = { status: 'succeeded', amount: '1351', currency: 'XAF', reference: 'another' };
  const outcome = await run('inquire', [json(200, operation(members))]).outcome;
  assert.deepEqual(outcome.kind === 'succeeded' && outcome.claims, {
    ours: 'another',
    amount: 13_510_000n,
    currency: 'XAF',
  });
});

test('what the protocol does not list is unknown and logged', async () => {
  const odd = [
    { status: 'sleeping' },
    { status: 'pending' },
    { status: 'pending', stage: 'elsewhere' },
    { status: 'failed', executed: 'maybe', error: { errorId: 5 } },
  ];
  for (const members of odd) {
    const { context, outcome } = run('inquire', [json(200, operation(members))]);
    assert.equal((await outcome).kind, 'unknown', JSON.stringify(members));
    assert.equal(context.lines.length, 1, JSON.stringify(members));
  }
  for (const error of [undefined, { errorId: 137 }, { errorId: '5' }, { code: 'x' }]) {
    const body = operation({ status: 'failed', executed: 'no', error });
    const { context, outcome } = run('inquire', [json(200, body)]);
    const found = await outcome;
    assert.equal(found.kind === 'failed' && found.error.catalogue, 'unknown_error');
    assert.equal(context.lines.length, 1);
  }
  const { context, outcome } = run('submit', [errorAnswer(418, 'teapot')]);
  assert.equal((await outcome).kind, 'unknown');
  assert.equal(context.lines.length, 1);
});

test('a time-out, a reset, a 5xx and rubbish are unknown for every call', async () => {
  const unclear: HttpResult[] = [
    { kind: 'lost', cause: 'timeout' },
    { kind: 'lost', cause: 'connection' },
    json(500, operation({ status: 'failed', executed: 'no', error: { errorId: 5 } })),
    bytes(502, '<html>'),
    bytes(200, ''),
    bytes(404, 'not here'),
    json(404, {}),
    json(200, {}),
  ];
  for (const call of calls)
    for (const answer of unclear)
      assert.equal((await run(call, [answer]).outcome).kind, 'unknown', call);
});

test('a broken server’s words are not believed, whatever they are', async () => {
  for (const call of calls) {
    const outcome = await run(call, [errorAnswer(500, 'malformed')]).outcome;
    assert.equal(outcome.kind === 'unknown' && outcome.cause, 'http5xx', call);
  }
});

test('only a send can be "not sent"', async () => {
  const refused: HttpResult = { kind: 'not_sent', cause: 'ECONNREFUSED' };
  assert.equal((await run('submit', [refused]).outcome).kind, 'not_sent');
  assert.equal((await run('refund', [refused]).outcome).kind, 'not_sent');
  assert.equal((await run('inquire', [refused]).outcome).kind, 'unknown');
  assert.equal((await run('cancel', [refused]).outcome).kind, 'unknown');
});
