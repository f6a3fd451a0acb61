// F08: checks how a node behaves under more load than it can handle (reliability 4.13). Uses its
// own installation with little capacity.

import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  undisturbed,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Answer, Client, Installation, Receiver } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import { lookUp } from './harness/payment.ts';

/** Changes may take 80 % of them, and one account half of those when another wants some. */
const places = 20;
const readings = [
  '/api-services/balance',
  '/api-services/services',
  '/api-services/errors',
  '/events',
];
const changesMax = 16;
const accountShare = 8;
const accountPlaces = 12;
/** A quarter is for callers whose key must be looked up. */
const unknownPlaces = 5;
/** A request that waits for the provider's word takes 4 s; a refused one comes long before. */
const refusedWithinMs = 2_000;
/**
 * On a machine that stands still, places are free again before all have asked: that round proves
 * nothing.
 */
const roundsMax = 10;
/**
 * So many more ask than there are places for: no more, as all must have asked before the first
 * leaves.
 */
const refusedMin = 6;
/** So long the places are held for certain. */
const heldMs = 3_500;

let installation: Installation;
let receiver: Receiver;
before(async () => {
  installation = await startInstallation({
    env: {
      JOKKO_IN_FLIGHT: String(places),
      JOKKO_ACCOUNT_IN_FLIGHT: String(accountPlaces),
      SIM_DELAY_MS: '0',
    },
  });
  receiver = await startReceiver();
});
after(async () => {
  await receiver.close();
  await installation.stop();
});

async function newClient(): Promise<{ client: Client; accountId: number }> {
  const { apiKey, accountId } = await createAccount(installation);
  return { client: createClient(installation.baseUrl, apiKey, 'answer'), accountId };
}

/**
 * The provider of these never answers the submit, and their link is waited for up to 4 s: so long
 * each takes a place.
 */
const slow = (): Record<string, unknown> =>
  payOut({ codeService: 'OPC_SN_API_CASH_OUT', phone: '770008003' });
const quick = (members = {}): Record<string, unknown> =>
  payOut({ phone: uniquePhone('8007'), ...members });

/** A key that nobody has, with the right check digits. */
function unknownKey(): string {
  const body = `jk_test_1_${Array.from({ length: 43 }, () => randomInt(0, 10)).join('')}`;
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let check = '';
  for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / digits.length))
    check = digits[rest % digits.length]! + check;
  return `${body}_${check.padStart(6, '0')}`;
}

interface Asked {
  body: Record<string, unknown>;
  answer: Answer;
}
const ask = async (client: Client, body: Record<string, unknown>): Promise<Asked> => ({
  body,
  answer: await client.operation(body),
});
const isTaken = ({ answer }: Asked): boolean => answer.json.code === 2000;
const untilFree = (): Promise<unknown> =>
  until('the places are free', async () => (await metric('jokko_requests_in_flight')) === 0);
/** A node that works off what it was given may refuse this once. */
const untilTaken = (client: Client, body: Record<string, unknown>): Promise<Answer> =>
  until('it is taken', async () => {
    const answer = await client.operation(body);
    return answer.json.code === 2000 && answer;
  });

/**
 * Every place that `clients` can have is taken when `work` begins, and for nearly 4 s from the
 * first request; afterwards all are free again.
 */
async function whileBusy<Found>(
  clients: readonly Client[],
  work: () => Promise<Found>,
): Promise<{ asked: Asked[]; found: Found; tookMs: number }> {
  // All are known to want places before one of them has many.
  await Promise.all(clients.map((client) => untilTaken(client, quick())));
  const startedAt = performance.now();
  const asking = clients.flatMap((client) =>
    Array.from({ length: accountShare + refusedMin }, () => ask(client, slow())),
  );
  let isOver = false;
  const answers = Promise.all(asking).finally(() => (isOver = true));
  await until(
    'the places are taken',
    async () => isOver || (await metric('jokko_requests_in_flight')) >= changesMax,
  );
  const found = await work();
  const tookMs = performance.now() - startedAt;
  const asked = await answers;
  await untilFree();
  return { asked, found, tookMs };
}

async function metric(name: string): Promise<number> {
  const { text } = await sendRequest(`${installation.baseUrl}/metrics`);
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(line.lastIndexOf(' ') + 1));
}

const shed = (reason: string): Promise<number> =>
  metric(`jokko_requests_shed_total{reason="${reason}"}`);

/** Refused ones are as if they had never been sent; taken ones are there. */
async function assertStored(client: Client, asked: readonly Asked[]): Promise<void> {
  const patient: Client = { ...client, whenBusy: 'repeat' };
  for (const each of asked) {
    const { json } = await lookUp(patient, String(each.body['externalTransactionId']));
    assert.equal(json.code, isTaken(each) ? 2000 : 4004, each.answer.text);
  }
}

/** Asks with twelve keys that nobody has while no key can be looked up. */
async function whileKeysAreHeld(client: Client, get: (apiKey: string) => Promise<Answer>) {
  await untilFree();
  const rows = openStoredRows(installation);
  const release = await rows.hold('api_key');
  const before = await shed('in_flight');
  const asked: Promise<Answer>[] = [];
  let inFlight: number;
  let operation: Answer;
  try {
    for (let count = 0; count < 12; count++) asked.push(get(unknownKey()));
    let isOver = false;
    void Promise.allSettled(asked).then(() => (isOver = true));
    await until(
      'all but some are refused',
      async () => isOver || (await shed('in_flight')) - before >= 12 - unknownPlaces,
    );
    inFlight = await metric('jokko_requests_in_flight');
    operation = await client.post('/api-services/operation', { ...quick(), apiKey: unknownKey() });
  } finally {
    await release();
    await rows.close();
  }
  const codes = (await Promise.all(asked)).map(({ json }) => json.code as number).sort();
  return { codes, inFlight, operation };
}

describe('overload', () => {
  it('F08 H3 too many requests of one account at once: 4029 with Retry-After, at once, nothing of them is stored, and then all is as before', async () => {
    const { client } = await newClient();
    const flood = async (): Promise<Asked[]> => {
      await untilFree();
      return Promise.all(
        Array.from({ length: accountPlaces + refusedMin }, () => ask(client, slow())),
      );
    };
    const isQuick = ({ answer }: Asked): boolean => answer.elapsedMs < refusedWithinMs;
    const asked = await undisturbed(
      flood,
      (each) =>
        each.filter(isTaken).length === accountPlaces &&
        each.every((one) => isTaken(one) || isQuick(one)),
      roundsMax,
    );
    const refused = asked.filter((each) => !isTaken(each));
    assert.equal(asked.length - refused.length, accountPlaces);
    for (const { answer } of refused) {
      assert.deepEqual(
        [answer.status, answer.json.code, answer.json.error, answer.json.data],
        [200, 4029, true, {}],
      );
      assert.equal(answer.headers['retry-after'], '1');
      assert.ok(answer.elapsedMs < refusedWithinMs, `${answer.elapsedMs} ms`);
    }
    await assertStored(client, asked);
    // The refused id is free.
    const { externalTransactionId } = refused[0]!.body;
    await untilTaken(client, { ...quick(), externalTransactionId });
  });

  it('F08 a noisy account takes no more than half of the places while another wants some, and the other is served', async () => {
    const [noisy, other] = await Promise.all([newClient(), newClient()]);
    const flood = async (): Promise<{ asked: Asked[]; served: Asked[] }> => {
      await untilFree();
      await untilTaken(other.client, quick());
      const asking = Array.from({ length: accountPlaces + refusedMin }, () =>
        ask(noisy.client, slow()),
      );
      const served: Asked[] = [];
      for (let round = 0; round < 5; round++)
        served.push(
          ...(await Promise.all(Array.from({ length: 4 }, () => ask(other.client, quick())))),
        );
      return { asked: await Promise.all(asking), served };
    };
    const { asked, served } = await undisturbed(
      flood,
      (each) => each.served.every(isTaken) && each.asked.filter(isTaken).length === accountShare,
      roundsMax,
    );
    assert.equal(served.filter(isTaken).length, served.length, 'the other is served throughout');
    assert.equal(asked.filter(isTaken).length, accountShare);
    for (const each of asked)
      if (!isTaken(each)) assert.equal(each.answer.json.code, 4029, each.answer.text);
    await assertStored(noisy.client, asked);
  });

  it('F08 4.13 every place taken: refused in the words of unknown_error with Retry-After; results and callbacks go on', async () => {
    const [one, two, third] = await Promise.all([newClient(), newClient(), newClient()]);
    const { client } = third;
    const secret = { Secretkey: client.apiKey };
    const { json: errors } = await createClient(client.baseUrl, client.apiKey).get(
      '/api-services/errors',
      secret,
    );
    const round = async () => {
      const paid = quick({ phone: uniquePhone(), callbackUrl: receiver.url });
      const id = String(paid['externalTransactionId']);
      await untilTaken(client, paid);
      return whileBusy([one.client, two.client], async () => {
        const refund = { apiKey: client.apiKey, transactionId: '1' };
        const [{ answer }, reading, refunded, ...answers] = await Promise.all([
          ask(client, quick()),
          lookUp(client, id),
          client.post('/api-services/transaction/refund-cancel', refund),
          ...readings.map((path) => client.get(path, secret)),
        ]);
        const callback = await receiver.waitFor(id, { timeoutMs: 120_000 });
        return { answer, reading, refunded, answers, callback };
      });
    };
    const { asked, found } = await undisturbed(
      round,
      (each) => each.tookMs < heldMs && each.asked.filter(isTaken).length === changesMax,
      roundsMax,
    );
    const { answer } = found;
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.error, answer.json.data],
      [200, 5000, true, {}],
      answer.text,
    );
    assert.equal(answer.json.msg, errors.services[0].message, 'unknown_error');
    assert.equal(answer.headers['retry-after'], '1');
    assert.ok(answer.elapsedMs < refusedWithinMs, `${answer.elapsedMs} ms`);
    assert.equal(found.reading.json.code, 5000, 'readings give way first');
    found.answers.forEach(({ json, headers }, index) =>
      assert.deepEqual(
        [json.code, json.error, headers['retry-after']],
        [5000, true, '1'],
        readings[index],
      ),
    );
    const { code, statutTreatment } = found.refunded.json;
    assert.deepEqual([code, statutTreatment], [5000, 'FAILLED']);
    assert.equal(found.callback.json.status, 'SUCCESS');
    assert.equal(asked.filter(isTaken).length, changesMax);
    assert.ok((await shed('in_flight')) > 0);
    await until('all is back to normal', async () =>
      (await Promise.all(Array.from({ length: 8 }, () => ask(client, quick())))).every(isTaken),
    );
  });

  it('F08 S04 keys that nobody has are asked for in few places: the rest is refused with Retry-After, and then all is as before', async () => {
    const { client } = await newClient();
    const get = (apiKey: string) => client.get('/api-services/balance', { Secretkey: apiKey });
    const expected = [
      ...Array<number>(unknownPlaces).fill(4001),
      ...Array<number>(12 - unknownPlaces).fill(5000),
    ];
    // Who looks up a key does not wait for long: a machine that stands still meanwhile answers all
    // of them 5000.
    const { codes, inFlight, operation } = await undisturbed(
      () => whileKeysAreHeld(client, get),
      (each) => each.inFlight === unknownPlaces && each.codes.join() === expected.join(),
      roundsMax,
    );
    assert.equal(inFlight, unknownPlaces);
    assert.deepEqual(
      [operation.json.code, operation.json.error, operation.headers['retry-after']],
      [5000, true, '1'],
    );
    assert.deepEqual(codes, expected);
    await until('all is as before', async () => (await get(client.apiKey)).json.code === 2000);
    await untilFree();
  });

  it('F08 account set --rate-limit: the calls of a second at once, then 4029 with Retry-After; off takes it away', async () => {
    const { client, accountId } = await newClient();
    const set = (rate: string): Promise<{ rateLimit: number | null }> =>
      installation.cli(['account', 'set', String(accountId), '--rate-limit', rate]);
    assert.equal((await set('2/s')).rateLimit, 2);
    const burst = (): Promise<Asked[]> =>
      Promise.all(Array.from({ length: 8 }, () => ask(client, quick())));
    // Refusals of one burst: between two, time passes and gives tokens.
    const asked = await until('the rate is known', async () => {
      const answers = await burst();
      const refused = answers.filter((each) => !isTaken(each));
      // Not by a node that is slow just now.
      const isByRate =
        refused.length > 0 && refused.every(({ answer }) => answer.json.code === 4029);
      return isByRate && refused.length < answers.length ? answers : undefined;
    });
    const refused = asked.filter((each) => !isTaken(each));
    assert.ok(refused.length < asked.length, 'a burst is let in');
    for (const { answer } of refused)
      assert.deepEqual([answer.json.code, answer.headers['retry-after']], [4029, '1'], answer.text);
    await assertStored(client, asked);
    const reads = () =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          client.get('/api-services/balance', { Secretkey: client.apiKey }),
        ),
      );
    await until('readings have the same rate', async () =>
      (await reads()).some(({ json }) => json.code === 4029),
    );
    assert.equal((await set('off')).rateLimit, 0);
    await until('the rate is off', async () => (await burst()).every(isTaken));
    assert.equal((await set('default')).rateLimit, null);
    for (const wrong of ['50', '0/s', 'x', '1.5/s']) {
      const { code, stderr } = await installation.runCli([
        'account',
        'set',
        String(accountId),
        '--rate-limit',
        wrong,
      ]);
      assert.deepEqual([code, stderr.includes('requests per second')], [2, true], wrong);
    }
  });
});
