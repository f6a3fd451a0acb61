// Proves that the simulated Reloadly takes what Reloadly's own Node.js client (1.0.6) sends. The
// requests were recorded; the credentials are the simulator's own.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { serviceOf } from '../src/reloadly/credentials.ts';
import { startProvider } from './provider.ts';
import type { Body } from './provider.ts';
import { sendRecorded } from './recorded.ts';

const client = {
  host: 'topups-sandbox.reloadly.com',
  accept: 'application/com.reloadly.topups-v1+json',
  'reloadly-client':
    'eyJuYW1lIjoicmVsb2FkbHktc2RrLW5vZGVqcyIsImFwaS12ZXJzaW9uIjoiYXBwbGljYXRpb24vY29tLnJlbG9hZGx5LnRvcHVwcy12MStqc29uIiwiZW52Ijp7InJlbG9hZGx5LXNkay1ub2RlanMiOiIxLjAuNiJ9fQ==',
  'user-agent': 'axios/0.21.4',
};
const tokenBody =
  '{"client_id":"reloadly-sandbox","client_secret":"reloadly-sandbox-secret","grant_type":"client_credentials","audience":"https://topups-sandbox.reloadly.com"}';
const topUpBody =
  '{"amount":500,"operatorId":101,"useLocalAmount":true,"customIdentifier":"ref-1","recipientPhone":{"number":"221771234567","countryCode":"SN"}}';

async function open(t: TestContext) {
  const { url, advance } = await startProvider(t);
  const askToken = (body: string) =>
    sendRecorded(`${url}/reloadly`, {
      method: 'POST',
      path: '/oauth/token',
      headers: { host: 'auth.reloadly.com', 'content-type': 'application/json' },
      body,
    });
  const { body } = await askToken(tokenBody);
  const headers = { ...client, authorization: `Bearer ${body.access_token}` };
  const send = (method: string, path: string, content?: string) =>
    sendRecorded(`${url}/reloadly/topups`, {
      method,
      path,
      headers: content === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(content !== undefined && { body: content }),
    });
  return { askToken, send, advance };
}

test('each of the provider’s audiences gets a token for its service, and no other does', async (t) => {
  for (const service of ['topups', 'utilities', 'giftcards'] as const)
    for (const host of [service, `${service}-sandbox`]) {
      assert.equal(serviceOf(`https://${host}.reloadly.com`), service);
      assert.equal(serviceOf(`https://${host}.reloadly.com/`), service);
    }
  for (const other of ['https://reloadly.com', 'https://topups.reloadly.com.shop.example', ''])
    assert.equal(serviceOf(other), undefined);
  const { askToken, send } = await open(t);
  const gift = await askToken(tokenBody.replace('topups-sandbox', 'giftcards-sandbox'));
  assert.deepEqual([gift.status, gift.body.token_type], [200, 'Bearer']);
  const stranger = await askToken(tokenBody.replace('topups-sandbox', 'airtime'));
  assert.deepEqual([stranger.status, stranger.body.path], [400, '/oauth/token']);
  assert.equal((await send('GET', '/accounts/balance')).status, 200);
});

test('a top-up, what it costs, and the history under both names', async (t) => {
  const { send, advance } = await open(t);
  const { body: before } = await send('GET', '/accounts/balance');
  const { status, body: done } = await send('POST', '/topups', topUpBody);
  assert.deepEqual([status, done.customIdentifier], [200, 'ref-1']);
  const { oldBalance, newBalance } = done.balanceInfo;
  assert.deepEqual([oldBalance, newBalance], [before.balance, before.balance - 500]);
  const later = await send('POST', '/topups', topUpBody.replace('ref-1', 'ref-2'));
  await advance(3);
  for (const path of ['/topups/reports/transactions', '/topups/transactions']) {
    const { body: page } = await send('GET', path);
    assert.deepEqual(
      page.content.map((each: Body) => [each.transactionId, each.status]),
      [
        [later.body.transactionId, 'SUCCESSFUL'],
        [done.transactionId, 'SUCCESSFUL'],
      ],
    );
    assert.equal(
      (await send('GET', `${path}/${done.transactionId}`)).body.customIdentifier,
      'ref-1',
    );
    const { body: found } = await send('GET', `${path}?customIdentifier=ref-1`);
    assert.deepEqual([found.totalElements, found.content[0].customIdentifier], [1, 'ref-1']);
  }
  const again = await send('POST', '/topups', topUpBody);
  assert.deepEqual(
    [again.status, again.body.errorCode, again.body.path],
    [400, 'CUSTOM_IDENTIFIER_ALREADY_USED', '/topups'],
  );
});
