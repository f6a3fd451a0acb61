// Checks the retries of a callback that is not answered with HTTP 200: the schedule of rule C4,
// and the parts of C1 and C2 that depend on it (frozen bytes, a key rotated in between). K23. Uses
// its own installation with a moved clock.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  hostInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type {
  Account,
  Client,
  HostedInstallation,
  Receiver,
  ReceiverAnswer,
} from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import { attemptsOf, untilAttempted } from './harness/delivery.ts';

/** Past the retry time with its spread: 60 s ± 5 s. */
const pastRetrySeconds = 66;
const hourSeconds = 3_600;
/**
 * Four at a time and 15 s each: what waited behind them would come later than anything here waits
 * for.
 */
const backlog = 40;

interface StoredCallback {
  state: string;
  attempts: number;
  /** From the end of the newest attempt to the next one, in seconds. */
  next_in: number | null;
}

describe('C4 retries', () => {
  let installation: HostedInstallation;
  let account: Account;
  let client: Client;
  let receiver: Receiver;
  let rows: StoredRows;
  /** A delivered callback that shows when due ones are looked for. */
  let swept: { id: string; transactionId: string; receiver: Receiver };

  before(async () => {
    installation = await hostInstallation();
    account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
    receiver = await startReceiver();
    rows = openStoredRows(installation);
    const asked = await startReceiver();
    swept = { ...(await pay(asked.url)), receiver: asked };
    await untilAttempts(swept.transactionId, 1);
  });
  after(async () => {
    await rows?.close();
    await swept?.receiver?.close();
    await receiver?.close();
    await installation?.stop();
  });

  /** Closed when the test ends, however it ends. */
  async function extraReceiver(t: TestContext): Promise<Receiver> {
    const extra = await startReceiver();
    t.after(() => extra.close());
    return extra;
  }
  /** A payment that fails in its answer, so that its callback is due at once. */
  async function pay(
    callbackUrl: string,
    members: Record<string, unknown> = {},
    by = client,
  ): Promise<{ id: string; transactionId: string }> {
    const id = uniqueId('retry');
    const common = {
      phone: uniquePhone('7028'),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: id,
      callbackUrl,
    };
    const { json } = await by.operation({ ...common, ...members });
    return { id: json.data.externalTransactionId, transactionId: json.data.transactionId };
  }
  async function storedCallback(transactionId: string): Promise<StoredCallback> {
    const sql = `select state, attempts, extract(epoch from c.next_attempt_at - a.started_at -
      a.duration_ms * interval '1 ms')::float as next_in
      from callback c left join callback_attempt a on a.account_id = c.account_id
        and a.operation_id = c.operation_id and a.number = c.attempts
      where c.operation_id = $1`;
    return (await rows.read<StoredCallback>(sql, [transactionId]))[0]!;
  }
  async function secondsToNext(transactionId: string): Promise<number> {
    const sql = `select extract(epoch from next_attempt_at - jokko_now())::float as left_s
      from callback where operation_id = $1`;
    return (await rows.read<{ left_s: number }>(sql, [transactionId]))[0]!.left_s;
  }
  /**
   * From the end of the first attempt to the beginning of the second, by the clock that is moved.
   */
  async function secondsBetween(transactionId: string): Promise<number> {
    const sql = `select extract(epoch from b.started_at - a.started_at - a.duration_ms
      * interval '1 ms')::float as between_s
      from callback_attempt a join callback_attempt b using (account_id, operation_id)
        where a.operation_id = $1 and a.number = 1 and b.number = 2`;
    return (await rows.read<{ between_s: number }>(sql, [transactionId]))[0]!.between_s;
  }
  const untilAttempts = (transactionId: string, count: number): Promise<unknown> =>
    untilAttempted(rows, transactionId, count);
  async function retriesOf(paid: { transactionId: string }[]): Promise<number> {
    const all = await Promise.all(paid.map((each) => attemptsOf(rows, each.transactionId)));
    return all.flat().length - paid.length;
  }
  /**
   * Resolves when due callbacks have been looked for once more: one that is sent again by hand is
   * found by that.
   */
  async function untilSwept(): Promise<void> {
    const sent = swept.receiver.requestsFor(swept.id).length;
    await installation.cli(['callback', 'replay', swept.transactionId]);
    await swept.receiver.waitFor(swept.id, { count: sent + 1 });
    await untilAttempts(swept.transactionId, sent + 1);
  }

  it('C4 C1 K23 everything but HTTP 200 is a failure, retried after 60 s ± 5 with the same bytes; redirects are not followed', async (t) => {
    const target = await extraReceiver(t);
    const failures: Record<string, ReceiverAnswer> = {
      '/201': { status: 201 },
      '/204': { status: 204, body: '' },
      '/301': { status: 301, headers: { location: target.url } },
      '/307': { status: 307, headers: { location: target.url } },
      '/401': { status: 401 },
      '/404': { status: 404 },
      '/500': { status: 500 },
      '/cut': { destroy: true },
    };
    // Each on a connection of its own: on a kept one, its end would be no answer.
    const first = (path: string): ReceiverAnswer => ({
      ...failures[path],
      headers: { connection: 'close', ...failures[path]!.headers },
    });
    receiver.answerWith(({ path }, count) => (count === 1 ? first(path) : {}));
    const base = new URL(receiver.url).origin;
    const paths = Object.keys(failures);
    const paid = await Promise.all(
      paths.map((path) => pay(base + path, { data: { kept: [1.5, 'é'] } })),
    );
    for (const { id, transactionId } of paid) {
      await receiver.waitFor(id);
      await untilAttempts(transactionId, 1);
      const { state, next_in } = await storedCallback(transactionId);
      assert.equal(state, 'due');
      // Counted from when the attempt was recorded, which is between its end and now.
      const leftS = await secondsToNext(transactionId);
      assert.ok(
        next_in! >= 54.9 && leftS <= 65.1,
        `the next attempt follows ${next_in} s after the first, in ${leftS} s`,
      );
    }
    await installation.cli([
      'account',
      'set',
      String(account.accountId),
      '--mirror-fields',
      'on',
      '--language',
      'en',
    ]);
    await advanceClock(installation, 35);
    await untilSwept();
    await advanceClock(installation, pastRetrySeconds - 35);
    for (const { id, transactionId } of paid) {
      const second = await receiver.waitFor(id, { count: 2 });
      const [first] = receiver.requestsFor(id);
      assert.ok(first!.bytes.equals(second.bytes), 'the same bytes');
      assert.equal(second.method, 'POST');
      await untilAttempts(transactionId, 2);
      assert.ok((await secondsBetween(transactionId)) >= 54.9, 'not before 55 s');
      assert.deepEqual(await storedCallback(transactionId), {
        state: 'delivered',
        attempts: 2,
        next_in: null,
      });
    }
    await installation.cli([
      'account',
      'set',
      String(account.accountId),
      '--mirror-fields',
      'off',
      '--language',
      'fr',
    ]);
    await advanceClock(installation, 2 * pastRetrySeconds);
    await untilSwept();
    for (const { id } of paid)
      assert.equal(receiver.requestsFor(id).length, 2, 'delivered once, then never again');
    assert.equal(target.requests.length, 0, 'redirects are not followed');
  });

  it('C4 every attempt is recorded, with what was answered', async (t) => {
    const answering = await extraReceiver(t);
    const answers: ReceiverAnswer[] = [
      { status: 500 },
      // On a kept connection, its end would be no answer of the receiver's: the attempt would go on
      // with a new one.
      { status: 302, headers: { location: '/', connection: 'close' } },
      { destroy: true },
      { status: 201 },
      {},
    ];
    answering.answerWith((_, count) => answers[count - 1]!);
    const { id, transactionId } = await pay(answering.url);
    for (let count = 1; count < answers.length; count++) {
      await answering.waitFor(id, { count });
      await untilAttempts(transactionId, count);
      await advanceClock(installation, pastRetrySeconds);
    }
    await answering.waitFor(id, { count: answers.length });
    await untilAttempts(transactionId, answers.length);
    const attempts = await attemptsOf(rows, transactionId);
    assert.deepEqual(
      attempts.map(({ number, http_status, error_class }) => [number, http_status, error_class]),
      [
        [1, 500, 'http_status'],
        [2, 302, 'redirect'],
        [3, null, 'connection_reset'],
        [4, 201, 'http_status'],
        [5, 200, null],
      ],
    );
    for (const { duration_ms } of attempts) assert.ok(duration_ms >= 0);
  });

  it('C4 retried for 72 hours, then abandoned: kept, and not sent any more', async () => {
    receiver.answerWith({ status: 503 });
    const { id, transactionId } = await pay(receiver.url);
    await receiver.waitFor(id);
    await untilAttempts(transactionId, 1);
    await advanceClock(installation, 71 * hourSeconds + 50 * 60);
    await receiver.waitFor(id, { count: 2 });
    await untilAttempts(transactionId, 2);
    assert.equal(
      (await storedCallback(transactionId)).state,
      'due',
      'still retried after 71 hours and 50 minutes',
    );
    await advanceClock(installation, 15 * 60);
    await untilAttempts(transactionId, 3);
    assert.deepEqual(await storedCallback(transactionId), {
      state: 'abandoned',
      attempts: 3,
      next_in: null,
    });
    await until('the log says that callbacks were abandoned', () =>
      /"count":\d+,"msg":"callbacks were abandoned/.test(installation.logs()),
    );
    const metrics = await (await fetch(`${installation.baseUrl}/metrics`)).text();
    assert.match(metrics, /jokko_callbacks_parked_total [1-9]/);
    assert.match(metrics, /jokko_callback_attempts_total{outcome="http_status"} [1-9]/);
    receiver.answerWith({});
    await advanceClock(installation, hourSeconds);
    await untilSwept();
    assert.equal(receiver.requestsFor(id).length, 3);
    const kept = await rows.read<{ body: string }>(
      'select body from callback_body where operation_id = $1',
      [transactionId],
    );
    assert.equal(
      kept[0]!.body,
      receiver.requestsFor(id)[0]!.text,
      'its bytes are there to be sent again',
    );
  });

  it('C4 answers that are not 200 do not slow a destination queue: all its retries come when they are due', async (t) => {
    const refusing = await extraReceiver(t);
    refusing.answerWith((_, count) => ({ status: count === 1 ? 500 : 200 }));
    const paid = await Promise.all(Array.from({ length: 12 }, () => pay(refusing.url)));
    for (const { id } of paid) await refusing.waitFor(id);
    const fresh = await pay(refusing.url);
    await refusing.waitFor(fresh.id);
    for (const { id } of paid)
      assert.equal(refusing.requestsFor(id).length, 1, 'a first attempt waits for no retry');
    for (const { transactionId } of paid) await untilAttempts(transactionId, 1);
    await advanceClock(installation, pastRetrySeconds);
    for (const { id } of paid) await refusing.waitFor(id, { count: 2 });
  });

  it('C4 a destination queue whose connections fail gets one probe a minute; first attempts go out, other destination queues notice nothing', async (t) => {
    const [dead, alive] = [await extraReceiver(t), await extraReceiver(t)];
    dead.answerWith({ destroy: true });
    alive.answerWith((_, count) => ({ status: count === 1 ? 500 : 200 }));
    const paid = [
      ...(await Promise.all(Array.from({ length: 5 }, () => pay(dead.url)))),
      await pay(dead.url),
    ];
    const other = await pay(alive.url);
    for (const { id, transactionId } of paid) {
      await dead.waitFor(id);
      await untilAttempts(transactionId, 1);
    }
    await alive.waitFor(other.id);
    await untilAttempts(other.transactionId, 1);
    for (let probe = 1; probe <= 2; probe++) {
      // A probe that takes a while must not let a second one out meanwhile.
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      dead.answerWith({ destroy: true, held });
      await advanceClock(installation, pastRetrySeconds);
      await until(`probe ${probe}`, () => dead.requests.length === paid.length + probe);
      await untilSwept();
      release();
      await until(`probe ${probe} is stored`, async () => (await retriesOf(paid)) === probe);
      await untilSwept();
      assert.equal(
        dead.requests.length,
        paid.length + probe,
        'one probe, not a retry for each callback',
      );
    }
    await alive.waitFor(other.id, { count: 2 });
    assert.equal(alive.requestsFor(other.id).length, 2, 'the other lane was retried at its time');
    dead.answerWith({});
    await advanceClock(installation, pastRetrySeconds);
    await until('all are delivered once the receiver is back', async () => {
      const states = await Promise.all(
        paid.map(({ transactionId }) => storedCallback(transactionId)),
      );
      return states.every(({ state }) => state === 'delivered');
    });
  });

  it('C4 a receiver that hangs delays neither another one on its host nor another account at its address', async (t) => {
    const hanging = await extraReceiver(t);
    const { promise: never } = Promise.withResolvers<void>();
    hanging.answerWith(({ externalTransactionId: id = '' }) =>
      id.startsWith('other') ? {} : { held: never },
    );
    await Promise.all(Array.from({ length: backlog }, () => pay(hanging.url)));
    await until('it hangs', () => hanging.requests.length > 0);
    const near = await pay(receiver.url);
    const others = createClient(installation.baseUrl, installation.apiKey);
    const same = await pay(hanging.url, { externalTransactionId: uniqueId('other') }, others);
    await Promise.all([receiver.waitFor(near.id), hanging.waitFor(same.id)]);
  });

  it('C2 a key rotated meanwhile changes nothing: the hash is that of the key used at initiation', async () => {
    receiver.answerWith({});
    const { id } = await pay(receiver.url, { phone: uniquePhone('8001') });
    const { apiKey } = await installation.cli<{ apiKey: string }>([
      'key',
      'rotate',
      String(account.accountId),
      '--overlap',
      '0',
    ]);
    assert.notEqual(apiKey, account.apiKey);
    const revoked = await client.operation({
      phone: uniquePhone(),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: uniqueId(),
    });
    assert.equal(revoked.json.code, 4001, 'the old key opens nothing any more');
    assert.equal(receiver.requestsFor(id).length, 0, 'the result is still to come');
    await advanceClock(installation, 25);
    const { json } = await receiver.waitFor(id);
    const { transactionId, externalTransactionId } = json.transaction;
    assert.equal(json.status, 'SUCCESS');
    assert.equal(
      json.sha256Hash,
      createHash('sha256')
        .update(`${transactionId}|${externalTransactionId}|${account.apiKey}`)
        .digest('hex'),
    );
  });
});
