// S2, K18: checks how often a status may be queried, and who is blocked for how long. Uses its own
// installation because the clock is moved.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  assertMemberOrder,
  createAccount,
  createClient,
  sendRequest,
  hostInstallation,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, HostedInstallation } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import { callerAddress, lookUp } from './harness/payment.ts';
import type { StatusLimitOptions } from './harness/payment.ts';

/** Callers below 127.0.200.0/24 are trusted proxies of this installation. */
const trustedProxies = '127.0.200.0/24';
const refusalsUntilBlocked = 200;

describe('S2 look-up limit', () => {
  let installation: HostedInstallation;
  let one: Client;
  let other: Client;

  before(async () => {
    installation = await hostInstallation({ env: { TRUSTED_PROXIES: trustedProxies } });
    one = createClient(installation.baseUrl, installation.apiKey);
    other = createClient(installation.baseUrl, (await createAccount(installation)).apiKey);
  });
  after(async () => installation.stop());

  async function pay(client: Client, id = uniqueId('limit')): Promise<string> {
    const { json } = await client.operation({
      phone: uniquePhone('8007'),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: id,
    });
    assert.equal(json.code, 2000);
    return id;
  }

  async function codesOf(
    client: Client,
    id: string,
    count: number,
    options: StatusLimitOptions,
  ): Promise<number[]> {
    const found: number[] = [];
    for (let made = 0; made < count; made++)
      found.push((await lookUp(client, id, options)).json.code);
    return found;
  }

  /** Asks for one transaction until the address has been refused so often; returns how often. */
  async function beRefused(
    client: Client,
    id: string,
    times: number,
    options: StatusLimitOptions,
  ): Promise<void> {
    for (let refused = 0; refused < times;) {
      const answers = await Promise.all(
        Array.from({ length: Math.min(20, times - refused) }, () => lookUp(client, id, options)),
      );
      refused += answers.filter(({ json }) => json.code === 4029).length;
    }
  }

  /** After the clock was moved: the next look-up is answered as soon as the node has seen it. */
  async function untilAnswered(
    client: Client,
    id: string,
    options: StatusLimitOptions,
  ): Promise<void> {
    await until(
      'the look-up is answered',
      async () => (await lookUp(client, id, options)).json.code === 2000,
      { everyMs: 200 },
    );
  }

  it('S2 K18 the fourth look-up within a minute is refused with 4029, HTTP 200; loopback counts like any address', async () => {
    const from = '127.0.0.1';
    const id = await pay(one);
    const third = await codesOf(one, id, 3, { from });
    const fourth = await lookUp(one, id, { from });
    assert.deepEqual(third, [2000, 2000, 2000]);
    assert.equal(fourth.status, 200);
    assertMemberOrder(fourth.json, ['code', 'msg', 'error', 'data']);
    assert.deepEqual(
      { ...fourth.json, msg: typeof fourth.json.msg },
      { code: 4029, msg: 'string', error: true, data: {} },
    );
  });

  it('S2 K18 other transactions, other accounts, other addresses and other endpoints are not affected', async () => {
    const from = callerAddress();
    const [id, another] = await Promise.all([pay(one), pay(one)]);
    await pay(other, id);
    assert.deepEqual(await codesOf(one, id, 4, { from }), [2000, 2000, 2000, 4029]);
    assert.equal((await lookUp(one, id, { from })).headers['retry-after'], '60');
    assert.equal((await lookUp(one, another, { from })).json.code, 2000, 'another transaction');
    assert.equal(
      (await lookUp(other, id, { from })).json.code,
      2000,
      'the same id of another account',
    );
    assert.equal((await lookUp(one, id)).json.code, 2000, 'another address');
    const replay = await sendRequest(`${one.baseUrl}/api-services/balance`, {
      headers: { Secretkey: one.apiKey },
      localAddress: from,
    });
    assert.equal(replay.json.code, 2000, 'another endpoint');
    assert.equal((await lookUp(one, id, { from })).json.code, 4029, 'still refused');
  });

  it('S2 an unknown id is limited like a known one, and a header X-Forwarded-For of an untrusted caller counts for nothing', async () => {
    const from = callerAddress();
    const id = uniqueId('limit');
    const found: number[] = [];
    for (let made = 1; made <= 4; made++)
      found.push(
        (await lookUp(one, id, { from, headers: { 'X-Forwarded-For': `203.0.113.${made}` } })).json
          .code,
      );
    assert.deepEqual(found, [4004, 4004, 4004, 4029]);
  });

  it('S2 behind a trusted proxy only the forwarded address counts', async () => {
    const from = '127.0.200.7';
    const id = await pay(one);
    const through = (address: string): StatusLimitOptions => ({
      from,
      headers: { 'X-Forwarded-For': address },
    });
    assert.deepEqual(await codesOf(one, id, 4, through('203.0.113.50')), [2000, 2000, 2000, 4029]);
    assert.equal((await lookUp(one, id, through('203.0.113.51'))).json.code, 2000);
    const pretended = { from, headers: { 'X-Forwarded-For': '198.51.100.9, 203.0.113.50' } };
    assert.equal(
      (await lookUp(one, id, pretended)).json.code,
      4029,
      'what the proxy saw counts, not what its caller claims',
    );
  });

  it('S1 S2 keys: behind a proxy that forwards ports, brackets or mapped addresses the caller is the same, and so are its rights', async () => {
    const from = '127.0.200.9';
    const { accountId, apiKey } = await createAccount(installation);
    const allowed = ['--allow-from', '203.0.113.60,2001:db8:60::/48'];
    const bound = await installation.cli<{ apiKey: string }>([
      'key',
      'create',
      String(accountId),
      ...allowed,
    ]);
    const balance = (key: string, forwarded: string) =>
      sendRequest(`${one.baseUrl}/api-services/balance`, {
        headers: { Secretkey: key, 'X-Forwarded-For': forwarded },
        localAddress: from,
      });
    const spellings = [
      '203.0.113.60:4711',
      '::ffff:203.0.113.60',
      '[2001:db8:60::1]:443',
      '2001:db8:60::1',
      '203.0.113.60:80, 127.0.200.3:9',
    ];
    for (const spelling of spellings)
      assert.equal((await balance(bound.apiKey, spelling)).json.code, 2000, spelling);
    for (const other of ['203.0.113.61:4711', 'unknown', 'x'.repeat(3_000)])
      assert.equal((await balance(bound.apiKey, other)).json.code, 4001);
    const client = createClient(one.baseUrl, apiKey);
    const id = await pay(client);
    const keyless = (forwarded: string) =>
      lookUp(client, id, { from, body: {}, headers: { 'X-Forwarded-For': forwarded } });
    assert.equal((await keyless('203.0.113.60:1')).json.code, 2000);
    assert.equal((await keyless('[::ffff:203.0.113.60]:2')).json.code, 2000);
    assert.equal((await balance(apiKey, 'nonsense')).json.code, 2000);
    assert.equal(
      (await keyless('nonsense')).json.code,
      4001,
      'what is no address belongs to nobody',
    );
    const rows = openStoredRows(installation);
    try {
      const stored = await rows.read<{ address: string }>(
        'select address from key_address where account_id = $1 order by address',
        [accountId],
      );
      assert.deepEqual(
        stored.map(({ address }) => address),
        ['127.0.0.1', '2001:db8:60::1', '203.0.113.60'],
      );
    } finally {
      await rows.close();
    }
  });

  it('S2 a trusted proxy itself is never put on the blacklist', async () => {
    const from = '127.0.200.8';
    const [id, another] = await Promise.all([pay(one), pay(one)]);
    for (let round = 0; round < 12; round++)
      await Promise.all(Array.from({ length: 20 }, () => lookUp(one, id, { from })));
    assert.equal((await lookUp(one, another, { from })).json.code, 2000);
  });

  it('S2 200 refusals within 10 minutes put account and address on the blacklist of the status endpoint, nothing else', async () => {
    const from = callerAddress();
    const [id, another] = await Promise.all([pay(one), pay(one)]);
    const theirs = await pay(other);
    await codesOf(one, id, 3, { from });
    await beRefused(one, id, refusalsUntilBlocked - 1, { from });
    assert.equal(
      (await lookUp(one, another, { from })).json.code,
      2000,
      'not yet after 199 refusals',
    );
    await beRefused(one, id, 1, { from });
    assert.equal(
      (await lookUp(one, another, { from })).json.code,
      4029,
      'blocked for every transaction of the account',
    );
    assert.equal(
      (await lookUp(other, theirs, { from })).json.code,
      2000,
      'another account from the address',
    );
    assert.equal((await lookUp(one, another)).json.code, 2000, 'the account from another address');
    const operation = await sendRequest(`${one.baseUrl}/api-services/operation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        apiKey: one.apiKey,
        phone: uniquePhone('8007'),
        amount: 100,
        codeService: 'OPA_SN_API_CASH_IN',
        externalTransactionId: uniqueId(),
      }),
      localAddress: from,
    });
    assert.equal(operation.json.code, 2000, 'operation is never blocked');

    await advanceClock(installation, 560);
    assert.equal(
      (await lookUp(one, another, { from })).json.code,
      4029,
      'still blocked shortly before the 10 minutes are over',
    );
    await advanceClock(installation, 45);
    await untilAnswered(one, another, { from });
  });

  it('S2 refusals spread over more than 10 minutes block nobody', async () => {
    const from = callerAddress();
    const [id, another] = await Promise.all([pay(one), pay(one)]);
    await codesOf(one, id, 3, { from });
    await beRefused(one, id, refusalsUntilBlocked / 2, { from });
    await advanceClock(installation, 605);
    await untilAnswered(one, id, { from });
    await codesOf(one, id, 2, { from });
    await beRefused(one, id, refusalsUntilBlocked / 2, { from });
    assert.equal((await lookUp(one, another, { from })).json.code, 2000);
  });

  it('S2 keyless calls count by address alone and do not block the calls with a key', async () => {
    const from = callerAddress();
    const [id, another] = await Promise.all([pay(one), pay(one)]);
    assert.equal((await lookUp(one, another, { from })).json.code, 2000, 'the address is known');
    assert.deepEqual(await codesOf(one, id, 4, { from, body: {} }), [2000, 2000, 2000, 4029]);
    await beRefused(one, id, refusalsUntilBlocked - 1, { from, body: {} });
    assert.equal(
      (await lookUp(one, another, { from, body: {} })).json.code,
      4029,
      'blocked without a key',
    );
    assert.equal(
      (await lookUp(one, uniqueId(), { from, body: {} })).json.code,
      4029,
      'whatever is asked for',
    );
    assert.equal((await lookUp(one, another, { from })).json.code, 2000, 'with the key it goes on');
    const rows = openStoredRows(installation);
    const releaseAll = await Promise.all(
      ['key_address', 'operation'].map((table) => rows.hold(table)),
    );
    try {
      const { json } = await lookUp(one, id, { from, body: {} });
      assert.equal(json.code, 4029, 'refused without a query');
    } finally {
      await Promise.all(releaseAll.map((release) => release()));
      await rows.close();
    }
  });

  it('S2 after a minute the transaction may be looked up again', async () => {
    const from = callerAddress();
    const id = await pay(one);
    assert.deepEqual(await codesOf(one, id, 4, { from }), [2000, 2000, 2000, 4029]);
    await advanceClock(installation, 20);
    assert.equal((await lookUp(one, id, { from })).json.code, 4029);
    await advanceClock(installation, 41);
    await untilAnswered(one, id, { from });
    assert.deepEqual(await codesOf(one, id, 3, { from }), [2000, 2000, 4029]);
  });
});
