// S1: checks who may query the status of a transaction and what the answer contains, with the
// status requirements K17 and K3 of existing clients.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertMemberOrder,
  createAccount,
  createClient,
  sharedInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
} from './harness/index.ts';
import type { Client, Receiver } from './harness/index.ts';
import { callerAddress, lookUp } from './harness/payment.ts';

const cashIn = 'OPA_SN_API_CASH_IN';
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('S1 status request', { concurrency: true }, () => {
  let installation: Awaited<ReturnType<typeof sharedInstallation>>;
  let receiver: Receiver;
  let one: Client;
  let other: Client;

  before(async () => {
    installation = await sharedInstallation();
    receiver = await startReceiver();
    const set = ['--callback-grace-ms', '0'];
    const [first, second] = await Promise.all([
      createAccount(installation, { set }),
      createAccount(installation, { set }),
    ]);
    one = createClient(installation.baseUrl, first.apiKey);
    other = createClient(installation.baseUrl, second.apiKey);
  });
  after(async () => {
    await receiver.close();
    await installation.stop();
  });

  /** A payment that never ends; returns our id and the gateway's. */
  async function pay(
    client: Client,
    members: Record<string, unknown> = {},
  ): Promise<{ id: string; transactionId: string }> {
    const id = uniqueId('status');
    const { json } = await client.operation({
      phone: uniquePhone('8007'),
      amount: 100,
      codeService: cashIn,
      externalTransactionId: id,
      ...members,
    });
    assert.equal(json.data.status === 'PENDING' || json.code === 4000, true, JSON.stringify(json));
    return { id: json.data.externalTransactionId, transactionId: json.data.transactionId };
  }

  it('S1 the key in the body decides the account; the answer has every member in order, the id as an integer', async () => {
    const { id, transactionId } = await pay(one);
    const { json, status } = await lookUp(one, id);
    assert.equal(status, 200);
    assertMemberOrder(json, ['code', 'msg', 'error', 'data']);
    assert.equal(json.code, 2000);
    assert.equal(json.msg, 'Successfully operation');
    assert.equal(json.error, false);
    assertMemberOrder(json.data, [
      'transactionId',
      'createdAt',
      'updatedAt',
      'externalTransactionId',
      'status',
      'errorType',
    ]);
    assert.equal(json.data.transactionId, Number(transactionId));
    assert.equal(Number.isSafeInteger(json.data.transactionId), true);
    assert.match(json.data.createdAt, isoTime);
    assert.match(json.data.updatedAt, isoTime);
    assert.equal(json.data.externalTransactionId, id);
    assert.equal(json.data.errorType, null);
    assert.ok(
      Math.abs(Date.parse(json.data.createdAt) - Date.now()) < 600_000,
      'createdAt is the time of the initiation',
    );
  });

  it('S1 the key in the header alone suffices, under any spelling of its name, and both keys may be sent', async () => {
    const { id } = await pay(one);
    const { apiKey } = one;
    const answers = await Promise.all([
      lookUp(one, id, { body: {}, headers: { Secretkey: apiKey } }),
      lookUp(one, id, { body: {}, headers: { SECRETKEY: apiKey } }),
      lookUp(one, id, { headers: { secretkey: apiKey } }),
    ]);
    for (const { json } of answers) assert.equal(json.code, 2000);
  });

  it('S1 two different keys, an unknown key and an empty look-up are refused with their codes', async () => {
    const { id } = await pay(one);
    const differing = await lookUp(one, id, { headers: { Secretkey: other.apiKey } });
    const unknownKey = await lookUp(one, id, { body: { apiKey: 'no-such-key' } });
    const withoutId = await one.post('/api-services/get-transaction-status', {
      apiKey: one.apiKey,
    });
    assert.deepEqual(
      [differing.json.code, unknownKey.json.code, withoutId.json.code],
      [4001, 4001, 4022],
    );
    assert.equal(withoutId.json.errors[0].field, 'externalTransactionId');
    for (const { json } of [differing, unknownKey]) assert.deepEqual(json.data, {});
  });

  it('S1 two accounts with the same id: each key sees its own transaction', async () => {
    const mine = await pay(one);
    const theirs = await pay(other, { externalTransactionId: mine.id, amount: 250 });
    const [seenByOne, seenByOther] = await Promise.all([
      lookUp(one, mine.id),
      lookUp(other, mine.id),
    ]);
    assert.equal(seenByOne.json.data.transactionId, Number(mine.transactionId));
    assert.equal(seenByOther.json.data.transactionId, Number(theirs.transactionId));
    assert.notEqual(mine.transactionId, theirs.transactionId);
  });

  it("S1 K17 an unknown id and another account's id give the same answer: 4004, data {}, HTTP 200", async () => {
    const { id } = await pay(other);
    const foreign = await lookUp(one, id);
    const unknown = await lookUp(one, uniqueId('status'));
    assert.equal(foreign.text, unknown.text);
    assert.equal(foreign.status, unknown.status);
    assert.equal(unknown.json.code, 4004);
    assert.equal(unknown.json.error, true);
    assert.deepEqual(unknown.json.data, {});
  });

  it('S1 without a key: answered where exactly one account that used a valid key from this address owns the id', async () => {
    const from = callerAddress();
    const { id, transactionId } = await pay(one);
    assert.equal(
      (await lookUp(one, uniqueId('status'), { from })).json.code,
      4004,
      'the valid key is used from the address',
    );
    const { json } = await lookUp(one, id, { from, body: {} });
    assert.equal(json.code, 2000, JSON.stringify(json));
    assert.equal(json.data.transactionId, Number(transactionId));
  });

  it('S1 without a key: the address counts from the moment at which the call with the key was answered', async () => {
    const { id } = await pay(one);
    for (let round = 0; round < 15; round++) {
      const from = callerAddress();
      assert.equal((await lookUp(one, uniqueId('status'), { from })).json.code, 4004);
      assert.equal((await lookUp(one, id, { from, body: {} })).json.code, 2000, `round ${round}`);
    }
  });

  it('S1 without a key: an address that used no valid key gets 4001, also for an existing id', async () => {
    const from = callerAddress();
    const { id } = await pay(one);
    assert.equal(
      (await lookUp(one, id, { from, body: { apiKey: 'no-such-key' } })).json.code,
      4001,
      'a wrong key makes no address known',
    );
    const existing = await lookUp(one, id, { from, body: {} });
    const unknown = await lookUp(one, uniqueId('status'), { from, body: {} });
    assert.equal(existing.json.code, 4001);
    assert.equal(existing.text, unknown.text);
  });

  it("S1 without a key: an id that the address's accounts do not own gets 4001", async () => {
    const from = callerAddress();
    const foreign = await pay(other);
    assert.equal((await lookUp(one, uniqueId('status'), { from })).json.code, 4004);
    assert.equal((await lookUp(one, foreign.id, { from, body: {} })).json.code, 4001);
    assert.equal((await lookUp(one, uniqueId('status'), { from, body: {} })).json.code, 4001);
  });

  it('S1 without a key: two accounts of one address that own the same id get 4001; the key still tells them apart', async () => {
    const from = callerAddress();
    const mine = await pay(one);
    await pay(other, { externalTransactionId: mine.id });
    assert.equal((await lookUp(one, mine.id, { from })).json.code, 2000);
    assert.equal(
      (await lookUp(one, mine.id, { from, body: {} })).json.code,
      2000,
      'one known owner so far',
    );
    assert.equal((await lookUp(other, mine.id, { from })).json.code, 2000);
    assert.equal(
      (await lookUp(one, mine.id, { from, body: {} })).json.code,
      4001,
      'two owners now',
    );
  });

  it('S1 K17 a failure shows code and message only, a later success errorType null', async () => {
    const failed = await pay(one, {
      phone: uniquePhone('9002'),
      codeService: 'OPF_SN_API_CASH_IN',
      callbackUrl: receiver.url,
    });
    await receiver.waitFor(failed.id);
    const { json } = await lookUp(one, failed.id);
    assert.equal(json.data.status, 'FAILLED');
    assertMemberOrder(json.data.errorType, ['code', 'message']);
    assert.equal(json.data.errorType.code, 'insufficient_balance');
    assert.ok(
      json.data.errorType.message.includes('100') &&
        !json.data.errorType.message.includes('__amount__'),
      json.data.errorType.message,
    );
    assert.ok(
      json.data.updatedAt > json.data.createdAt,
      'the result came later than the initiation',
    );

    const succeeded = await pay(one, { phone: uniquePhone(), callbackUrl: receiver.url });
    await receiver.waitFor(succeeded.id);
    assert.deepEqual(
      [(await lookUp(one, succeeded.id)).json.data].map(({ status, errorType }) => ({
        status,
        errorType,
      })),
      [{ status: 'SUCCESS', errorType: null }],
    );
  });
});
