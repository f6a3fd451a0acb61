// Proves that undelivered callbacks can be listed, inspected and replayed with
// `jokko callback list|show|replay`, with the clock moved past 72 hours. c-replay.long.test.ts
// kills a node meanwhile.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { advanceClock, createAccount, hostInstallation, startReceiver } from './harness/index.ts';
import type { Account, HostedInstallation, Json, Receiver } from './harness/index.ts';
import { createCallbackCommands, type CallbackCommands } from './harness/callback-commands.ts';

describe('C4 the delivery log and replays', () => {
  let installation: HostedInstallation;
  let account: Account;
  let commands: CallbackCommands;
  let receiver: Receiver;

  before(async () => {
    installation = await hostInstallation();
    account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    commands = createCallbackCommands(installation, account);
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
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
    const { id, transactionId } = await commands.pay(receiver.url);
    await receiver.waitFor(id);
    await commands.untilState(transactionId, 'due', 1);
    await commands.replay(transactionId);
    await commands.untilState(transactionId, 'due', 2);
    const [second, first] = (await commands.show(transactionId)).log as Json[];
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
    assert.equal(second.answer, 'down\u001b[31m <b>\u202e', 'as it was given');
    const json = await installation.runCli(['callback', 'show', transactionId, '--json']);
    assert.doesNotMatch(json.stdout, /\u001b|\u202e/, 'and written out');
    const { code, stdout } = await installation.runCli(['callback', 'show', transactionId]);
    assert.equal(code, 0);
    assert.match(stdout, /HTTP 500/);
    assert.match(stdout, /^ +< x-why: full⟨U\+0085⟩$/m);
    assert.doesNotMatch(stdout, /a=b/);
    assert.doesNotMatch(stdout, /\u001b|\u202e|\u0085/);
    receiver.answerWith({});
    await commands.replay(transactionId);
    await commands.untilState(transactionId, 'delivered', 3);
    const requests = receiver.requestsFor(id);
    assert.equal(requests.length, 3);
    assert.equal(new Set(requests.map(({ text }) => text)).size, 1, 'the same bytes');
    assert.equal(
      new Set(requests.map(({ headers }) => headers['webhook-id'])).size,
      1,
      'the same message',
    );
    await advanceClock(installation, 120);
    await commands.replay(transactionId);
    await receiver.waitFor(id, { count: 4 });
    await commands.untilState(transactionId, 'delivered', 4);
  });

  it('C4 what was sent within a span of time is listed with any filter and sent again', async () => {
    receiver.answerWith({});
    const { id, transactionId } = await commands.pay(receiver.url);
    await commands.untilState(transactionId, 'delivered', 1);
    const since: string = (await commands.show(transactionId)).createdAt;
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
        (await commands.list(...words)).some(({ operationId }) => operationId === transactionId),
        words.join(' '),
      );
    }
    assert.deepEqual(await commands.list('--until', since, '--since', since), []);
    const { count, replayId } = await commands.replay(
      '--since',
      since,
      '--until',
      untilTime,
      '--yes',
    );
    assert.deepEqual([count, replayId > 0], [1, true]);
    await receiver.waitFor(id, { count: 2 });
  });

  it('C4 abandoned callbacks are listed, counted and replayed by a filter', async () => {
    const count = 25;
    const paid = await commands.payAbandoned(receiver, count);
    const filter = ['--account', String(account.accountId), '--state', 'parked'];
    filter.push('--status', 'FAILLED');
    assert.deepEqual(
      await commands.replay(...filter),
      { count, perSecond: 50, replayId: null },
      'without --yes only counted',
    );
    assert.equal((await commands.list('--state', 'parked', '--since', '2100-01-01')).length, 0);
    const { replayId } = await commands.replay(...filter, '--yes');
    await commands.untilReplayed(replayId, paid, receiver);
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
