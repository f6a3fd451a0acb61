// Proves what each answer of CyberSource means: statuses, reasons, transactions of the search, and
// answers that prove nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QueryOutcome } from '@jokko/connectors/kit';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { cybersourceConnector as connector } from '../index.ts';
import { reasonByNumber, reasonTable } from '../reason-table.ts';
import { enrolStep, found, intent, pay, scripted, setupRefs, transaction } from './scripted.ts';

const said = (outcome: QueryOutcome): unknown =>
  outcome.kind === 'failed' ? [outcome.error.catalogue, outcome.executed] : outcome.kind;
const refs = enrolStep.refs;

test('every status of a payment', async () => {
  const noReason = { errorInformation: { reason: 'GENERAL_DECLINE' } };
  const failedAuthentication = { errorInformation: { reason: 'CONSUMER_AUTHENTICATION_FAILED' } };
  const bank = {
    stepUpUrl: 'https://bank.example',
    accessToken: 't',
    authenticationTransactionId: 'a-1',
  };
  const cases: [string, object, unknown][] = [
    ['AUTHORIZED', {}, 'succeeded'],
    ['AUTHORIZED_PENDING_REVIEW', {}, 'pending'],
    ['PENDING_REVIEW', {}, 'pending'],
    ['PENDING_AUTHENTICATION', { consumerAuthenticationInformation: bank }, 'pending'],
    ['PENDING_AUTHENTICATION', {}, 'unknown'],
    ['DECLINED', noReason, ['card_payment_rejected_by_issuer', 'no']],
    ['DECLINED', {}, ['unknown_error', 'no']],
    ['AUTHENTICATION_FAILED', {}, ['partial_3ds_authentification', 'no']],
    ['AUTHENTICATION_FAILED', failedAuthentication, ['partial_3ds_authentification', 'no']],
    ['INVALID_REQUEST', { reason: 'INVALID_AMOUNT' }, ['execution_error', 'no']],
    ['ODD', {}, 'unknown'],
  ];
  for (const [status, members, expected] of cases) {
    const context = scripted([json(201, { id: '7', status, ...members })]);
    assert.deepEqual(said(await pay(context)), expected, `${status} ${JSON.stringify(members)}`);
  }
});

test('the bank’s page is a form of the token and our reference', async () => {
  const consumerAuthenticationInformation = {
    stepUpUrl: 'https://bank.example',
    accessToken: 'token-1',
    authenticationTransactionId: 'a-1',
  };
  const status = 'PENDING_AUTHENTICATION';
  const answer = json(201, { id: '7', status, consumerAuthenticationInformation });
  const outcome = await pay(scripted([answer]));
  assert.ok(outcome.kind === 'pending');
  assert.deepEqual(outcome.challenge, {
    post: { url: 'https://bank.example', fields: { JWT: 'token-1', MD: ourRef } },
    expiresInMs: 900_000,
  });
  assert.equal(outcome.refs['authentication'], 'a-1');
});

test('every reason, for a payment and for giving it back', async () => {
  const refund = connector.prepareRefund!(
    scripted([]).config,
    intent,
    { ours: 'x', theirs: '7' },
    ourRef,
  );
  const nothing = json(201, { totalCount: 0, count: 0 });
  for (const [reason, rows] of Object.entries(reasonTable)) {
    const expected = (row: typeof rows.pay) =>
      typeof row === 'string' ? 'unknown' : [row.catalogue, 'no'];
    const declined = { id: '7', status: 'DECLINED', errorInformation: { reason } };
    const paid = await pay(scripted([json(201, declined), nothing]));
    const isSetAside = reason === 'AVS_FAILED' || reason === 'CV_FAILED';
    assert.deepEqual(said(paid), isSetAside ? 'unknown' : expected(rows.pay), reason);
    // Then a credit follows.
    if (reason === 'NOT_VOIDABLE' || reason === 'TRANSACTION_ALREADY_SETTLED') continue;
    const context = scripted([json(400, { status: 'INVALID_REQUEST', reason }), nothing]);
    const given = await connector.executeRefund!(context, intent, refund, 'first');
    assert.deepEqual(said(given), expected(rows.refund), reason);
  }
});

test('every number of the search has its reason', async () => {
  for (const [number, reason] of Object.entries(reasonByNumber)) {
    const one = json(200, transaction(number, []));
    const isSetAside = ['200', '230', '520'].includes(number);
    const answers = [json(201, found(['7'])), one, json(201, { status: 'REVERSED' })];
    const outcome = await connector.query(scripted(answers), intent, refs);
    const row = reasonTable[reason].pay;
    const expected =
      typeof row === 'string' ? 'unknown' : [row.catalogue, isSetAside ? 'reversed' : 'no'];
    assert.deepEqual(said(outcome), expected, number);
  }
});

test('a transaction is a success only when its capture is', async () => {
  const cases: [string, string[], unknown][] = [
    ['100', ['ics_auth', 'ics_bill'], 'succeeded'],
    ['100', ['ics_auth'], 'unknown'],
    ['100', [], 'unknown'],
    ['475', [], ['partial_3ds_authentification', 'no']],
    ['480', ['ics_auth'], 'pending'],
    ['481', [], ['card_payment_rejected_by_issuer', 'no']],
    ['150', [], 'unknown'],
    ['151', [], 'unknown'],
    ['152', [], 'unknown'],
    ['999', [], 'unknown'],
  ];
  for (const [code, services, expected] of cases) {
    const answers = [json(201, found(['7'])), json(200, transaction(code, services))];
    const outcome = await connector.query(scripted(answers), intent, refs);
    assert.deepEqual(said(outcome), expected, code);
  }
});

test('a part, and what our risk rules decline, is reversed; without that word the outcome is unknown', async () => {
  const answers = [
    { id: '7', status: 'PARTIAL_AUTHORIZED' },
    { id: '7', status: 'AUTHORIZED_RISK_DECLINED' },
  ];
  for (const answer of answers) {
    const reversed = scripted([json(201, answer), json(201, { status: 'REVERSED' })]);
    assert.deepEqual((said(await pay(reversed)) as string[])[1], 'reversed');
    assert.match(reversed.requests[1]?.url ?? '', /\/pts\/v2\/payments\/7\/reversals$/);
    const refused = scripted([json(201, answer), json(400, { reason: 'MISSING_AUTH' })]);
    assert.equal((await pay(refused)).kind, 'unknown');
  }
});

test('a time-out void: only VOIDED, REVERSED and NOT_FOUND end a payment', async () => {
  const nothing = json(201, { totalCount: 0, count: 0 });
  const cases: [ReturnType<typeof json>, unknown][] = [
    [json(201, { status: 'VOIDED' }), ['execution_error', 'reversed']],
    [json(201, { status: 'REVERSED' }), ['execution_error', 'reversed']],
    [json(404, { reason: 'NOT_FOUND' }), ['execution_error', 'no']],
    [json(400, { reason: 'NOT_VOIDABLE' }), 'absent'],
    [json(400, { reason: 'MISSING_AUTH' }), 'absent'],
    [json(404, {}), 'absent'],
    [json(502, { reason: 'SYSTEM_ERROR' }), 'absent'],
    [{ kind: 'lost', cause: 'timeout' }, 'absent'],
  ];
  for (const [answer, expected] of cases) {
    const context = scripted([nothing, answer]);
    assert.deepEqual(said(await connector.cancel!(context, intent, refs)), expected);
    const body = JSON.parse(String(context.requests[1]?.body)) as { [name: string]: unknown };
    assert.deepEqual(body['clientReferenceInformation'], {
      code: `${ourRef}-undo`,
      transactionId: ourRef.replaceAll('-', ''),
    });
  }
});

test('a set-up moves no money: whatever its answer, it waits or has failed', async () => {
  const prepared = connector.prepare(scripted([]).config, intent, ourRef);
  const consumerAuthenticationInformation = {
    accessToken: 't',
    referenceId: 'r-1',
    deviceDataCollectionUrl: 'https://collect.example',
  };
  const good = { status: 'COMPLETED', consumerAuthenticationInformation };
  const cases = [
    [json(201, good), 'pending'],
    [
      json(201, { status: 'FAILED', reason: 'INVALID_CARD' }),
      ['card_payment_rejected_by_issuer', 'no'],
    ],
    [json(201, { status: 'COMPLETED' }), ['operator_down_time', 'no']],
    [json(401, { response: { rmsg: 'Authentication Failed' } }), ['connexion_error', 'no']],
    [json(502, {}), ['operator_down_time', 'no']],
    [{ kind: 'lost', cause: 'timeout' } as const, ['operator_down_time', 'no']],
    [{ kind: 'not_sent', cause: 'x' } as const, 'not_sent'],
  ] as const;
  for (const [answer, expected] of cases) {
    const outcome = await connector.execute(scripted([answer]), intent, prepared, 'first');
    assert.deepEqual(said(outcome), expected);
  }
  assert.deepEqual(said(await connector.query(scripted([]), intent, { ...setupRefs })), [
    'operator_down_time',
    'no',
  ]);
});

test('a page that was never opened: waits, then the payer’s time is over', async () => {
  const context = scripted([]);
  const until = (ms: number) => ({ ...setupRefs, until: String(context.now() + ms) });
  assert.equal((await connector.query(context, intent, until(60_000))).kind, 'pending');
  assert.deepEqual(said(await connector.query(context, intent, until(-1))), [
    'payment-timeout',
    'no',
  ]);
});

test('a transaction of another code, or two under ours, proves nothing', async () => {
  const other = transaction('100', ['ics_auth', 'ics_bill'], {
    clientReferenceInformation: { code: 'another' },
  });
  const one = [json(201, found(['7'])), json(200, other)];
  assert.equal((await connector.query(scripted(one), intent, refs)).kind, 'unknown');
  const good = json(200, transaction('100', ['ics_auth', 'ics_bill']));
  const two = [json(201, found(['7', '8'])), good, good];
  assert.equal((await connector.query(scripted(two), intent, refs)).kind, 'unknown');
});
