// C5: proves that a receiver can verify every callback: Standard Webhooks headers always,
// Hmac-Signature and Timestamp where the account signs, fresh for each attempt. Checked with the
// contract's verifiers and, independently, with node:crypto.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { verifyCallbackHash, verifySignature, verifyWebhook } from '@jokko/contract';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  hostInstallation,
  startReceiver,
  uniqueId,
  until,
} from './harness/index.ts';
import type {
  Account,
  Answer,
  HostedInstallation,
  ReceivedRequest,
  Receiver,
} from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { untilAttempted } from './harness/delivery.ts';

let installation: HostedInstallation;
let receiver: Receiver;
let rows: StoredRows;
before(async () => {
  [installation, receiver] = await Promise.all([hostInstallation(), startReceiver()]);
  rows = openStoredRows(installation);
});
after(async () => {
  await rows?.close();
  await receiver?.close();
  await installation?.stop();
});

/** Below what the sandbox's clock is moved by. */
const toleranceMs = 60_000;

function newAccount(set: readonly string[] = []): Promise<Account> {
  return createAccount(installation, { set: ['--callback-grace-ms', '0', ...set] });
}
async function signingAccount(): Promise<Account & { hmacSecret: string }> {
  const account = await newAccount();
  return {
    ...account,
    ...(await installation.cli<{ hmacSecret: string }>([
      'account',
      'set',
      String(account.accountId),
      '--hmac',
      'on',
    ])),
  };
}
/**
 * An order that the provider refuses at once, so that its callback comes at once; signed where a
 * secret is given.
 */
function send(account: Account, secret?: string): Promise<Answer> {
  const members = payOut({
    externalTransactionId: uniqueId('sign'),
    callbackUrl: receiver.url,
    phone: '770007028',
    amount: 100 + (orders += 5),
  });
  const text = JSON.stringify({
    apiKey: account.apiKey,
    data: { note: 'déjà vu €/"' },
    ...members,
  });
  const timestamp = String(Date.now());
  const signed = (key: string) =>
    createHmac('sha256', key).update(`POST:${timestamp}:${text}`).digest('hex');
  const headers: Record<string, string> =
    secret === undefined ? {} : { 'Hmac-Signature': signed(secret), Timestamp: timestamp };
  return createClient(installation.baseUrl, account.apiKey).post(
    '/api-services/operation',
    text,
    headers,
  );
}
async function order(account: Account, secret?: string): Promise<string> {
  const answer = await send(account, secret);
  assert.equal(answer.json.code, 4000, answer.text);
  return answer.json.data.externalTransactionId as string;
}
let orders = 0;
/** That number of attempts is stored: from then on the next one is due in a minute. */
async function untilFailed(id: string, count: number): Promise<ReceivedRequest> {
  const request = await receiver.waitFor(id, { count });
  await untilAttempted(rows, request.json.transaction.transactionId, count);
  return request;
}

const header = ({ headers }: ReceivedRequest, name: string): string => String(headers[name]);
const keyOf = (webhookSecret: string): Buffer =>
  Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
const webhookMac = (secret: string, request: ReceivedRequest): string =>
  createHmac('sha256', keyOf(secret))
    .update(`${header(request, 'webhook-id')}.${header(request, 'webhook-timestamp')}.`)
    .update(request.bytes)
    .digest('base64');
const hmacOf = (secret: string, request: ReceivedRequest): string =>
  createHmac('sha256', secret)
    .update(`POST:${header(request, 'timestamp')}:`)
    .update(request.bytes)
    .digest('hex');
const isRecent = (ms: number, request: ReceivedRequest): boolean =>
  Math.abs(request.arrivedAtMs - ms) < toleranceMs;

describe('C5 signatures of callbacks', () => {
  it('C5 every callback bears the Standard Webhooks headers over its whole body', async () => {
    const account = await newAccount();
    const request = await receiver.waitFor(await order(account));
    assert.equal(
      header(request, 'webhook-signature'),
      `v1,${webhookMac(account.webhookSecret, request)}`,
    );
    assert.match(header(request, 'webhook-timestamp'), /^\d{10}$/);
    assert.ok(isRecent(Number(header(request, 'webhook-timestamp')) * 1_000, request));
    const received = { headers: request.headers, body: request.bytes };
    const shown = await installation.cli<{ webhookSecret: string }>([
      ...['webhook-secret', 'show', String(account.accountId)],
    ]);
    assert.equal(shown.webhookSecret, account.webhookSecret, 'a developer finds it again');
    assert.deepEqual(await verifyWebhook({ ...received, secret: account.webhookSecret }), {
      ok: true,
    });
    const changed = request.text.replace('"FAILLED"', '"SUCCESS"');
    assert.notEqual(changed, request.text);
    assert.equal(
      (await verifyWebhook({ ...received, body: changed, secret: account.webhookSecret })).ok,
      false,
    );
    assert.equal(await verifyCallbackHash(request.json, account.apiKey), true);
    assert.deepEqual(
      [request.headers['hmac-signature'], request.headers['timestamp']],
      [undefined, undefined],
      'HMAC is off',
    );
  });

  it('C5 with HMAC on: hexadecimal HMAC-SHA256 of POST:timestamp:body, by the names of the interface', async () => {
    const account = await signingAccount();
    const request = await receiver.waitFor(await order(account, account.hmacSecret));
    for (const name of ['Hmac-Signature', 'Timestamp'])
      assert.ok(request.rawHeaders.includes(name), name);
    assert.equal(header(request, 'hmac-signature'), hmacOf(account.hmacSecret, request));
    assert.match(header(request, 'timestamp'), /^\d{13}$/);
    assert.ok(isRecent(Number(header(request, 'timestamp')), request));
    assert.equal(
      JSON.stringify(JSON.parse(request.text)),
      request.text,
      'raw bytes and compact form are the same',
    );
    const verdict = await verifySignature({
      headers: request.headers,
      body: request.bytes,
      secret: account.hmacSecret,
    });
    assert.deepEqual(verdict, { ok: true });
  });

  it('C5 each attempt is signed afresh, over the same bytes and under the same webhook-id', async () => {
    const account = await signingAccount();
    receiver.answerWith((_request, count) => ({ status: count === 1 ? 503 : 200 }));
    const id = await order(account, account.hmacSecret);
    const first = await untilFailed(id, 1);
    await advanceClock(installation, 66);
    const second = await receiver.waitFor(id, { count: 2 });
    receiver.answerWith({});
    assert.ok(second.bytes.equals(first.bytes));
    assert.equal(header(second, 'webhook-id'), header(first, 'webhook-id'));
    assert.notEqual(header(second, 'hmac-signature'), header(first, 'hmac-signature'));
    for (const request of [first, second]) {
      // Receivers live in real time, whatever the sandbox's clock shows.
      assert.ok(isRecent(Number(header(request, 'timestamp')), request));
      assert.equal(header(request, 'hmac-signature'), hmacOf(account.hmacSecret, request));
      assert.equal(
        header(request, 'webhook-signature'),
        `v1,${webhookMac(account.webhookSecret, request)}`,
      );
    }
  });

  it('C5 in a rotation of the webhook secret both sign, with overlap 0 only the new one', async () => {
    const account = await newAccount();
    const id = String(account.accountId);
    await receiver.waitFor(await order(account));
    const { webhookSecret: next } = await installation.cli<{ webhookSecret: string }>([
      'webhook-secret',
      'rotate',
      id,
    ]);
    const during = await until('a callback under both secrets', async () => {
      const request = await receiver.waitFor(await order(account));
      return header(request, 'webhook-signature').includes(' ') ? request : undefined;
    });
    assert.equal(
      header(during, 'webhook-signature'),
      [next, account.webhookSecret].map((secret) => `v1,${webhookMac(secret, during)}`).join(' '),
    );
    const { webhookSecret: last } = await installation.cli<{ webhookSecret: string }>([
      'webhook-secret',
      'rotate',
      id,
      '--overlap',
      '0',
    ]);
    await until('a callback under the last one alone', async () => {
      const request = await receiver.waitFor(await order(account));
      return header(request, 'webhook-signature') === `v1,${webhookMac(last, request)}`;
    });
  });
});

describe('F38 rotation of the HMAC secret', () => {
  // Requests are signed with the sandbox's clock, which an earlier test has moved by a minute:
  // within what is accepted.
  it('F38 callbacks are signed with the old secret until a request comes with the new one', async () => {
    const account = await signingAccount();
    const old = account.hmacSecret;
    await receiver.waitFor(await order(account, old));
    const { hmacSecret: next } = await installation.cli<{ hmacSecret: string }>([
      'hmac',
      'rotate',
      String(account.accountId),
    ]);
    const still = await receiver.waitFor(await order(account, old));
    assert.equal(header(still, 'hmac-signature'), hmacOf(old, still));
    await until('a callback under the new secret', async () => {
      const request = await receiver.waitFor(await order(account, next));
      const signature = header(request, 'hmac-signature');
      assert.ok(
        [old, next].some((secret) => signature === hmacOf(secret, request)),
        'always one of the two',
      );
      return signature === hmacOf(next, request);
    });
    const completed = await receiver.waitFor(await order(account, old));
    assert.equal(header(completed, 'hmac-signature'), hmacOf(next, completed), 'and stays with it');
  });

  it('F38 where the client never uses the new one, it signs when the old one ends', async () => {
    const account = await signingAccount();
    const id = String(account.accountId);
    await receiver.waitFor(await order(account, account.hmacSecret));
    const { hmacSecret: next } = await installation.cli<{ hmacSecret: string }>([
      'hmac',
      'rotate',
      id,
    ]);
    receiver.answerWith((_request, count) => ({ status: count < 3 ? 503 : 200 }));
    const waiting = await order(account, account.hmacSecret);
    const first = await untilFailed(waiting, 1);
    assert.equal(header(first, 'hmac-signature'), hmacOf(account.hmacSecret, first));
    await advanceClock(installation, 86_401);
    await untilFailed(waiting, 2);
    // The node learns within a second that its clock was moved; until then the old secret lives,
    // and the attempt before may still have borne it.
    await until('the old secret has ended', async () => {
      const { json } = await send(account, account.hmacSecret);
      return json.code === 4001 && json.msg.startsWith('La signature ne correspond pas');
    });
    await advanceClock(installation, 66);
    const third = await receiver.waitFor(waiting, { count: 3 });
    receiver.answerWith({});
    assert.equal(header(third, 'hmac-signature'), hmacOf(next, third));
    assert.ok(third.bytes.equals(first.bytes));
  });
});
