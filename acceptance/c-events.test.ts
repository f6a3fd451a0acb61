// Proves that a client that was offline can read every event once and in order: GET /events, its
// cursor, two nodes writing at the same time, and the second callback address (rule C1).

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  sendRequest,
  hostInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Account, Client, HostedInstallation, Json, Receiver } from './harness/index.ts';
import { untilAdmitted, untilStatus } from './harness/payment.ts';

const codeService = 'OPA_SN_API_CASH_IN';
/** Rounds of twelve payments a node, while a reader follows. */
const rounds = process.env['JOKKO_NIGHTLY'] === '1' ? 24 : 6;

describe('C1 events', { concurrency: true }, () => {
  let installation: HostedInstallation;
  let account: Account;
  let receiver: Receiver;
  let urls: string[];

  before(async () => {
    installation = await hostInstallation({ env: { SIM_DELAY_MS: '100' } });
    const second = await installation.addNode();
    urls = [installation.baseUrl, second.baseUrl];
    account = await createAccount(installation, {
      fund: 10_000_000,
      set: ['--callback-grace-ms', '0'],
    });
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
  });

  async function read(
    query: Record<string, string> = {},
    { baseUrl = installation.baseUrl, apiKey = account.apiKey } = {},
  ): Promise<Json> {
    const answer = await sendRequest(`${baseUrl}/events?${new URLSearchParams(query)}`, {
      headers: { Secretkey: apiKey },
    });
    assert.equal(answer.status, 200);
    assert.equal(JSON.stringify(answer.json), answer.text);
    return answer.json;
  }
  /** All events from a cursor on, page by page. */
  async function readAll(apiKey: string, after = '', limit = 7): Promise<Json[]> {
    const events: Json[] = [];
    for (let cursor = after; ;) {
      const { data } = await read(
        { limit: String(limit), ...(cursor === '' ? {} : { after: cursor }) },
        { apiKey },
      );
      events.push(...data.events);
      cursor = data.next ?? '';
      if (!data.more) return events;
    }
  }
  const pay = (by: Client, members: Record<string, unknown> = {}): Promise<{ json: Json }> =>
    untilAdmitted(by, {
      phone: uniquePhone(),
      amount: 100,
      codeService,
      externalTransactionId: uniqueId('feed'),
      ...members,
    });
  async function newClient(set: string[] = []): Promise<Client> {
    return createClient(
      installation.baseUrl,
      (await createAccount(installation, { set: ['--callback-grace-ms', '0', ...set] })).apiKey,
    );
  }

  it('C1 SUCCESS and FAILLED are there, with and without a callback, in their order and as the callback says them', async () => {
    const by = await newClient();
    const refused = await pay(by, { phone: uniquePhone('7028') });
    const reported = await pay(by, { callbackUrl: receiver.url });
    const [, callback] = await Promise.all([
      until('two events', async () => (await readAll(by.apiKey)).length === 2),
      until('the callback', () =>
        receiver.requests.find(
          ({ json }) => json?.transaction?.transactionId === reported.json.data.transactionId,
        ),
      ),
    ]);
    const [first, second] = await readAll(by.apiKey);
    assert.deepEqual(
      [first.status, first.reason, first.transaction.transactionId],
      ['FAILLED', 'operator_down_time', refused.json.data.transactionId],
    );
    assert.equal(first.transaction.callbackUrl, '');
    assert.equal(
      first.transaction.currentBalance,
      1_000_000,
      'what is refused in its opening moves nothing',
    );
    assert.deepEqual(
      [second.status, second.reason, second.msg],
      ['SUCCESS', 'executed', callback.json.msg],
    );
    assert.deepEqual(second.transaction, callback.json.transaction);
    assert.equal(
      JSON.stringify(Object.keys(first.transaction)),
      JSON.stringify(Object.keys(second.transaction)),
    );
    assert.doesNotMatch(
      JSON.stringify([first, second]),
      /sha256Hash/,
      'the proof of a sender is in callbacks alone',
    );
  });

  it('C1 the cursor is stable, another account’s is refused, and so is anything else', async () => {
    const by = await newClient();
    for (let count = 0; count < 3; count++) await pay(by, { phone: uniquePhone('7028') });
    const { data } = await read({ limit: '2' }, { apiKey: by.apiKey });
    assert.deepEqual([data.events.length, data.more, data.next], [2, true, data.events[1].cursor]);
    const rest = await read({ after: data.next }, { apiKey: by.apiKey, baseUrl: urls[1]! });
    assert.deepEqual([rest.data.events.length, rest.data.more], [1, false]);
    const end = await read({ after: rest.data.next }, { apiKey: by.apiKey });
    assert.deepEqual(end.data, { events: [], next: rest.data.next, more: false });
    for (const query of [
      { after: data.next },
      { after: 'x' },
      { limit: '0' },
      { limit: '501' },
      { limit: 'many' },
    ]) {
      const { code, errors } = await read(query);
      assert.deepEqual([code, errors.length], [4022, 1], JSON.stringify(query));
    }
    const keyless = await sendRequest(`${installation.baseUrl}/events`);
    assert.equal(keyless.json.code, 4001);
    const beside = await sendRequest(`${installation.baseUrl}/api-services/events`, {
      headers: { Secretkey: by.apiKey },
    });
    assert.equal(beside.json.data.events.length, 3);
  });

  it('C1 CANCELED and REFUNDED are events, and a callback to the second address where the account wants it', async (t) => {
    const own = await startReceiver();
    t.after(() => own.close());
    const made = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    const by = createClient(installation.baseUrl, made.apiKey);
    await installation.cli(['callback', 'second', String(made.accountId), own.url]);
    const paid = await pay(by, { callbackUrl: receiver.url });
    const open = await pay(by, { phone: uniquePhone('8007') });
    await until('the success', async () => (await readAll(by.apiKey)).length === 1);
    await untilStatus(by, open.json.data.externalTransactionId, 'PROCESSING');
    const refund = (id: string): Promise<unknown> =>
      by.post('/api-services/transaction/refund-cancel', { apiKey: by.apiKey, transactionId: id });
    await refund(paid.json.data.transactionId);
    await refund(open.json.data.transactionId);
    const events = await until('three events', async () => {
      const found = await readAll(by.apiKey);
      return found.length === 3 && found;
    });
    const reasons: Record<string, string> = Object.fromEntries(
      events.map(({ status, reason }) => [status, reason]),
    );
    assert.deepEqual(
      { ...reasons },
      { SUCCESS: 'executed', REFUNDED: 'refund_requested', CANCELED: 'canceled_by_provider' },
    );
    // A receiver that stood still for too long is told again, under the same id.
    const reported = await until('both are told', () => {
      const byId = new Map(own.requests.map((told) => [told.headers['webhook-id'], told]));
      return byId.size === 2 && [...byId.values()];
    });
    for (const { json, headers } of reported) {
      assert.equal(json.reason, reasons[json.status]);
      assert.equal(json.transaction.callbackUrl, own.url);
      assert.match(String(headers['webhook-id']), /_2$/, 'another message than the result’s');
    }
    assert.deepEqual(reported.map(({ json }) => json.status).toSorted(), ['CANCELED', 'REFUNDED']);
    await installation.cli(['callback', 'second', String(made.accountId), 'off']);
    await installation.cli(['doctor']);
  });

  it('C1 a reader that follows while two nodes write misses nothing and sees nothing twice', async (t) => {
    const made = await createAccount(installation, { fund: 5_000_000 });
    const clients = urls.map((url) => createClient(url, made.apiKey));
    const sent = new Set<string>();
    let isWriting = true;
    const writers = clients.map(async (by, node) => {
      for (let round = 0; round < rounds; round++) {
        const batch = Array.from({ length: 12 }, (_, index) =>
          pay(by, { phone: uniquePhone((round + index + node) % 3 === 0 ? '7028' : '0000') }),
        );
        for (const { json } of await Promise.all(batch)) {
          assert.ok(json.data.transactionId !== undefined, JSON.stringify(json));
          sent.add(json.data.transactionId);
        }
      }
    });
    const seen: string[] = [];
    const reader = (async () => {
      let cursor = '';
      for (let rounds = 0; isWriting || rounds < 1;) {
        const { data } = await read(
          { limit: '20', ...(cursor === '' ? {} : { after: cursor }) },
          { apiKey: made.apiKey, baseUrl: urls[seen.length % 2]! },
        );
        for (const event of data.events) seen.push(event.transaction.transactionId);
        cursor = data.next ?? '';
        if (!isWriting && !data.more) rounds++;
      }
    })();
    await Promise.all(writers);
    try {
      await until(
        'everything has ended',
        async () => (await readAll(made.apiKey, '', 500)).length === sent.size,
      );
    } catch (error) {
      throw new Error(`${(await readAll(made.apiKey, '', 500)).length} events of ${sent.size}`, {
        cause: error,
      });
    } finally {
      isWriting = false;
      await reader;
    }
    assert.equal(new Set(seen).size, seen.length, 'nothing twice');
    assert.deepEqual(new Set(seen), sent);
    t.diagnostic(`${seen.length} events followed while two nodes wrote`);
  });
});
