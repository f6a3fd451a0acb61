// Proves that every service of the default catalogue, and nothing else, has an icon here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { drawIcon, registerIcons } from './http-icons.ts';

test('an icon is drawn for codes of a known form, and for nothing else', async () => {
  const app = fastify();
  registerIcons(app);
  for (const code of [
    'opa_sn_api_cash_in',
    'opb_ci_api_cash_out_2',
    'bank_card_api_cash_out',
    'bank_transfer_sn_api_cash_in',
    'chat_messaging',
    'x9_bf_airtime_credit_telephonique',
  ]) {
    const answer = await app.inject(`/icons/${code}.svg`);
    assert.equal(answer.statusCode, 200, code);
    assert.equal(answer.headers['content-type'], 'image/svg+xml');
    assert.match(answer.body, /^<svg xmlns=/);
  }
  for (const path of [
    'opa.svg',
    'opa_sn_api_cash_in.png',
    'OPA_SN_API_CASH_IN.svg',
    '..%2f..%2fetc.svg',
    'a"_sn_api_cash_in.svg',
  ]) {
    assert.equal((await app.inject(`/icons/${path}`)).statusCode, 404, path);
  }
  await app.close();
});

test('different kinds of work look different', () => {
  const codes = [
    'OPA_SN_API_CASH_IN',
    'OPA_SN_API_CASH_OUT',
    'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
    'OPA_SN_BILL_PAY',
    'OPA_SN_BILL_RELOAD',
  ];
  assert.equal(
    new Set(codes.map((code) => /<path d="([^"]+)"/.exec(drawIcon(code) ?? '')?.[1])).size,
    codes.length,
  );
});
