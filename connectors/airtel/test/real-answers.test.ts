// Puts answers through the connector in the forms in which Airtel is known to write them, in its
// documentation and in production.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, ourRef } from '@jokko/connectors/kit/conformance';
import type { HttpResult, QueryOutcome } from '@jokko/connectors/kit';
import type { AirtelOperation } from '../code-table.ts';
import { ask, scripted, send } from './scripted.ts';

const said = (outcome: QueryOutcome): string =>
  outcome.kind === 'failed' ? outcome.error.catalogue : outcome.kind;

const answer = (status: string | null, response_code: string | null, more: object = {}) =>
  json(200, {
    data: { transaction: { id: ourRef, message: 'told', ...defined({ status }) } },
    status: {
      code: '200',
      message: 'SUCCESS',
      result_code: 'ESB000010',
      success: true,
      ...defined({ response_code }),
      ...more,
    },
  });

const statuses: [string, AirtelOperation, HttpResult, string][] = [
  [
    'a success with the code of the first answer',
    'collect',
    answer('TS', 'DP00800001006'),
    'succeeded',
  ],
  ['a success without a code', 'payout', answer('TS', null), 'succeeded'],
  [
    'a failure whose envelope says success',
    'payout',
    answer('TF', 'DP00900001013'),
    'execution_error',
  ],
  ['a failure without a code', 'collect', answer('TF', null), 'unknown_error'],
  [
    'a failure without the envelope',
    'collect',
    json(200, { data: { transaction: { status: 'TF' } } }),
    'unknown_error',
  ],
  [
    'no PIN was entered',
    'collect',
    answer('TF', 'DP00800001005', { success: false }),
    'payment-timeout',
  ],
  [
    'a float without money',
    'payout',
    answer('TF', 'DP00900001007', { success: false }),
    'provider_low',
  ],
  [
    'a wrong number',
    'payout',
    answer('TF', 'DP00900001012', { success: false }),
    'invalid_phone_number',
  ],
  ['expired', 'collect', answer('TE', null), 'payment-timeout'],
  ['ambiguous', 'payout', answer('TA', 'DP00900001000'), 'unknown'],
  ['under way', 'collect', answer('TIP', 'DP00800001006'), 'pending'],
  // Seen in production for "initiated", and in no list of Airtel's.
  ['another word', 'collect', answer('TI', 'DP00800001006'), 'unknown'],
  ['timed out, and failed', 'payout', answer('TF', 'DP00900001014'), 'unknown'],
  ['not found, of a payout', 'payout', answer(null, 'DP00900001015', { success: false }), 'absent'],
  [
    'not found, of a collection',
    'collect',
    answer(null, 'DP00800001025', { success: false }),
    'absent',
  ],
];
for (const [name, operation, told, expected] of statuses)
  test(`status: ${name}`, async () => {
    assert.equal(said(await ask(scripted([told]), operation)), expected);
  });

const none = answer(null, 'DP00900001015');
const refusals: [string, HttpResult[], string][] = [
  ['done', [answer('TS', 'DP00900001001')], 'succeeded'],
  ['in process', [answer(null, 'DP00900001006')], 'pending'],
  ['refused with HTTP 200', [answer(null, 'DP00900001007', { success: false })], 'provider_low'],
  [
    'a code of the router',
    [json(200, { status: { code: 'ROUTER116', success: false } }), none],
    'unknown',
  ],
  ['failed for a code that nobody listed', [answer('TF', 'DP00900001099')], 'unknown_error'],
  ['a repeated id', [answer('TF', 'DP00900001017'), answer('TS', 'DP00900001001')], 'succeeded'],
  ['an error page', [bytes(502, '<html>')], 'unknown'],
];
for (const [name, answers, expected] of refusals)
  test(`answer: ${name}`, async () => {
    assert.equal(said(await send(scripted(answers), 'payout')), expected);
  });
