// C4 in real time: proves that a receiver that hangs, drips, floods or is gone does not delay the
// others (timeout, bounded reading, destination queues). Uses its own installation because its
// senders are deliberately kept busy.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  startInstallation,
  startReceiver,
  undisturbed,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, Installation, Receiver } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { watchLateness, type Lateness } from './harness/lateness.ts';

const timeoutMs = 15_000;
/** How late a busy machine may notice that the time is up. */
const lateMaxMs = 60_000;
/** Far below the time-out, far above what a healthy callback needs on a busy machine. */
const undelayedMs = 10_000;
const backlog = 100;
/** An account may have 512 initiations under way at once; the tests run side by side. */
const sentTogether = 25;

interface RecordedAttempt {
  http_status: number | null;
  error_class: string | null;
  duration_ms: number;
}

const servers: Server[] = [];

/** Answers as `behave` does; counts requests and tells how long each connection lasted. */
async function startServer(behave: (response: ServerResponse, request: IncomingMessage) => void) {
  const lastedMs: number[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const startedAt = performance.now();
    response.on('close', () => lastedMs.push(performance.now() - startedAt));
    response.on('error', () => {});
    request.resume();
    behave(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    requests: () => requests,
    lastedMs,
  };
}

describe('C4 destination queues', { concurrency: true }, () => {
  let installation: Installation;
  let client: Client;
  let receiver: Receiver;
  let rows: StoredRows;
  let lateness: Lateness;

  before(async () => {
    lateness = watchLateness();
    installation = await startInstallation();
    const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
    receiver = await startReceiver();
    rows = openStoredRows(installation);
  });
  after(async () => {
    lateness.stop();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    await rows.close();
    await receiver.close();
    await installation.stop();
  });

  /** A payment that fails in its answer, so that its callback is due at once. */
  async function pay(
    callbackUrl: string,
  ): Promise<{ id: string; transactionId: string; arrivedAt: number }> {
    const id = uniqueId('lane');
    const phone = uniquePhone('7028');
    const { json, arrivedAt } = await client.operation({
      phone,
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: id,
      callbackUrl,
    });
    assert.equal(json.code, 4000, JSON.stringify(json));
    return { id, transactionId: json.data.transactionId, arrivedAt };
  }
  async function payBacklog(callbackUrl: string): Promise<{ transactionId: string }[]> {
    const paid: { transactionId: string }[] = [];
    while (paid.length < backlog)
      paid.push(
        ...(await Promise.all(Array.from({ length: sentTogether }, () => pay(callbackUrl)))),
      );
    return paid;
  }
  async function assertUndelayed(url: string, waitFor: Receiver['waitFor']): Promise<void> {
    const measure = async (): Promise<number> => {
      const { id, arrivedAt } = await pay(url);
      return (await waitFor(id)).arrivedAt - arrivedAt;
    };
    const delayMs = await undisturbed(measure, (measured) => measured < undelayedMs, 3);
    assert.ok(delayMs < undelayedMs, `delivered ${Math.round(delayMs)} ms after the answer`);
  }
  function firstAttempt(transactionId: string): Promise<RecordedAttempt> {
    return until(
      `the attempt for ${transactionId} is recorded`,
      async () =>
        (
          await rows.read<RecordedAttempt>(
            'select http_status, error_class, duration_ms from callback_attempt where operation_id = $1',
            [transactionId],
          )
        )[0],
      { timeoutMs: 2 * timeoutMs + lateMaxMs },
    );
  }

  it('C4 a receiver that never answers is given up after 15 s in total', async () => {
    const hanging = await startServer(() => {});
    const { transactionId } = await pay(hanging.url);
    const attempt = await firstAttempt(transactionId);
    assert.deepEqual([attempt.http_status, attempt.error_class], [null, 'timeout']);
    assert.ok(
      attempt.duration_ms >= timeoutMs - 100 && attempt.duration_ms < timeoutMs + lateMaxMs,
      `${attempt.duration_ms} ms`,
    );
    assert.equal(hanging.requests(), 1);
    assert.ok(
      hanging.lastedMs[0]! > timeoutMs - 2_500 - lateness.mostMs() &&
        hanging.lastedMs[0]! < timeoutMs + lateMaxMs,
      `the connection was closed after ${hanging.lastedMs[0]} ms`,
    );
  });

  it('C4 an answer that drips does not stretch the 15 s: head at once, body for ever', async () => {
    const dripping = await startServer((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 1_000);
      response.on('close', () => clearInterval(timer));
    });
    const { transactionId } = await pay(dripping.url);
    const attempt = await firstAttempt(transactionId);
    assert.equal(attempt.error_class, 'timeout');
    assert.ok(
      attempt.duration_ms >= timeoutMs - 100 && attempt.duration_ms < timeoutMs + lateMaxMs,
      `${attempt.duration_ms} ms`,
    );
  });

  it('C4 at most 16 KiB of an answer are read: an endless body does not hold the sender, HTTP 200 counts', async () => {
    const flooding = await startServer((response) => {
      response.writeHead(200);
      const chunk = 'x'.repeat(4_096);
      const timer = setInterval(() => response.write(chunk), 20);
      response.on('close', () => clearInterval(timer));
    });
    const attempt = await undisturbed(
      async () => firstAttempt((await pay(flooding.url)).transactionId),
      ({ duration_ms }) => duration_ms < undelayedMs,
      3,
    );
    assert.deepEqual([attempt.http_status, attempt.error_class], [200, null]);
    assert.ok(attempt.duration_ms < undelayedMs, `${attempt.duration_ms} ms`);
    await until('the connection is closed', () => flooding.lastedMs.length === flooding.requests());
  });

  it('C4 an answer of many small writes below 16 KiB is success', async () => {
    const chatty = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      for (let part = 0; part < 15; part++) response.write('y'.repeat(1_024));
      response.end();
    });
    const { transactionId } = await pay(chatty.url);
    assert.equal((await firstAttempt(transactionId)).error_class, null);
  });

  it('C4 a receiver that is gone does not delay another one', async () => {
    const gone = await startReceiver();
    await gone.close();
    const failing = await payBacklog(gone.url);
    await assertUndelayed(receiver.url, receiver.waitFor);
    const attempts = await Promise.all(
      failing.slice(0, 10).map(({ transactionId }) => firstAttempt(transactionId)),
    );
    for (const { error_class } of attempts) assert.equal(error_class, 'connection_refused');
    await assertUndelayed(receiver.url, receiver.waitFor);
  });

  it("C4 a hanging receiver's destination queue does not delay other destination queues, at the start, in the middle and at the end of its time-outs", async () => {
    const hanging = await startServer(() => {});
    await payBacklog(hanging.url);
    await until('the lane hangs', () => hanging.requests() > 0);
    for (const pauseMs of [0, 3_000, 7_000, 6_000]) {
      await sleep(pauseMs);
      await assertUndelayed(receiver.url, receiver.waitFor);
    }
  });

  it('C4 a destination queue is (account, scheme, host, port): the same host on another port is another destination queue', async (t) => {
    const hanging = await startServer(() => {});
    const neighbour = await startReceiver();
    t.after(() => neighbour.close());
    await payBacklog(hanging.url);
    await assertUndelayed(neighbour.url, neighbour.waitFor);
  });

  it("C4 one account's slow destination queue does not delay another account's callbacks to the same address", async () => {
    const other = createClient(installation.baseUrl, installation.apiKey);
    const seen: string[] = [];
    const both = await startServer((response, request) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { externalTransactionId } = JSON.parse(Buffer.concat(chunks).toString()).transaction;
        seen.push(externalTransactionId);
        if (externalTransactionId.startsWith('other')) response.end('OK');
      });
    });
    await payBacklog(both.url);
    const measure = async (): Promise<number> => {
      const id = uniqueId('other');
      const common = { phone: uniquePhone('7028'), amount: 100, codeService: 'OPA_SN_API_CASH_IN' };
      const { arrivedAt } = await other.operation({
        ...common,
        externalTransactionId: id,
        callbackUrl: both.url,
      });
      await until("the other account's callback arrives", () => seen.includes(id));
      return performance.now() - arrivedAt;
    };
    const delayMs = await undisturbed(measure, (measured) => measured < undelayedMs, 3);
    assert.ok(delayMs < undelayedMs, `delivered ${Math.round(delayMs)} ms after the answer`);
  });
});
