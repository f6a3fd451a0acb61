// What does a node do that is asked for more than it can do? F08, reliability 4.13. An installation of its own with few places.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { createAccount, createClient, payOut, sendRequest, startInstallation, startReceiver, uniquePhone, until } from './harness/index.ts';
import type { Answer, Client, Installation, Receiver } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import { lookUp } from './harness/payment.ts';

/** Changes may take 80 % of them, and one account half of those when another wants some. */
const places = 20;
const readings = ['/api-services/balance', '/api-services/services', '/api-services/errors', '/events'];
const changesMax = 16;
const accountShare = 8;
const accountPlaces = 12;
/** A quarter is for callers whose key must be looked up. */
const unknownPlaces = 5;
/** A request that waits for the provider's word takes 4 s; a refused one comes long before, however busy the machine. */
const refusedWithinMs = 2_000;

let installation: Installation;
let receiver: Receiver;
before(async () => {
  installation = await startInstallation({ env: { JOKKO_IN_FLIGHT: String(places), JOKKO_ACCOUNT_IN_FLIGHT: String(accountPlaces) } });
  receiver = await startReceiver();
});
after(async () => {
  await receiver.close();
  await installation.stop();
});

async function newClient(): Promise<{ client: Client; accountId: number }> {
  const { apiKey, accountId } = await createAccount(installation);
  return { client: createClient(installation.baseUrl, apiKey), accountId };
}

/** The provider of these never answers the submit, and their link is waited for up to 4 s: so long each takes a place. */
const slow = (): Record<string, unknown> => payOut({ codeService: 'OPC_SN_API_CASH_OUT', phone: '770008003' });
const quick = (members = {}): Record<string, unknown> => payOut({ phone: uniquePhone('8007'), ...members });

/** A key that nobody has, with the right check digits. */
function unknownKey(): string {
  const body = `jk_test_1_${Array.from({ length: 43 }, () => randomInt(0, 10)).join('')}`;
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let check = '';
  for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / digits.length)) check = digits[rest % digits.length]! + check;
  return `${body}_${check.padStart(6, '0')}`;
}

interface Asked {
  body: Record<string, unknown>;
  answer: Answer;
}
const ask = async (client: Client, body: Record<string, unknown>): Promise<Asked> => ({ body, answer: await client.operation(body) });
const isTaken = ({ answer }: Asked): boolean => answer.json.code === 2000;

/** Every place that `clients` can have is taken while `work` runs; afterwards all are free again. */
async function whileBusy(clients: readonly Client[], work: () => Promise<void>): Promise<Asked[]> {
  // All are known to want places before one of them has many.
  await Promise.all(clients.map((client) => client.operation(quick())));
  const asked = clients.flatMap((client) => Array.from({ length: changesMax }, () => ask(client, slow())));
  await until(
    'the places are taken',
    async () => (await figure('jokko_requests_in_flight')) >= Math.min(changesMax, clients.length * accountShare),
    {
      timeoutMs: 3_000,
      everyMs: 20,
    },
  );
  await work();
  const answers = await Promise.all(asked);
  await until('the places are free', async () => (await figure('jokko_requests_in_flight')) === 0);
  return answers;
}

async function figure(name: string): Promise<number> {
  const { text } = await sendRequest(`${installation.baseUrl}/metrics`);
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(line.lastIndexOf(' ') + 1));
}

const shed = (reason: string): Promise<number> => figure(`jokko_requests_shed_total{reason="${reason}"}`);

/** Refused ones are as if they had never been sent; taken ones are there. */
async function assertStored(client: Client, asked: readonly Asked[]): Promise<void> {
  for (const each of asked) {
    const { json } = await lookUp(client, String(each.body['externalTransactionId']));
    assert.equal(json.code, isTaken(each) ? 2000 : 4004, each.answer.text);
  }
}

describe('overload', () => {
  it('F08 H3 too many requests of one account at once: 4029 with Retry-After, at once, nothing of them is stored, and then all is as before', async () => {
    const { client } = await newClient();
    const asked = await Promise.all(Array.from({ length: 40 }, () => ask(client, slow())));
    const refused = asked.filter((each) => !isTaken(each));
    assert.equal(asked.length - refused.length, accountPlaces);
    for (const { answer } of refused) {
      assert.deepEqual([answer.status, answer.json.code, answer.json.error, answer.json.data], [200, 4029, true, {}]);
      assert.equal(answer.headers['retry-after'], '1');
      assert.ok(answer.elapsedMs < refusedWithinMs, `${answer.elapsedMs} ms`);
    }
    await assertStored(client, asked);
    const again = await client.operation({ ...quick(), externalTransactionId: refused[0]!.body['externalTransactionId'] });
    assert.equal(again.json.code, 2000, 'the refused id is free');
  });

  it('F08 a noisy account takes no more than half of the places while another wants some, and the other is served', async () => {
    const [noisy, other] = await Promise.all([newClient(), newClient()]);
    await other.client.operation(quick());
    const flood = Array.from({ length: 60 }, () => ask(noisy.client, slow()));
    const served: Asked[] = [];
    for (let round = 0; round < 5; round++)
      served.push(...(await Promise.all(Array.from({ length: 4 }, () => ask(other.client, quick())))));
    const asked = await Promise.all(flood);
    assert.equal(served.filter(isTaken).length, served.length, 'the other is served throughout');
    assert.equal(asked.filter(isTaken).length, accountShare);
    for (const each of asked) if (!isTaken(each)) assert.equal(each.answer.json.code, 4029, each.answer.text);
    await assertStored(noisy.client, asked);
  });

  it('F08 4.13 every place taken: refused in the words of unknown_error with Retry-After; results and callbacks go on', async () => {
    const [one, two, third] = await Promise.all([newClient(), newClient(), newClient()]);
    const paid = quick({ phone: uniquePhone(), callbackUrl: receiver.url });
    assert.equal((await third.client.operation(paid)).json.code, 2000);
    const { json: errors } = await third.client.get('/api-services/errors', { Secretkey: third.client.apiKey });
    const asked = await whileBusy([one.client, two.client], async () => {
      const refused = await ask(third.client, quick());
      const { answer } = refused;
      assert.deepEqual([answer.status, answer.json.code, answer.json.error, answer.json.data], [200, 5000, true, {}], answer.text);
      assert.equal(answer.json.msg, errors.services[0].message, 'unknown_error');
      assert.equal(answer.headers['retry-after'], '1');
      assert.ok(answer.elapsedMs < refusedWithinMs, `${answer.elapsedMs} ms`);
      const reading = await lookUp(third.client, String(paid['externalTransactionId']));
      assert.equal(reading.json.code, 5000, 'readings give way first');
      for (const path of readings) {
        const { json, headers } = await third.client.get(path, { Secretkey: third.client.apiKey });
        assert.deepEqual([json.code, json.error, headers['retry-after']], [5000, true, '1'], path);
      }
      const refund = await third.client.post('/api-services/transaction/refund-cancel', {
        apiKey: third.client.apiKey,
        transactionId: '1',
      });
      assert.deepEqual([refund.json.code, refund.json.statutTreatment], [5000, 'FAILLED']);
      const callback = await receiver.waitFor(String(paid['externalTransactionId']));
      assert.equal(callback.json.status, 'SUCCESS');
    });
    assert.equal(asked.filter(isTaken).length, changesMax);
    assert.ok((await shed('in_flight')) > 0);
    const again = await Promise.all(Array.from({ length: 8 }, () => ask(third.client, quick())));
    assert.equal(again.filter(isTaken).length, 8, 'back to normal');
  });

  it('F08 S04 keys that nobody has are asked for in few places: the rest is refused with Retry-After, and then all is as before', async () => {
    const { client } = await newClient();
    const rows = openStoredRows(installation);
    const release = await rows.hold('api_key');
    const before = await shed('in_flight');
    const get = (apiKey: string) => client.get('/api-services/balance', { Secretkey: apiKey });
    const isOut: Promise<Answer>[] = [];
    try {
      for (let count = 0; count < 12; count++) isOut.push(get(unknownKey()));
      await until('all but some are refused', async () => (await shed('in_flight')) - before === 12 - unknownPlaces);
      assert.equal(await figure('jokko_requests_in_flight'), unknownPlaces);
      const operation = await client.post('/api-services/operation', { ...quick(), apiKey: unknownKey() });
      assert.deepEqual([operation.json.code, operation.json.error, operation.headers['retry-after']], [5000, true, '1']);
    } finally {
      await release();
      await rows.close();
    }
    const codes = (await Promise.all(isOut)).map(({ json }) => json.code as number).sort();
    assert.deepEqual(codes, [...Array<number>(unknownPlaces).fill(4001), ...Array<number>(12 - unknownPlaces).fill(5000)]);
    assert.equal((await get(client.apiKey)).json.code, 2000);
    assert.equal(await figure('jokko_requests_in_flight'), 0);
  });

  it('F08 account set --rate-limit: the calls of a second at once, then 4029 with Retry-After; off takes it away', async () => {
    const { client, accountId } = await newClient();
    const set = (rate: string): Promise<{ rateLimit: number | null }> =>
      installation.cli(['account', 'set', String(accountId), '--rate-limit', rate]);
    assert.equal((await set('2/s')).rateLimit, 2);
    const burst = (): Promise<Asked[]> => Promise.all(Array.from({ length: 8 }, () => ask(client, quick())));
    // Refusals of one burst: between two, time passes and gives tokens.
    const asked = await until('the rate is known', async () => {
      const answers = await burst();
      return answers.every(isTaken) ? undefined : answers;
    });
    const refused = asked.filter((each) => !isTaken(each));
    assert.ok(refused.length < asked.length, 'a burst is let in');
    for (const { answer } of refused) assert.deepEqual([answer.json.code, answer.headers['retry-after']], [4029, '1'], answer.text);
    await assertStored(client, asked);
    const reads = () => Promise.all(Array.from({ length: 8 }, () => client.get('/api-services/balance', { Secretkey: client.apiKey })));
    await until('readings have the same rate', async () => (await reads()).some(({ json }) => json.code === 4029));
    assert.equal((await set('off')).rateLimit, 0);
    await until('the rate is off', async () => (await burst()).every(isTaken));
    assert.equal((await set('default')).rateLimit, null);
    for (const wrong of ['50', '0/s', 'x', '1.5/s']) {
      const { code, stderr } = await installation.runCli(['account', 'set', String(accountId), '--rate-limit', wrong]);
      assert.deepEqual([code, stderr.includes('calls a second')], [2, true], wrong);
    }
  });
});
