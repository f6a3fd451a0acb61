// F69: proves that whoever learned the secret address of a carrier books nothing by it and ends no
// message of another connection, whatever the reports say that it is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import type { SmsConnector } from '@jokko/connectors/kit';
import { messages as messagesCheck } from './checks.ts';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import { accept, messages, spent, states, twoConnections, until } from './testing/fixture.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';

useFixture();

const config = { baseUrl: 'https://infobip.example', apiKey: 'key' };
/** The warning of what contradicts what is known, and of the status `Invented`. */
const expectedWarning = /^(?:ids or receipts contradict|a status in a report is not listed)/;
const connectorOf = (name: 'africas-talking' | 'infobip'): SmsConnector => smsConnectors[name]!;

/**
 * Message 1 went over A, 2 over B, to one number each; the answer to message 3, over B, was lost.
 * Notices are read as `connector` reads them.
 */
async function startUnder(connector: SmsConnector) {
  await accept(
    db,
    { id: 1, refund: ['UNDELIVERABLE', 'REJECTED', 'EXPIRED'] },
    ...[2, 3].map((id) => ({ id, connection: 'B', refund: ['UNDELIVERABLE' as const] })),
  );
  const operator = createScriptedOperator();
  operator.answer = ({ ourRef }) =>
    ourRef === '3-0'
      ? { kind: 'unknown', cause: 'timeout' }
      : { kind: 'accepted', id: `ATXid_${ourRef}` };
  operator.connector.receive = (own, notice) => connector.receive!({ ...own, config }, notice);
  const fixture = await start({ operator, routing: twoConnections() });
  await until('all are as far as they come', async () =>
    (await messages(db)).every(({ state }) => state === 'SENT' || state === 'UNKNOWN'),
  );
  const { notices } = fixture.delivery;
  const [, , connection, secret] = notices.pathOf('A').split('/');
  return {
    ...fixture,
    /** The status of the answer. */
    take: async (body: string | Buffer) =>
      (await notices.take(connection!, secret!, {
        method: 'POST',
        path: '/',
        headers: {},
        body: Buffer.from(body),
        receivedAtMs: 0,
      }))!.status,
  };
}

async function isClean(): Promise<void> {
  const found = await db.database.query<{ example: string }>({
    name: 'I-33',
    text: messagesCheck.sql as string,
  });
  // Positions of this fixture begin with 0.
  assert.deepEqual(
    found.filter(({ example }) => !example.endsWith(' at 0 to 0')),
    [],
  );
}

/** Ids of messages over another connection, and what is no id of any. */
const foreignIds = [
  ...['ATXid_2-0', 'ATXID_2-0', ' ATXid_2-0 ', '2-0', '3-0', '2', '0x2', 'None', '__proto__'],
  ...['ATXid_1-0\t1000000', 'ATXid_1-0\0', '{ATXid_1-0}', '"ATXid_1-0"', 'a,b\\', "x' or 1=1 --"],
  ...['é'.repeat(255), '😀'.repeat(127), '\ud83d', '0'.repeat(255), 'f'.repeat(255)],
  'x'.repeat(1_000_000),
  '😀'.repeat(250_000),
];
const phones = ['+221770000000', '', '٤'.repeat(300_000)];

const form = (members: { [name: string]: string }): string =>
  new URLSearchParams(members).toString();

test('F69 Africa’s Talking: reports of what is not the connection’s change nothing, and each is answered', async () => {
  const { take, delivery, warnings } = await startUnder(connectorOf('africas-talking'));
  const before = await messages(db);
  let taken = 0;
  for (const id of foreignIds)
    for (const status of ['Success', 'Failed', 'Invented'])
      for (const phoneNumber of phones) {
        const failureReason = 'x'.repeat(300);
        const answer = await take(
          form({ id, status, phoneNumber, cost: 'XTS -99999999999.9999', failureReason }),
        );
        taken += 1;
        assert.ok(answer === 200 || answer === 400, `${answer}: ${id.slice(0, 20)}`);
      }
  await delivery.rounds.lostAnswers();
  assert.deepEqual(await messages(db), before);
  assert.equal(await spent(db), 3);
  assert.ok(warnings.length <= taken, 'a line of the log for a notice at most');
  assert.ok(
    warnings.every((line) => expectedWarning.test(line)),
    warnings.join('\n'),
  );
  await isClean();
});

test('F69 Africa’s Talking: of a hundred reports that contradict each other one counts, and gives back once', async () => {
  const { take } = await startUnder(connectorOf('africas-talking'));
  const report = (status: string) => take(form({ id: 'ATXid_1-0', status }));
  await report('Failed');
  const others = Array.from({ length: 100 }, (_, at) =>
    report(['Success', 'Failed', 'Rejected', 'Expired'][at % 4]!),
  );
  assert.deepEqual(new Set(await Promise.all(others)), new Set([200]));
  assert.deepEqual(await states(db), [
    'SENT 1',
    'UNDELIVERABLE undeliverable 1',
    'UNKNOWN answer_timeout 1',
  ]);
  assert.equal(await spent(db), 2);
  await isClean();
});

test('F69 Infobip: without a proof only its logs count, whatever a notice says', async () => {
  const infobip = connectorOf('infobip');
  const { take, operator, delivery, warnings } = await startUnder(infobip);
  const asked: string[] = [];
  let logs: object[] = [];
  const context = {
    config,
    log: () => {},
    http: ({ url }: { url: string }) => {
      asked.push(url);
      const body = Buffer.from(JSON.stringify({ results: logs }));
      return Promise.resolve({ kind: 'answer' as const, status: 200, headers: {}, body });
    },
  };
  operator.connector.confirm = (_, unproven) => infobip.confirm!(context, unproven);
  const report = (messageId: string, more: object = {}) => ({
    messageId,
    callbackData: '2-0',
    to: '221770000000',
    messageCount: 2 ** 53,
    price: { pricePerMessage: -1e9, currency: 'XTS' },
    status: { groupId: 3, id: 5, name: 'DELIVERED_TO_HANDSET' },
    error: { id: 1e300, permanent: true },
    ...more,
  });
  const before = await messages(db);
  const ids = [...foreignIds, 'ATXid_1-0'];
  // Its logs know nothing of them; then that the one message is under way.
  for (logs of [[], [report('ATXid_1-0', { status: { groupId: 1, id: 26 } })]])
    for (const results of [ids.map((id) => report(id)), ids.map((id) => report(id)).toReversed()])
      assert.ok([200, 400, 503].includes(await take(JSON.stringify({ results }))));
  const many = { results: Array.from({ length: 25_000 }, (_, at) => report(`x${at}`)) };
  const askedBefore = asked.length;
  assert.equal(await take(JSON.stringify(many)), 400);
  assert.equal(asked.length, askedBefore, 'the carrier is not asked for a flood');
  await delivery.rounds.lostAnswers();
  assert.deepEqual(await messages(db), before);
  assert.deepEqual(warnings, []);
  // What the logs tell is true, but a reference in them is of no message of another connection.
  logs = [report('ATXid_1-0')];
  await take(JSON.stringify({ results: [report('ATXid_1-0', { callbackData: '1-0' })] }));
  logs = [report('ATXid_1-0', { callbackData: '1-0' })];
  assert.deepEqual(await messages(db), before);
  await take(JSON.stringify({ results: [report('ATXid_1-0')] }));
  assert.deepEqual(
    (await messages(db)).map(({ state }) => state),
    ['DELIVERED', 'SENT', 'UNKNOWN'],
  );
  assert.equal(await spent(db), 3);
  await isClean();
});
