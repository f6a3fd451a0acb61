// Proves the callback stream: what a receiver gets, in the same bytes and with signatures that
// others accept, to whoever follows; nothing left out when it comes back, at another node, too.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { codes } from '@jokko/contract';
import {
  createAccount,
  createClient,
  hostInstallation,
  payOut,
  sendRequest,
  startReceiver,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Account, Client, HostedInstallation, Receiver } from './harness/index.ts';
import { followCallbacks, type CallbackStream } from './harness/callback-stream.ts';
import { untilAdmitted } from './harness/payment.ts';

const path = '/api-services/callbacks/stream';

describe('C1 the callback stream', { concurrency: true }, () => {
  let installation: HostedInstallation;
  let account: Account;
  let client: Client;
  let receiver: Receiver;
  const opened: CallbackStream[] = [];

  before(async () => {
    installation = await hostInstallation();
    account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
    receiver = await startReceiver();
  });
  after(async () => {
    for (const stream of opened) stream.close();
    await receiver?.close();
    await installation?.stop();
  });

  async function follow(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string } = client,
    terms: { after?: string } = {},
  ): Promise<CallbackStream> {
    const stream = await followCallbacks(baseUrl, apiKey, terms);
    opened.push(stream);
    return stream;
  }
  const ask = (query = '', headers: Record<string, string> = { Secretkey: account.apiKey }) =>
    sendRequest(`${installation.baseUrl}${path}${query}`, { headers, whenBusy: 'answer' });
  async function pay(by: Client, members: Record<string, unknown> = {}): Promise<string> {
    const order = payOut(members);
    await untilAdmitted(by, order);
    return String(order['externalTransactionId']);
  }

  it('C5 gives the bytes that the receiver gets, with a signature that standardwebhooks accepts', async () => {
    const stream = await follow();
    const id = await pay(client, { callbackUrl: receiver.url });
    const [streamed, received] = await Promise.all([stream.waitFor(id), receiver.waitFor(id)]);
    assert.equal(streamed.body, received.text);
    assert.equal(streamed.url, receiver.url);
    assert.equal(streamed.webhookId, received.headers['webhook-id']);
    const { webhookSecret: secret } = await installation.cli<{ webhookSecret: string }>([
      'webhook-secret',
      'show',
      String(account.accountId),
    ]);
    const webhook = new Webhook(secret);
    assert.deepEqual(webhook.verify(streamed.body, streamed.headers), received.json);
    const forged = streamed.body.replace('"amount":100,', '"amount":900,');
    assert.notEqual(forged, streamed.body);
    assert.throws(() => webhook.verify(forged, streamed.headers));
  });

  it('C1 begins with the first callback of an account where `start` is asked for', async () => {
    const other = createClient(
      installation.baseUrl,
      (await createAccount(installation, { set: ['--callback-grace-ms', '0'] })).apiKey,
    );
    const stream = await follow(other);
    const ids = [await pay(other), await pay(other)];
    for (const id of ids) await stream.waitFor(id);
    const again = await follow(other, { after: 'start' });
    await again.waitFor(ids[1]!);
    assert.deepEqual(
      again.callbacks.map(({ body }) => body),
      stream.callbacks.map(({ body }) => body),
    );
  });

  it('C1 tells operations that asked for no callback, and those that failed', async () => {
    const stream = await follow();
    const failed = await pay(client, { phone: uniquePhone('7028') });
    const streamed = await stream.waitFor(failed);
    assert.deepEqual([streamed.url, streamed.attempt], [null, 0]);
    assert.equal(JSON.parse(streamed.body).status, 'FAILLED');
  });

  it('C1 goes on after a cursor, its own or the event feed’s, without a gap or a repeat', async () => {
    const own = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    const by = createClient(installation.baseUrl, own.apiKey);
    const stream = await follow(by);
    const ids = [await pay(by), await pay(by), await pay(by)];
    for (const id of ids) await stream.waitFor(id);
    const cursors = stream.callbacks.map(({ cursor }) => cursor);
    const feed = await sendRequest(`${by.baseUrl}/events`, { headers: { Secretkey: own.apiKey } });
    assert.deepEqual(
      feed.json.data.events.map(({ cursor }: { cursor: string }) => cursor),
      cursors,
    );
    const later = await follow(by, { after: cursors[0]! });
    await until('the two after it', () => later.callbacks.length >= 2);
    assert.deepEqual(
      later.callbacks.map(({ cursor, body }) => [cursor, body]),
      stream.callbacks.slice(1).map(({ cursor, body }) => [cursor, body]),
    );
  });

  it('C1 a reader comes back to another node after its own has stopped, and misses nothing', async () => {
    const own = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    const second = await installation.addNode();
    const by = createClient(installation.baseUrl, own.apiKey);
    const there = await follow({ baseUrl: second.baseUrl, apiKey: own.apiKey });
    await there.waitFor(await pay(by));
    await second.stop();
    await until('it says bye', () => there.byes.length > 0);
    assert.deepEqual(there.byes, ['closing']);
    const missed = await pay(by);
    const { cursor } = there.callbacks.at(-1)!;
    const back = await follow(by, { after: cursor });
    await back.waitFor(missed);
    assert.equal(back.callbacks.length, 1);
  });

  it('H2 refuses in the words of the interface: no key, a cursor of another account, too many', async () => {
    const own = await createAccount(installation);
    const by = createClient(installation.baseUrl, own.apiKey);
    const mine = await follow(by);
    const codeOf = async (answer: Promise<{ json: { code: number } }>) => (await answer).json.code;
    assert.equal(await codeOf(ask('', {})), codes.badKey);
    assert.equal(await codeOf(ask(`?after=${mine.begins[0]}`)), codes.invalid);
    assert.equal(await codeOf(ask('?after=a&after=b')), codes.invalid);
    const four = [follow(by), follow(by), follow(by), follow(by)];
    const streams = await Promise.all(four);
    assert.equal(await codeOf(ask('', { Secretkey: own.apiKey })), codes.tooMany);
    streams[0]!.close();
    await until('there is room again', async () => {
      const answer = await fetch(`${by.baseUrl}${path}`, { headers: { Secretkey: own.apiKey } });
      await answer.body!.cancel();
      return answer.headers.get('content-type')!.startsWith('text/event-stream');
    });
  });

  it('H2 a HEAD is answered by the head alone, and ends', async () => {
    const answer = await fetch(`${installation.baseUrl}${path}`, {
      method: 'HEAD',
      headers: { Secretkey: account.apiKey },
    });
    assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
    assert.equal(await answer.text(), '');
  });
});
