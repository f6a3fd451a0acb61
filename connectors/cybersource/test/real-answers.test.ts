// Puts answers through the connector in the forms in which CyberSource is known to write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import { cybersourceConnector as connector } from '../index.ts';
import { enrolStep, found, intent, pay, scripted, transaction } from './scripted.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? `${outcome.error.catalogue} ${outcome.executed}` : outcome.kind;

const declined = (reason: string | undefined, more: object = {}) =>
  json(201, {
    id: '7000000000000000000001',
    submitTimeUtc: '2026-11-22T10:00:00Z',
    status: 'DECLINED',
    clientReferenceInformation: { code: ourRef },
    errorInformation: { reason, message: 'Decline - general', details: null },
    processorInformation: { responseCode: '05' },
    ...more,
  });
const invalid = (reason: string, more: object = {}) =>
  json(400, {
    submitTimeUtc: '2026-11-22T10:00:00Z',
    status: 'INVALID_REQUEST',
    reason,
    message: 'no',
    ...more,
  });

const wrongKey = json(401, { response: { rmsg: 'Authentication Failed' } });

const payments: [string, HttpResult, string][] = [
  [
    'declined by the processor',
    declined('PROCESSOR_DECLINED'),
    'card_payment_rejected_by_issuer no',
  ],
  ['declined by an aggregator', declined('DAGGDENIED'), 'card_payment_rejected_by_issuer no'],
  ['declined by the system', declined('DSYSREJECTED'), 'card_payment_rejected_by_issuer no'],
  [
    'declined for review',
    declined('DECISION_PROFILE_REVIEW'),
    'card_payment_rejected_by_issuer no',
  ],
  ['no money', declined('INSUFFICIENT_FUND'), 'customer_balance_low no'],
  [
    'declined for a reason that nobody listed',
    declined('ACH_VERIFICATION_FAILED'),
    'unknown_error no',
  ],
  ['declined without a reason', declined(undefined), 'unknown_error no'],
  [
    'declined without its part',
    declined(undefined, { errorInformation: null }),
    'unknown_error no',
  ],
  [
    'invalid, with details',
    invalid('INVALID_DATA', { details: [{ field: 'a', reason: 'b' }] }),
    'execution_error no',
  ],
  ['invalid for a reason that nobody listed', invalid('NOVEL'), 'unknown_error no'],
  ['400 without a status', json(400, { reason: 'NOVEL' }), 'unknown'],
  ['a wrong signature', wrongKey, 'connexion_error no'],
  ['a fault of its own', json(502, { status: 'SERVER_ERROR', reason: 'SYSTEM_ERROR' }), 'unknown'],
  ['a page', bytes(403, '<html>'), 'unknown'],
];
for (const [name, answer, expected] of payments)
  test(`payment: ${name}`, async () => {
    assert.equal(said(await pay(scripted([answer]))), expected);
  });

const lookedUp = async (told: object, ...more: HttpResult[]): Promise<[string, unknown]> => {
  const context = scripted([json(201, found(['7'])), json(200, told), ...more]);
  const outcome = said(await connector.query(context, intent, enrolStep.refs));
  assert.ok(context.lines.length <= 1);
  const details = context.lines[0]?.details;
  return [outcome, details?.['reason'] ?? details?.['code']];
};

test('a transaction of the search is judged by its number where its reason is not listed', async () => {
  const outcome = (code: string, reason: string) =>
    lookedUp(transaction(code, [], { errorInformation: { reason } }));
  const rejected = ['card_payment_rejected_by_issuer no', undefined];
  assert.deepEqual(await outcome('203', 'NOVEL'), rejected);
  assert.deepEqual(await outcome('700', 'NOVEL'), rejected);
  assert.deepEqual(await outcome('999', 'INSUFFICIENT_FUND'), [
    'customer_balance_low no',
    undefined,
  ]);
  assert.deepEqual(await outcome('999', 'NOVEL'), ['unknown', 'reason code 999']);
});

/** A transaction in the form of the search: the whole, and its services. */
const searched = (whole: object, services: object[] = [], more: object = {}) => ({
  ...transaction('', []),
  applicationInformation: { ...whole, applications: services },
  ...more,
});
const service = (name: string, rCode: string, reasonCode: unknown = '100') => ({
  name,
  rCode,
  reasonCode,
});

test('a transaction that is declined has failed, for a number that nobody listed too', async () => {
  const declinedBy235 = { reasonCode: '235', rCode: '0', rFlag: 'DMOON' };
  const rows: [string, object, string, string][] = [
    ['the whole is declined', searched(declinedBy235), 'unknown_error no', '235'],
    [
      'in numbers',
      searched({ reasonCode: 235, rCode: 0 }, [service('ics_auth', '0', 235)]),
      'unknown_error no',
      '235',
    ],
    [
      'with a word of its own',
      searched(declinedBy235, [], { errorInformation: { reason: 'NOVEL' } }),
      'unknown_error no',
      'NOVEL',
    ],
    [
      'by its status',
      searched({ reasonCode: '235', status: 'DECLINED' }),
      'unknown_error no',
      '235',
    ],
    [
      'by the status of the transaction',
      searched({ reasonCode: '235' }, [], { status: 'INVALID_REQUEST' }),
      'unknown_error no',
      '235',
    ],
    [
      'by its only service',
      searched({ reasonCode: '235' }, [service('ics_auth', '0', '235')]),
      'unknown_error no',
      '235',
    ],
    ['without a number', searched({ rCode: '0' }), 'unknown_error no', 'DECLINED'],
    // None of these says that nothing was executed.
    ['an error', searched({ reasonCode: '235', rCode: '-1' }), 'unknown', 'reason code 235'],
    [
      'an error, whatever a service says',
      searched({ reasonCode: '235' }, [service('ics_auth', '0'), service('ics_bill', '-1', '235')]),
      'unknown',
      'reason code 235',
    ],
    ['a status of no list', searched({ reasonCode: '235', status: 'BATCHED' }), 'unknown', '235'],
    ['nothing but a number', searched({ reasonCode: '235' }), 'unknown', 'reason code 235'],
    [
      'declined, but money moved',
      searched(declinedBy235, [service('ics_auth', '1'), service('ics_bill', '1')]),
      'unknown',
      'reason code 235, but money moved',
    ],
  ];
  for (const [name, told, expected, word] of rows) {
    const [outcome, logged] = await lookedUp(told);
    assert.equal(outcome, expected, name);
    assert.ok(String(logged).includes(word), `${name}: ${String(logged)}`);
  }
});

const reversed = json(201, { status: 'REVERSED' });

test('what takes the money counts before the whole: only its refusal is one', async () => {
  const sale = (bill: object, whole: object = {}) =>
    searched({ reasonCode: '999', rCode: '0', ...whole }, [
      service('ics_auth', '0', '203'),
      { name: 'ics_bill', ...bill },
    ]);
  const rows: [string, object, string][] = [
    ['done by its rCode', sale({ rCode: '1' }), 'unknown'],
    ['done by its number', sale({ reasonCode: 100 }), 'unknown'],
    ['on its way', sale({ status: 'PENDING' }), 'unknown'],
    ['an error', sale({ rCode: '-1', reasonCode: '236' }), 'unknown'],
    ['timed out', sale({ rCode: '0', reasonCode: '250' }), 'unknown'],
    ['of two minds', sale({ rCode: '0', reasonCode: '100' }), 'unknown'],
    ['of two minds, the other way', sale({ rCode: '1', reasonCode: '203' }), 'unknown'],
    ['an unlisted number', sale({ reasonCode: '999' }), 'unknown'],
    ['taken before', sale({ rCode: '0', reasonCode: '242' }), 'unknown'],
    ['refused by its rCode', sale({ rCode: '0', reasonCode: '999' }), 'unknown_error no'],
    ['refused by its number', sale({ reasonCode: '203' }), 'unknown_error no'],
    ['only named', sale({}), 'unknown_error no'],
    ['only named, with empty members', sale({ rCode: null, status: null }), 'unknown_error no'],
    ['behind the page of the bank', sale({ rCode: '1' }, { reasonCode: '475' }), 'unknown'],
    ['behind a part', sale({ rCode: '1' }, { reasonCode: '110', rCode: '1' }), 'unknown'],
  ];
  for (const [name, told, expected] of rows)
    assert.equal((await lookedUp(told, reversed))[0], expected, name);
  const declinedByRule = searched({ reasonCode: '999' }, [
    { name: 'ics_auth', rCode: '1' },
    { name: 'ics_bill', rCode: '1' },
    { name: 'ics_decision', rCode: '0' },
  ]);
  assert.equal((await lookedUp(declinedByRule, reversed))[0], 'unknown');
});

test('a transaction that waited for the page of the bank names the services after it', async () => {
  const named = [{ name: 'ics_bill' }, { name: 'ics_auth' }];
  const page = searched({ reasonCode: '475', rCode: '0' }, [
    ...named,
    service('ics_pa_enroll', '0', '475'),
  ]);
  assert.equal((await lookedUp(page))[0], 'partial_3ds_authentification no');
});

test('a part is no refund', async () => {
  assert.equal(await refundAs(searched({ reasonCode: '110', rCode: '1' })), 'unknown');
});

test('a repeat says nothing of what it repeats', async () => {
  for (const code of ['104', '105']) {
    const repeat = searched({ reasonCode: code, rCode: '0' });
    assert.deepEqual(await lookedUp(repeat), ['unknown', 'DUPLICATE_REQUEST'], code);
  }
});

test('a time-out at the processor is none', async () => {
  const [outcome] = await lookedUp(searched({ reasonCode: '250', rCode: '0' }));
  assert.equal(outcome, 'unknown');
});

test('what is declined after the issuer set it aside is given back', async () => {
  const aside = [service('ics_auth', '1'), service('ics_score', '0', '235')];
  const declined = (reasonCode: string) => searched({ reasonCode, rCode: '0' }, aside);
  assert.deepEqual(await lookedUp(declined('235'), reversed), ['unknown_error reversed', '235']);
  assert.deepEqual(await lookedUp(declined('400'), reversed), [
    'card_payment_rejected_by_issuer reversed',
    undefined,
  ]);
  const lost: HttpResult = { kind: 'lost', cause: 'timeout' };
  assert.equal((await lookedUp(declined('235'), lost))[0], 'unknown');
});

test('what the issuer approved and CyberSource declined is given back', async () => {
  const rejected = 'card_payment_rejected_by_issuer reversed';
  const lost: HttpResult = { kind: 'lost', cause: 'timeout' };
  for (const code of ['200', '230', '520']) {
    const told = searched({ reasonCode: code, rCode: '0' }, [service('ics_auth', '0', code)]);
    assert.equal((await lookedUp(told, reversed))[0], rejected, code);
    assert.equal((await lookedUp(told, lost))[0], 'unknown', code);
    const ofAuth = searched({ reasonCode: '999', rCode: '0' }, [service('ics_auth', '0', code)]);
    assert.equal((await lookedUp(ofAuth, reversed))[0], 'unknown_error reversed', code);
    assert.equal((await lookedUp(transaction(code, []), reversed))[0], rejected, code);
  }
  const aPart = [service('ics_auth', '1', '110')];
  assert.equal(
    (await lookedUp(searched({ reasonCode: '230', rCode: '0' }, aPart), reversed))[0],
    rejected,
  );
  assert.equal(
    (await lookedUp(searched({ reasonCode: '999', rCode: '0' }, aPart), reversed))[0],
    'unknown_error reversed',
  );
  // By its word, in the answer itself.
  for (const reason of ['AVS_FAILED', 'CV_FAILED']) {
    assert.equal(said(await pay(scripted([declined(reason), reversed]))), rejected, reason);
    assert.equal(said(await pay(scripted([declined(reason), lost]))), 'unknown', reason);
  }
  assert.equal(await refundAs(refusedBy('ics_credit', '230')), 'execution_error no');
});

const nothing = json(201, { totalCount: 0, count: 0 });
const credited = json(201, { id: '8', status: 'PENDING' });
const refunds: [string, HttpResult[], string][] = [
  ['too late for a void', [invalid('NOT_VOIDABLE', { id: '7' }), credited], 'pending'],
  ['settled', [invalid('TRANSACTION_ALREADY_SETTLED'), credited], 'pending'],
  // By a call of ours whose answer was lost, or by somebody else: the search decides.
  ['voided before', [invalid('CAPTURE_ALREADY_VOIDED'), nothing], 'unknown'],
  ['reversed or settled', [invalid('TRANSACTION_ALREADY_REVERSED_OR_SETTLED'), nothing], 'unknown'],
  ['a repeat', [invalid('DUPLICATE_REQUEST'), nothing], 'unknown'],
  [
    'no credits for this account',
    [invalid('NOT_VOIDABLE'), invalid('ACCOUNT_NOT_ALLOWED_CREDIT')],
    'connexion_error no',
  ],
  ['a void that is not supported', [invalid('NOT_SUPPORTED')], 'execution_error no'],
  ['a void without a field', [invalid('MISSING_FIELD')], 'execution_error no'],
  [
    'a credit declined for an unlisted reason',
    [invalid('NOT_VOIDABLE'), declined('NOVEL')],
    'unknown_error no',
  ],
  ['our key, refused at the void', [wrongKey], 'connexion_error no'],
  ['our key, refused at the credit', [invalid('NOT_VOIDABLE'), wrongKey], 'connexion_error no'],
  ['a page in place of the credit', [invalid('NOT_VOIDABLE'), bytes(403, '<html>')], 'unknown'],
  ['a void that was lost', [{ kind: 'lost', cause: 'timeout' }], 'unknown'],
];
for (const [name, answers, expected] of refunds)
  test(`refund: ${name}`, async () => {
    const context = scripted(answers);
    const original = { ours: 'x', theirs: '7' };
    const prepared = connector.prepareRefund!(context.config, intent, original, ourRef);
    const given = await connector.executeRefund!(context, intent, prepared, 'first');
    assert.equal(said(given), expected);
    assert.equal(context.requests.length, answers.length);
  });

test('what was taken back by a call whose answer was lost is taken back', async () => {
  const part = json(201, { id: '7', status: 'PARTIAL_AUTHORIZED' });
  const again = scripted([part, invalid('AUTH_ALREADY_REVERSED')]);
  assert.equal(said(await pay(again)), 'customer_balance_low reversed');
  const settled = scripted([part, invalid('TRANSACTION_ALREADY_REVERSED_OR_SETTLED')]);
  assert.equal(said(await pay(settled)), 'unknown');
  for (const [reason, expected] of [
    ['CAPTURE_ALREADY_VOIDED', 'execution_error reversed'],
    ['AUTH_ALREADY_REVERSED', 'execution_error reversed'],
    // That it never came is not what these say.
    ['NOT_VOIDABLE', 'absent'],
    ['INVALID_DATA', 'absent'],
  ] as const) {
    const context = scripted([nothing, invalid(reason)]);
    assert.equal(said(await connector.cancel!(context, intent, enrolStep.refs)), expected, reason);
  }
});

test('more than is left of a payment cannot be given back, by no other route either', async () => {
  const context = scripted([invalid('NOT_VOIDABLE'), invalid('INVALID_AMOUNT')]);
  const prepared = connector.prepareRefund!(
    context.config,
    intent,
    { ours: 'x', theirs: '7' },
    ourRef,
  );
  const given = await connector.executeRefund!(context, intent, prepared, 'first');
  assert.ok(given.kind === 'failed');
  assert.equal(given.error.retryable, 'never');
});

/** What the transactions under the code of a refund say of it. */
const refundAs = async (...told: object[]): Promise<string> => {
  const list = json(201, found(told.map((_, at) => String(at))));
  const context = scripted([list, ...told.map((one) => json(200, one))]);
  return said(await connector.queryRefund!(context, intent, { ours: ourRef }));
};
const refusedBy = (name: string, reasonCode: string) =>
  searched({ reasonCode, rCode: '0' }, [service(name, '0', reasonCode)]);

test('a credit that is refused since the money went back before is asked about, as in the answer', async () => {
  for (const code of ['237', '242', '243', '247'])
    assert.equal(await refundAs(refusedBy('ics_credit', code)), 'unknown', code);
  // The payment stands as it was: nothing went back.
  assert.equal(await refundAs(refusedBy('ics_credit', '238')), 'execution_error no');
});

test('a void that may have moved money decides, whatever the credit says', async () => {
  const credit = refusedBy('ics_credit', '999');
  const moved = searched({ reasonCode: '246', rCode: '0' }, [service('ics_void', '1')]);
  const timedOut = searched({ reasonCode: '151', rCode: '-1' }, [service('ics_void', '-1', '151')]);
  for (const [name, given] of Object.entries({ moved, timedOut })) {
    assert.equal(await refundAs(given, credit), 'unknown', name);
    assert.equal(await refundAs(credit, given), 'unknown', name);
  }
  const refused = refusedBy('ics_void', '246');
  assert.equal(await refundAs(refused, credit), 'unknown_error no');
  // The credit may have left and not be found yet.
  assert.equal(await refundAs(refused), 'unknown');
});
