// Proves that the book of messages holds everything that was reported to anybody, and that the
// SMSC resumes where it was after a kill -9.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { idOf, openClient, receiptOf, startOperator, submitBody, text } from './operator.ts';
import { callsTo, newFolder, until } from './provider.ts';
import type { TestContext } from 'node:test';
import type { Client } from './operator.ts';

interface Running {
  client: Client;
  calls: ReturnType<typeof callsTo>;
  kill(): Promise<void>;
}

async function startProcess(t: TestContext, folder: string): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, SIM_DELAY_MS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const { listening, smpp } = JSON.parse(line) as { listening: string; smpp: number };
  const client = await openClient(t, smpp);
  await client.ask(
    9,
    Buffer.concat([text('jokko'), text('secret'), text(''), Buffer.from([0x34, 0, 0]), text('')]),
  );
  return { client, calls: callsTo(listening), kill };
}

test('kill -9 under load: every submission that was answered is in the book once, and every receipt comes', async (t) => {
  const folder = newFolder(t);
  const { client, kill } = await startProcess(t, folder);
  // Receipts are not acknowledged, so that all of them are still to come after the restart.
  client.acknowledgeWith = null;
  let sent = 0;
  const answers = () => client.received.filter(({ id }) => id === 0x8000_0004);
  const feed = setInterval(() => {
    // Over its window of 1,000 the SMSC throttles, and what it throttles has no id.
    if (sent - answers().length > 500) return;
    for (let count = 0; count < 50; count += 1)
      client.write(
        4,
        submitBody(
          `2217700${String((sent += 1))
            .padStart(5, '0')
            .slice(0, 1)}${String(sent % 7000).padStart(4, '0')}`,
        ),
      );
  }, 1);
  await until(() => answers().length > 500);
  await kill();
  clearInterval(feed);
  const answered = answers().map(idOf);
  appendFileSync(join(folder, 'sms.jsonl'), '{"event":"accepted","atMs":17,"seq":9');

  const next = await startProcess(t, folder);
  const { body } = await next.calls.control('GET', '/sms/reconcile');
  assert.ok(
    body.accepted >= answered.length && body.accepted <= sent,
    `${answered.length} <= ${body.accepted} <= ${sent}`,
  );
  assert.deepEqual(body.acceptedTwice, []);
  const delivered = await next.client.untilDeliveries(body.accepted);
  const reported = new Set(delivered.map((delivery) => receiptOf(delivery).id));
  assert.deepEqual(
    answered.filter((id) => !reported.has(id)),
    [],
  );
  const fresh = idOf(await next.client.submit('221770000001'));
  assert.ok(!reported.has(fresh), 'an id is never given twice');
});

test('what was acknowledged does not come again after a restart; what waits for its time comes at its time', async (t) => {
  const folder = newFolder(t);
  const first = await startOperator(t, { dataDir: folder });
  const client = await first.bind(t);
  await client.submit('221770000001');
  await client.submit('221770008000', { validity: '000000010000000R' });
  await client.submit('221770008007');
  await first.control('POST', '/sms/inbound', { from: '221770000009', to: '40404', text: 'STOP' });
  await client.untilDeliveries(2);
  await until(() => client.received.length >= 6);
  await first.control('GET', '/sms');
  await first.close();

  const second = await startOperator(t, { dataDir: folder });
  const again = await second.bind(t);
  await second.advance(3_599);
  await again.ask(0x15, Buffer.alloc(0));
  assert.equal(again.deliveries().length, 0);
  await second.advance(2);
  const [expired] = (await again.untilDeliveries(1)).map(receiptOf);
  assert.equal(expired?.stat, 'EXPIRED');
  const { body } = await second.control('GET', '/sms');
  assert.deepEqual(
    [body.counts.accepted, body.counts.inbound, body.counts.receipts],
    [3, 1, { DELIVRD: 1, EXPIRED: 1 }],
  );
});

test('messages and receipts wait for a bind', async (t) => {
  const operator = await startOperator(t);
  const transmitter = await operator.bind(t, 'jokko', 2);
  await transmitter.submit('221770000001');
  await operator.control('POST', '/sms/inbound', {
    from: '221770000009',
    to: '40404',
    text: 'STOP',
  });
  const { body } = await operator.control('GET', '/sms');
  assert.equal(body.smpp.accounts[0].waiting, 2);
  const receiver = await operator.bind(t, 'jokko', 1);
  assert.equal((await receiver.untilDeliveries(2)).length, 2);
});

test('the book finds messages by number and id with readable texts, and tells what was accepted twice', async (t) => {
  const operator = await startOperator(t);
  const client = await operator.bind(t);
  const ucs2 = Buffer.from('Fête', 'utf16le').swap16();
  const header = Buffer.from([5, 0, 3, 9, 2, 1]);
  const body = {
    octets: Buffer.concat([header, ucs2]),
    coding: 8,
    esmClass: 0x40,
    options: Buffer.from([2, 4, 0, 2, 0, 77]),
  };
  const ids = [
    idOf(await client.submit('221770000001', body)),
    idOf(await client.submit('221770000001', body)),
  ];
  await client.submit('221770000002');
  await client.untilDeliveries(3);
  const lines = (await operator.control('GET', `/sms/book?event=accepted&to=221770000001`)).body;
  assert.equal(lines.length, 2);
  const { id, text: said, header: joined, coding, from, reference, wants } = lines[0];
  assert.deepEqual(
    [id, said, joined, coding, from, reference, wants],
    [ids[0], 'Fête', '050003090201', 8, 'JOKKO', '77', 'everything'],
  );
  const reconciled = (await operator.control('GET', '/sms/reconcile')).body;
  assert.deepEqual(
    [reconciled.accepted, reconciled.acceptedTwice],
    [3, [{ to: '221770000001', ids }]],
  );
  assert.deepEqual([reconciled.receiptsEach, reconciled.lastState], [{ 1: 3 }, { DELIVRD: 3 }]);
});

test('a book with messages of a protocol of before is read, and they are told to nobody', async (t) => {
  const folder = newFolder(t);
  const of = { atMs: 1, protocol: 'http', account: 'http', to: '221770000001', text: 'Bonjour' };
  const accepted = {
    event: 'accepted',
    seq: 1,
    id: 'm1',
    from: 'JOKKO',
    wants: 'everything',
    ...of,
  };
  const inbound = { event: 'inbound', seq: 2, from: '221770000009', ...of };
  const book = [accepted, inbound].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, 'sms.jsonl'), book);
  const operator = await startOperator(t, { dataDir: folder, delayMs: 0 });
  const client = await operator.bind(t);
  await client.submit('221770000002');
  await client.untilDeliveries(1);
  const { counts } = (await operator.control('GET', '/sms')).body;
  assert.deepEqual([counts.accepted, counts.inbound, counts.receipts], [2, 1, { DELIVRD: 1 }]);
});
