// X6: proves that the final state of every recipient is pushed to the sender's server: signed, in
// batches of up to 100, once, repeated until it is taken, and beside the callbacks of payments.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import { sendRequest, startReceiver, until } from './harness/index.ts';
import type { Json, Receiver } from './harness/index.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';
import { accountOf } from './harness/sms-routing.ts';

let fixture: SmsFixture;
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
  fixture = await openSmsFixture({
    connections: {
      SMPP: {},
      SILENT: { config: { receipts: false } },
      // Only what gets no answer goes over it.
      HASTY: { config: { responseTimeoutMs: 500 } },
    },
  });
  const refusedOnce = ['/late', '/again'];
  receiver.answerWith(({ path }) => {
    const index = refusedOnce.findIndex((each) => path.endsWith(each));
    if (index >= 0) refusedOnce.splice(index, 1);
    return { status: index >= 0 ? 500 : 200 };
  });
});
after(async () => {
  await receiver.close();
  await fixture?.close();
});

const pushes = (path: string) => receiver.requests.filter((request) => request.path.endsWith(path));
/** States by number, as the pushes to a path tell them. */
function told(path: string): Map<string, string[]> {
  const states = new Map<string, string[]>();
  const seen = new Set<unknown>();
  for (const { json } of pushes(path)) {
    if (seen.has(json.id)) continue;
    seen.add(json.id);
    for (const { msisdn, state } of json.reports as { msisdn: string; state: string }[])
      states.set(msisdn, [...(states.get(msisdn) ?? []), state]);
  }
  return states;
}

describe('X6 delivery reports', { concurrency: true }, () => {
  it('X6 every recipient is told once, in signed callbacks of up to 100', async () => {
    const { sms, app } = await fixture.newApp();
    await fixture.installation.cli([
      'sms-app',
      'set',
      app.appId,
      '--report-url',
      `${receiver.url}/all`,
    ]);
    const good = fixture.numbers('SMPP', 250);
    const refused = fixture.number('SMPP', '7011');
    const lost = fixture.number('SMPP', '9001');
    const id = await sms.accept([...good, refused, lost]);
    await until('all are told', () => told('/all').size === 252);
    for (const number of good) assert.deepEqual(told('/all').get(number), ['DELIVERED']);
    assert.deepEqual(told('/all').get(refused), ['REJECTED']);
    assert.deepEqual(told('/all').get(lost), ['UNDELIVERABLE']);
    for (const { json } of pushes('/all')) {
      assert.equal(json.event, 'sms.reports');
      assert.ok((json.reports as Json[]).length <= 100);
      assert.equal((json.reports as Json[])[0]!.batchId, id);
    }
    assert.ok(pushes('/all').length < 100, 'they are not sent one by one');
    await fixture.installation.cli(['doctor']);
  });

  it('X6 the address of a request goes before the application’s; it is signed, and checked', async () => {
    const { sms, account } = await fixture.newApp();
    const number = fixture.number('SMPP');
    const send = (callbackUrl: unknown) =>
      sendRequest(`${fixture.installation.baseUrl}/api/send-sms`, {
        method: 'POST',
        body: JSON.stringify({
          app_key: sms.appKey,
          sender: 'TEST',
          content: 'x',
          msisdn: [number],
          callbackUrl,
        }),
      });
    for (const [wrong, why] of [
      ['ftp://example.org', /adresse entière/],
      ['nowhere', /adresse entière/],
      ['http://user:word@127.0.0.1:9000', /Retirez l'utilisateur/],
      ['http://192.168.1.4/reports', /réseau privé.*JOKKO_OUTBOUND_ALLOW\.$/],
      [7, /2 000 caractères/],
    ] as const) {
      const { status, json } = await send(wrong);
      assert.deepEqual([status, Object.keys(json.data)], [400, ['callbackUrl']], String(wrong));
      assert.match(json.data.callbackUrl.replace(/\s/g, ' '), why);
    }
    assert.equal((await send(null)).status, 200);
    assert.equal((await send(`${receiver.url}/one`)).status, 200);
    const [push] = await until('told', () => pushes('/one').length > 0 && pushes('/one'));
    assert.deepEqual(
      await verifyWebhook({
        headers: push!.headers,
        body: push!.bytes,
        secret: account.webhookSecret,
      }),
      { ok: true },
    );
    const listed = await fixture.installation.runCli(['callback', 'show', String(push!.json.id)]);
    assert.equal(listed.code, 0, listed.stdout);
  });

  it('X6 X10 without receipts SENT is told, as nothing follows it', async () => {
    const { sms } = await fixture.newApp();
    const number = fixture.number('SILENT');
    const answer = await sms.send({
      msisdn: [number],
      content: 'x',
      callbackUrl: `${receiver.url}/silent`,
    } as Parameters<typeof sms.send>[0]);
    assert.equal(answer.status, 200, answer.text);
    await until('told', () => told('/silent').has(number));
    assert.deepEqual(told('/silent').get(number), ['SENT']);
  });

  it('X6 a receipt that comes after UNKNOWN is told after it, even when that was not taken at once', async () => {
    const { sms } = await fixture.newApp();
    const number = fixture.number('HASTY', '8003');
    await fixture.smsc.behave(accountOf('HASTY'), { holdReceipts: true });
    const answer = await sms.send({
      msisdn: [number],
      content: 'x',
      callbackUrl: `${receiver.url}/late`,
    } as Parameters<typeof sms.send>[0]);
    assert.equal(answer.status, 200, answer.text);
    await until('UNKNOWN was refused once', () => pushes('/late').length === 1);
    await fixture.smsc.behave(accountOf('HASTY'), { holdReceipts: false });
    await sms.untilState(String(answer.headers['x-batch-id']), 'DELIVERED');
    await fixture.installation.cli(['clock', 'advance', '70']);
    await until('both are told', () => told('/late').get(number)?.length === 2);
    assert.deepEqual(told('/late').get(number), ['UNKNOWN', 'DELIVERED']);
    const [refused, taken, ...others] = pushes('/late').map(({ json }) => json.id as number);
    assert.equal(refused, taken, 'UNKNOWN was taken before');
    assert.ok(others.length > 0 && others.every((id) => id !== taken));
  });

  it('X6 what is not taken is repeated, with the same id', async () => {
    const { sms } = await fixture.newApp();
    const number = fixture.number('SMPP');
    const answer = await sms.send({
      msisdn: [number],
      content: 'x',
      callbackUrl: `${receiver.url}/again`,
    } as Parameters<typeof sms.send>[0]);
    assert.equal(answer.status, 200, answer.text);
    await until('refused once', () => pushes('/again').length === 1);
    await fixture.installation.cli(['clock', 'advance', '70']);
    await until('repeated', () => pushes('/again').length === 2);
    assert.equal(new Set(pushes('/again').map(({ text }) => text)).size, 1);
  });
});
