// X5: proves that inbound messages reach the application they are for, complete, signed and once,
// and that STOP ends further messages to the sender.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import { assertMemberOrder, sendRequest, startReceiver, until } from './harness/index.ts';
import type { Json, ReceivedRequest, Receiver } from './harness/index.ts';
import { accountOf, importRouting } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import type { SmsApp, SmsClient } from './harness/sms.ts';

const routing: TestRouting = { connections: { SMPP: {}, HTTP: { connector: 'infobip' } } };
const shortCode = '38000';

describe('X5 messages from people', () => {
  let fixture: SmsFixture;
  let receiver: Receiver;
  let keyword: { app: SmsApp; sms: SmsClient };
  before(async () => {
    receiver = await startReceiver();
    fixture = await openSmsFixture(routing);
    const { cli } = fixture.installation;
    await cli(['sms-app', 'set', fixture.app.appId, '--inbound-url', receiver.url]);
    keyword = await fixture.newApp({}, ['--inbound-url', `${receiver.url}/promo`]);
    // Numbers of applications are written with digits and letters in keys.
    const inbound = [
      { number: shortCode, app: fixture.app.appId },
      { number: shortCode, keyword: 'PROMO', app: keyword.app.appId },
    ];
    await importRouting(fixture.installation, { ...routing, inbound });
    const { address } = await cli<{ address: string }>(['sms', 'link', 'address', 'HTTP']);
    const { baseUrl } = fixture.installation;
    await fixture.smsc.register('infobip', new URL(address, baseUrl).href);
  });
  after(async () => {
    await receiver.close();
    await fixture?.close();
  });

  it('X12 without a public URL the command says that the address is not whole', async () => {
    const { stdout } = await fixture.installation.runCli(['sms', 'link', 'address', 'HTTP']);
    assert.match(stdout, /^\/sms-providers\/HTTP\/[\w-]{32}\nPUBLIC_URL is not set: /);
  });

  const from = (connection = 'SMPP'): string => fixture.number(connection).slice(1);
  const requestsAbout = (sender: string): ReceivedRequest[] =>
    receiver.requests.filter(({ json }) => json?.from === `+${sender}`);
  /** One of each callback, which may come more than once. */
  const reportedOf = (sender: string): ReceivedRequest[] => [
    ...new Map(requestsAbout(sender).map((request) => [request.json.id, request])).values(),
  ];
  const write = (text: string, sender: string, account = accountOf('SMPP')) =>
    fixture.smsc.writeTo(account, { from: sender, to: shortCode, text });
  const reported = (sender: string): Promise<ReceivedRequest> =>
    until(`a callback about ${sender}`, () => reportedOf(sender)[0]);
  const optOuts = async (app: SmsApp): Promise<Json[]> => {
    const { json } = await sendRequest(`${fixture.installation.baseUrl}/api/sms/opt-outs`, {
      headers: { 'App-Key': app.appKey },
    });
    return json.data.optOuts as Json[];
  };

  it('X5 a message becomes a signed callback with its whole text', async () => {
    const sender = from();
    const text = 'Où est ma commande ? ça va €';
    await write(text, sender);
    const request = await reported(sender);
    assertMemberOrder(request.json as object, [
      'event',
      'id',
      'from',
      'to',
      'text',
      'keyword?',
      'optOut',
      'receivedAt',
    ]);
    const { event, to, text: got, optOut, receivedAt } = request.json;
    assert.deepEqual([event, to, got, optOut], ['sms.inbound', shortCode, text, false]);
    assert.ok(Math.abs(Date.parse(String(receivedAt)) - request.arrivedAtMs) < 60_000);
    const { webhookSecret } = fixture.account;
    assert.deepEqual(
      await verifyWebhook({ headers: request.headers, body: request.bytes, secret: webhookSecret }),
      { ok: true },
    );
    const changed = request.text.replace(shortCode, '38001');
    assert.equal(
      (await verifyWebhook({ headers: request.headers, body: changed, secret: webhookSecret })).ok,
      false,
    );
    await until(
      'the operator was told that we have it',
      async () => (await fixture.smsc.undelivered(accountOf('SMPP'))) === 0,
    );
  });

  it('X5 parts of a long message are joined, in whatever alphabet', async () => {
    for (const text of [`long ${'abcdefghi '.repeat(60)}end`, `émoji 😀 ${'ŋé '.repeat(120)}fin`]) {
      const sender = from();
      await write(text, sender);
      const request = await reported(sender);
      assert.equal(request.json.text, text);
      assert.equal(reportedOf(sender).length, 1, 'one callback');
    }
  });

  it('X5 the first word chooses the application', async () => {
    const sender = from();
    await write('promo oui', sender);
    const request = await reported(sender);
    assert.deepEqual(
      [request.path, request.json.keyword, request.json.text],
      ['/callback/promo', 'promo', 'promo oui'],
    );
  });

  it('X5 over HTTP as well, and a forged notice is refused', async () => {
    const sender = from('HTTP');
    await write('par HTTP', sender, 'infobip');
    assert.equal((await reported(sender)).json.text, 'par HTTP');
    const forged = await sendRequest(
      `${fixture.installation.baseUrl}/sms-providers/HTTP/${'A'.repeat(32)}`,
      {
        method: 'POST',
        body: JSON.stringify({
          results: [{ messageId: 'x', from: sender, to: shortCode, text: 'STOP' }],
        }),
      },
    );
    assert.ok(forged.status >= 400, `HTTP status ${forged.status}`);
    assert.deepEqual(await optOuts(fixture.app), []);
  });

  it('X5 a receiver that is away gets it again, the same', async () => {
    const sender = from();
    let tries = 0;
    receiver.answerWith((request) =>
      request.json?.from === `+${sender}` && ++tries === 1 ? { status: 503 } : {},
    );
    await write('encore', sender);
    await until('a first try', () => requestsAbout(sender).length === 1);
    await fixture.installation.cli(['clock', 'advance', '61']);
    await until('a second try', () => requestsAbout(sender).length === 2);
    const [first, second] = requestsAbout(sender);
    assert.equal(first!.text, second!.text);
  });

  it('X5 STOP ends what a number gets from this application, START begins it again', async () => {
    const number = fixture.number('SMPP');
    assert.equal((await fixture.sms.send({ msisdn: [number], content: 'before' })).status, 200);
    await write('stop promo', number.slice(1));
    assert.deepEqual((await reported(number.slice(1))).json.keyword, 'promo');
    const ofKeyword = await keyword.sms.send({ msisdn: [number], content: 'other app' });
    assert.deepEqual(
      [ofKeyword.status, Object.keys(ofKeyword.json.data as object)],
      [400, [number]],
      'the app of the keyword may not',
    );
    assert.equal(
      (await fixture.sms.send({ msisdn: [number], content: 'this app' })).status,
      200,
      'this one may',
    );
    await write(' Stop! ', number.slice(1));
    await until('both apps of the number are told', () => reportedOf(number.slice(1)).length === 3);
    assert.ok(reportedOf(number.slice(1)).every((request) => request.json.optOut === true));
    const [entry] = await optOuts(fixture.app);
    assert.deepEqual([entry?.msisdn, entry?.source], [number, 'inbound']);
    const others = fixture.numbers('SMPP', 2);
    const refused = await fixture.sms.send({ msisdn: [...others, number], content: 'after' });
    assert.deepEqual(
      [refused.status, Object.keys(refused.json.data as object)],
      [400, [number]],
      'nothing of it is sent',
    );
    for (const other of others)
      assert.deepEqual(await fixture.smsc.lines({ to: other.slice(1) }), []);
    await write('start promo', number.slice(1));
    await until(
      'the other one may again',
      async () => (await keyword.sms.send({ msisdn: [number], content: 'again' })).status === 200,
    );
    assert.equal((await optOuts(fixture.app)).length, 1);
    await write('stop by tomorrow', others[0]!.slice(1));
    await reported(others[0]!.slice(1));
    assert.equal(
      (await fixture.sms.send({ msisdn: others, content: 'still' })).status,
      200,
      'only the word alone counts',
    );
    await write('START', number.slice(1));
    await until(
      'it may be sent to again',
      async () => (await fixture.sms.send({ msisdn: [number], content: 'again' })).status === 200,
    );
    assert.deepEqual(await optOuts(fixture.app), []);
  });

  it('X5 a message that is for nobody is stored and acknowledged, and nobody is told', async () => {
    const sender = from();
    await fixture.smsc.writeTo(accountOf('SMPP'), { from: sender, to: '39999', text: 'who?' });
    await until('the operator was told that we have it', async () => {
      const lines = await fixture.smsc.lines({ account: accountOf('SMPP'), event: 'inbound' });
      return (
        lines.some((line) => line.from === sender) &&
        (await fixture.smsc.undelivered(accountOf('SMPP'))) === 0
      );
    });
    assert.deepEqual(reportedOf(sender), []);
    await fixture.installation.cli(['doctor']);
  });
});
