// Proves that the wallet's balance, its history and a recipient's check are read as Wave writes
// them, or not at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, json, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { StatementLine } from '@jokko/connectors/kit';
import { waveConnector } from '../index.ts';
import { liveConfig, scripted } from './scripted.ts';

const item = (more: object) => ({
  timestamp: '2026-11-22T10:00:00Z',
  transaction_id: 'T_1',
  transaction_type: 'api_checkout',
  amount: '1350',
  fee: '13.5',
  currency: 'XOF',
  counterparty_mobile: '+221770000001',
  client_reference: 'ours-1',
  checkout_api_session_id: 'cos-1',
  ...more,
});
const page = (items: object[], has_next_page = false, end_cursor = 'c1') =>
  json(200, { page_info: { has_next_page, end_cursor }, date: '2026-11-22', items });

async function linesOf(context: ReturnType<typeof scripted>): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const line of waveConnector.statement!(context, '2026-11-22')) lines.push(line);
  return lines;
}

test('what is taken back under the type of what it takes back moves the other way', async () => {
  const back = (transaction_type: string, amount: string) =>
    item({ transaction_type, amount, is_reversal: true, checkout_api_session_id: null });
  const context = scripted([
    page([
      back('merchant_payment', '-500'),
      back('api_checkout', '-500'),
      back('api_payout', '500'),
      back('api_payout_reversal', '500'),
      item({ transaction_type: 'api_payout', amount: '500' }),
    ]),
  ]);
  assert.deepEqual(
    (await linesOf(context)).map(({ type, direction, status }) => [type, direction, status]),
    [
      ['merchant_payment', 'out', 'reversed'],
      ['api_checkout', 'out', 'reversed'],
      ['api_payout', 'in', 'reversed'],
      ['api_payout_reversal', 'in', 'reversed'],
      ['api_payout', 'out', 'succeeded'],
    ],
  );
});

test('a day is read page by page, with fees and directions', async () => {
  const out = { transaction_type: 'api_payout', amount: '-500', checkout_api_session_id: null };
  const context = scripted([
    page([item({})], true),
    page([
      item({ ...out, transaction_id: 'T_2', fee: '-5' }),
      item({ transaction_type: 'sweep', amount: '-7', checkout_api_session_id: null, fee: null }),
      item({ transaction_type: 'api_checkout_refund', amount: '-1350', is_reversal: true }),
    ]),
  ]);
  const lines = await linesOf(context);
  assert.deepEqual(
    context.requests.map(({ url }) => url.split('/v1')[1]),
    ['/transactions?date=2026-11-22', '/transactions?date=2026-11-22&after=c1'],
  );
  assert.deepEqual(lines[0], {
    theirs: 'cos-1',
    ours: 'ours-1',
    type: 'api_checkout',
    direction: 'in',
    amount: 13_500_000n,
    fee: 135_000n,
    currency: 'XOF',
    status: 'succeeded',
    atMs: Date.parse('2026-11-22T10:00:00Z'),
    party: '+221770000001',
  });
  assert.deepEqual(
    lines.slice(1).map((line) => [line.theirs, line.direction, line.amount, line.fee, line.status]),
    [
      ['T_2', 'out', 5_000_000n, 50_000n, 'succeeded'],
      ['T_1', 'out', 70_000n, 0n, 'succeeded'],
      ['cos-1', 'out', 13_500_000n, 135_000n, 'reversed'],
    ],
  );
});

test('the tax that newer lines tell beside the fee was kept too', async () => {
  const read = (items: object[]) => linesOf(scripted([page(items)]));
  const lines = await read([
    item({ fee: '100', government_tax_amount: '17' }),
    item({ fee: '-100', government_tax_amount: '-17' }),
    item({ fee: '100', government_tax_amount: null }),
    item({ fee: undefined, government_tax_amount: 17 }),
  ]);
  const kept = lines.map(({ fee }) => fee);
  assert.deepEqual(kept, [1_170_000n, 1_170_000n, 1_000_000n, 170_000n]);
  await assert.rejects(read([item({ government_tax_amount: '1,7' })]));
});

test('half a day is none', async () => {
  for (const second of [
    json(500, {}),
    bytes(200, 'x'),
    json(200, {}),
    page([item({ amount: 'x' })]),
    page([], true),
    json(200, { items: [item({})] }),
    page([item({ fee: {} })]),
  ]) {
    const context = scripted([page([item({})], true), second]);
    await assert.rejects(linesOf(context));
  }
});

test('a recipient exists, does not, or nobody knows', async () => {
  const ask = async (answer: ReturnType<typeof json>) =>
    (await waveConnector.verifyRecipient!(scripted([answer]), sampleIntent('payout'))).exists;
  assert.equal(await ask(json(200, { within_limits: true, name_match: 'NAME_NOT_KNOWN' })), 'yes');
  assert.equal(await ask(json(200, { within_limits: false })), 'no');
  assert.equal(await ask(json(422, { code: 'recipient-account-inactive' })), 'no');
  for (const answer of [
    json(429, { code: 'too-many-requests' }),
    json(401, { code: 'api-key-revoked' }),
    json(422, { code: 'something-new' }),
    json(503, {}),
    bytes(200, 'x'),
    json(200, {}),
  ])
    assert.equal(await ask(answer), 'unknown');
});

test('a balance that cannot be read is not known', async () => {
  assert.deepEqual(
    await waveConnector.balance!(scripted([json(200, { amount: '10245', currency: 'XOF' })])),
    [{ currency: 'XOF', available: 102_450_000n }],
  );
  for (const answer of [json(200, {}), json(401, {}), bytes(200, 'x')])
    await assert.rejects(waveConnector.balance!(scripted([answer])));
});

test('a configuration names every field that cannot be used', () => {
  assert.deepEqual(waveConnector.checkConfig(liveConfig), []);
  const { noticeSecret: _, ...withoutSecret } = liveConfig;
  const problems = waveConnector.checkConfig({
    ...withoutSecret,
    baseUrl: 'ftp://x',
    apiKey: '',
    timeoutMs: 1,
    ratePerSec: 0,
  });
  assert.deepEqual(
    problems.map(({ field }) => field),
    ['baseUrl', 'apiKey', 'noticeSecret', 'timeoutMs', 'ratePerSec'],
  );
});
