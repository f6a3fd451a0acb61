// Proves that undelivered callbacks can be listed, inspected and replayed with `jokko callback
// list|show|replay`, with the clock moved past 72 hours and a restart in the middle of a replay.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Account, Client, Installation, Json, Receiver } from './harness/index.ts';

const hourSeconds = 3_600;

describe('C4 the delivery log and replays', () => {
  let installation: Installation;
  let account: Account;
  let client: Client;
  let receiver: Receiver;

  before(async () => {
    // Its end is waited for; a node that stands still for a while keeps it.
    installation = await startInstallation({ env: { JOKKO_LEASE_MS: '15000' } });
    account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await installation.stop();
  });

  /** A payment that fails in its answer, so that its callback is due at once. */
  async function pay(): Promise<{ id: string; transactionId: string }> {
    const id = uniqueId('replay');
    const members = {
      phone: uniquePhone('7028'),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: id,
    };
    const { json } = await client.operation({ ...members, callbackUrl: receiver.url });
    return { id, transactionId: json.data.transactionId };
  }
  const list = async (...words: string[]): Promise<Json[]> =>
    (
      await installation.cli<{ callbacks: Json[] }>([
        'callback',
        'list',
        '--account',
        String(account.accountId),
        ...words,
      ])
    ).callbacks;
  const show = async (transactionId: string): Promise<Json> =>
    (await installation.cli<Json>(['callback', 'show', transactionId])).callbacks[0];
  const replay = (...words: string[]): Promise<Json> =>
    installation.cli<Json>(['callback', 'replay', ...words]);
  const untilState = (transactionId: string, state: string, attempts: number): Promise<unknown> =>
    until(`${transactionId} is ${state} after ${attempts}`, async () => {
      const callback = await show(transactionId);
      return callback.state === state && callback.attempts === attempts;
    });

  it('C4 each attempt is logged: where, how long, what was answered, and what to put right; nothing of it speaks to a terminal', async () => {
    receiver.answerWith(({ path: _ }, count) =>
      count === 1
        ? { status: 204, body: '' }
        : {
            status: 500,
            body: 'down\u001b[31m <b>\u202e',
            headers: { 'set-cookie': 'a=b', 'x-why': 'full\u0085' },
          },
    );
    const { id, transactionId } = await pay();
    await receiver.waitFor(id);
    await untilState(transactionId, 'due', 1);
    await replay(transactionId);
    await untilState(transactionId, 'due', 2);
    const [second, first] = (await show(transactionId)).log as Json[];
    assert.deepEqual(
      [first.number, first.httpStatus, first.errorClass, first.address],
      [1, 204, 'http_status', '127.0.0.1'],
    );
    assert.match(first.advice.en, /answered 204\. Callbacks must be answered with 200/);
    assert.match(first.advice.fr, /204/);
    assert.ok(
      first.connectMs >= 0 && first.firstByteMs >= 0 && first.durationMs >= first.firstByteMs,
    );
    assert.equal(first.answer, null);
    assert.equal(second.answer, 'down\\u001b[31m <b>\\u202e');
    const { code, stdout } = await installation.runCli(['callback', 'show', transactionId]);
    assert.equal(code, 0);
    assert.match(stdout, /HTTP 500/);
    assert.match(stdout, /^ +< x-why: full\\u0085$/m);
    assert.doesNotMatch(stdout, /a=b/);
    assert.doesNotMatch(stdout, /\u001b|\u202e|\u0085/);
    receiver.answerWith({});
    await replay(transactionId);
    await untilState(transactionId, 'delivered', 3);
    const requests = receiver.requestsFor(id);
    assert.equal(requests.length, 3);
    assert.equal(new Set(requests.map(({ text }) => text)).size, 1, 'the same bytes');
    assert.equal(
      new Set(requests.map(({ headers }) => headers['webhook-id'])).size,
      1,
      'the same message',
    );
    await advanceClock(installation, 120);
    await replay(transactionId);
    await receiver.waitFor(id, { count: 4 });
    await untilState(transactionId, 'delivered', 4);
  });

  it('C4 what was sent within a span of time is listed with any filter and sent again', async () => {
    receiver.answerWith({});
    const { id, transactionId } = await pay();
    await untilState(transactionId, 'delivered', 1);
    const since: string = (await show(transactionId)).createdAt;
    const untilTime = new Date(Date.parse(since) + 1).toISOString();
    const lane = new URL(receiver.url).origin;
    for (const words of [
      [],
      ['--state', 'delivered'],
      ['--lane', lane],
      ['--status', 'FAILLED'],
      ['--since', since],
      ['--until', untilTime],
    ]) {
      assert.ok(
        (await list(...words)).some(({ operationId }) => operationId === transactionId),
        words.join(' '),
      );
    }
    assert.deepEqual(await list('--until', since, '--since', since), []);
    const { count, replayId } = await replay('--since', since, '--until', untilTime, '--yes');
    assert.deepEqual([count, replayId > 0], [1, true]);
    await receiver.waitFor(id, { count: 2 });
  });

  it('C4 abandoned callbacks are listed, counted and replayed by a filter at a rate; a replay survives a kill', async () => {
    const count = 25;
    receiver.answerWith({ status: 503 });
    const paid = await Promise.all(Array.from({ length: count }, pay));
    for (const { id } of paid) await receiver.waitFor(id);
    await until(
      'all attempts are recorded',
      async () => (await list('--state', 'due', '--error-class', 'http_status')).length === count,
    );
    await advanceClock(installation, 73 * hourSeconds);
    await until(
      'all are abandoned',
      async () => (await list('--state', 'parked')).length === count,
    );
    const filter = [
      '--account',
      String(account.accountId),
      '--state',
      'parked',
      '--status',
      'FAILLED',
    ];
    assert.deepEqual(
      await replay(...filter),
      { count, perSecond: 50, replayId: null },
      'without --yes only counted',
    );
    assert.equal((await list('--state', 'parked', '--since', '2100-01-01')).length, 0);
    receiver.answerWith({});
    const { replayId } = await replay(...filter, '--rate', '1', '--yes');
    const progress = async (): Promise<Json> =>
      (await installation.cli<Json>(['callback', 'replays', String(replayId)])).replays[0];
    const begun = await until('some are released', async () => {
      const now = await progress();
      return now.released >= 2 && now;
    });
    const [node] = installation.nodes;
    await node!.kill();
    assert.ok(begun.released < count, 'at one a second it takes longer');
    const spare = await installation.addNode({ nodeId: 'spare' });
    const done = await until(
      'the replay is done',
      async () => {
        const now = await progress();
        return now.state === 'done' && now.delivered === count && now;
      },
      { timeoutMs: 120_000 },
    );
    assert.deepEqual([done.total, done.released, done.due, done.parked], [count, count, 0, 0]);
    for (const { id } of paid) assert.ok(receiver.requestsFor(id).length >= 3);
    assert.ok(spare.pid > 0);
    await installation.cli(['doctor']);
  });

  it('the commands refuse what cannot be meant', async () => {
    for (const words of [
      ['replay'],
      ['replay', '--state', 'lost'],
      ['replay', '--state', 'parked', '--rate', '0'],
      ['list', '--lane', 'shop.example'],
      ['list', '--since', 'yesterday'],
      ['show', 'x'],
      ['second', String(account.accountId), 'ftp://shop.example/'],
    ]) {
      const { code, stderr } = await installation.runCli(['callback', ...words]);
      assert.equal(code, 2, `${words.join(' ')}: ${stderr}`);
    }
    const { code } = await installation.runCli(['callback', 'show', '1000000000001']);
    assert.equal(code, 1);
  });
});
