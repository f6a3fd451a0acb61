// A node with several threads: whichever of them ends under load, no payment is lost or made twice,
// and every callback arrives. What threads share is the same from all of them.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  uniquePhone,
  until,
  type Client,
  type Installation,
  type Receiver,
} from './harness/index.ts';
import { executionsOf } from './harness/payment.ts';

const orders = 120;
const callers = 12;
const kills = 3;
/** Threads start slowly on a machine that has much else to do. */
const answeredWithinMs = 120_000;
let giveUpAt = Number.POSITIVE_INFINITY;

let installation: Installation;
let receiver: Receiver;
let client: Client;
before(async () => {
  const preload = new URL('harness/end-threads.mjs', import.meta.url).href;
  installation = await startInstallation({
    env: {
      JOKKO_THREADS: '3',
      NODE_OPTIONS: `--import=${preload}`,
      SIM_DELAY_MS: '100',
      JOKKO_ACCOUNT_RATE: '0',
    },
  });
  receiver = await startReceiver();
  const { apiKey } = await createAccount(installation);
  client = createClient(installation.baseUrl, apiKey);
});
after(async () => {
  await receiver.close();
  await installation.stop();
});

const threadsEnded = (): number =>
  installation.logs().match(/a thread ended and is replaced/g)?.length ?? 0;

/** As a merchant who gets no answer: the same order again. */
async function orderUntilAnswered(body: Record<string, unknown>): Promise<void> {
  for (;;) {
    const answer = await client.operation(body).catch(() => null);
    assert.ok(performance.now() < giveUpAt, 'orders are answered again');
    if (answer !== null) return assert.equal(answer.json.code, 2000, answer.text);
    await sleep(50);
  }
}

test('threads that end under load lose nothing and double nothing', async () => {
  const before = await client.balance();
  giveUpAt = performance.now() + answeredWithinMs;
  const bodies = Array.from({ length: orders }, () =>
    payOut({ phone: uniquePhone(), amount: 100, callbackUrl: receiver.url }),
  );
  const waiting = [...bodies];
  const work = async (): Promise<void> => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop())
      await orderUntilAnswered(body);
  };
  const ending = async (): Promise<void> => {
    for (let count = 1; count <= kills; count++) {
      const reached = (orders / (kills + 1)) * (kills + 1 - count);
      await until(`${reached} orders are left`, () => waiting.length <= reached, {
        timeoutMs: answeredWithinMs,
      });
      writeFileSync(join(installation.dataDir, `end-thread-${count}`), '');
    }
  };
  await Promise.all([ending(), ...Array.from({ length: callers }, work)]);
  for (const { externalTransactionId } of bodies)
    await receiver.waitFor(String(externalTransactionId), { timeoutMs: answeredWithinMs });
  await until('all threads have been replaced', () => threadsEnded() >= kills, {
    timeoutMs: answeredWithinMs,
  });
  assert.equal(await client.balance(), before - orders * 100);
  for (const { phone, externalTransactionId } of bodies) {
    assert.equal(await executionsOf(installation.simulatorUrl, String(phone)), 1);
    // One whose answer was lost with its thread comes again, and says the same.
    const told = receiver.requestsFor(String(externalTransactionId)).map(({ text }) => text);
    assert.equal(new Set(told).size, 1);
  }
  await installation.cli(['doctor']);
});

test('what an edge does not answer is handed on with its caller', async () => {
  const page = await sendRequest(`${installation.baseUrl}/docs`);
  assert.equal(page.status, 200);
  const readMetrics = async (): Promise<string> => {
    const metrics = await sendRequest(`${installation.baseUrl}/metrics`);
    assert.equal(metrics.status, 200, 'the caller is this machine');
    return metrics.text;
  };
  // One that has just replaced another has yet to tell something.
  for (const thread of ['0', '1', '2']) {
    const busy = new RegExp(`^jokko_thread_busy_seconds_total\\{thread="${thread}"\\} (.+)$`, 'm');
    await until(
      `thread ${thread} tells its work`,
      async () => Number(busy.exec(await readMetrics())?.[1]) > 0,
    );
  }
  await until('the threads that the test before has ended are counted', async () => {
    const replaced = /jokko_threads_replaced_total (\d+)/.exec(await readMetrics())?.[1];
    return Number(replaced) >= kills;
  });
  const forged = await sendRequest(`${installation.baseUrl}/metrics`, {
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-jokko-caller': '203.0.113.9' },
  });
  assert.equal(forged.status, 404, 'one who forwards for others is not this machine');
  const claimed = await sendRequest(`${installation.baseUrl}/metrics`, {
    headers: { 'x-jokko-caller': '203.0.113.9', 'x-jokko-tls': '1' },
  });
  assert.equal(claimed.status, 200, 'a caller cannot say who it is');
  assert.equal(claimed.headers['strict-transport-security'], undefined);
});

test('a rate holds over all threads', async () => {
  const { apiKey, accountId } = await createAccount(installation);
  await installation.cli(['account', 'set', String(accountId), '--rate-limit', '5/s']);
  const limited = createClient(installation.baseUrl, apiKey, 'tellAccount');
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      limited.operation(payOut({ phone: uniquePhone(), amount: 100 })),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const done = answers.filter(({ json }) => json.code === 2000).length;
  const most = 5 + 5 * seconds;
  assert.ok(done >= 5 && done <= most, `${done} of 30 in ${seconds.toFixed(1)} s`);
  if (most < 30) assert.ok(answers.some(({ json }) => json.code === 4029));
});
