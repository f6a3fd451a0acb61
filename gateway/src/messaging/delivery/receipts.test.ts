// Proves that answers and receipts are matched in whatever order they come, on whichever node, and
// however the operator spells its ids.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import type { SmsReceipt } from '@jokko/connectors/kit';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../node/doctor/testing/postgres.ts';
import { LeaseOver } from '../../platform/db/commit-fate.ts';
import type { RefundableState } from '../routing/index.ts';
import { startRecorder, type Recorder } from './recorder.ts';
import type { Answered, Command } from './command.ts';
import { createScriptedOperator } from './testing/scripted-connector.ts';
import {
  accept,
  layTables,
  messages,
  receipt,
  scriptedRouting,
  spent,
  startFixture,
  states,
  untilStates,
  type Fixture,
} from './testing/fixture.ts';

let postgres: TestPostgres;
let db: TestDatabase;
let fixtures: Fixture[];
let recorders: Recorder[];
let unreadable: number;
let contradictions: number;

before(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  db = await postgres.database();
  await layTables(db, [7, 8]);
  fixtures = [];
  recorders = [];
  contradictions = 0;
  unreadable = 0;
});
afterEach(async () => {
  for (const fixture of fixtures) await fixture.close();
  for (const recorder of recorders) await recorder.close();
  await db.close();
});
after(() => postgres.close());

const refund: RefundableState[] = ['UNDELIVERABLE', 'REJECTED'];

function recorderOn(node: number): Recorder {
  const routing = scriptedRouting();
  const recorder = startRecorder({
    database: db.database,
    node,
    routing: () => routing,
    traitsOf: () => undefined,
    now: () => Date.now(),
    onQueued: () => {},
    onUnmatched: () => {},
    onUnreadable: () => void (unreadable += 1),
    onContradictions: (count) => (contradictions += count),
  });
  recorders.push(recorder);
  return recorder;
}

/** A message as it is between its claim and its answer. */
async function claimed(recipients: number, lease = 1): Promise<void> {
  await db.sql(`
    update sms_message set state = 'SENDING', due_at = null, lease_id = ${lease}, attempts = 1;
    insert into sms_lease (id, lease_owner, batch_ids, positions)
      select ${lease}, 7, array_agg(batch_id), array_agg(position) from sms_message
        having count(*) = ${recipients}`);
}
const answered = (
  position: number,
  ids: string[],
  lease: Answered['lease'],
  batchId = 1n,
): Command => ({
  type: 'answered',
  key: { accountId: 1, batchId, position },
  lease,
  connection: 'A',
  messageOutcome: { to: 'SENT' },
  newParts: ids.map((id, part) => ({ part, id })),
  partsTotal: ids.length,
  msisdn: String(221770000000 + position),
});

test('F70 a receipt that is earlier than its answer waits for it, on another node, too', async () => {
  await accept(db, { refund, recipients: 2 });
  await claimed(2);
  const [one, other] = [recorderOn(7), recorderOn(8)];
  await other.receipt('A', receipt('X1'));
  await other.receipt('A', receipt('X1'));
  const lease = { id: 1n, open: 2 };
  await one.record(answered(0, ['x1'], lease));
  assert.deepEqual(await states(db), ['DELIVERED 1', 'SENDING 1']);
  await other.receipt('A', receipt('X2', 'undeliverable'));
  await one.record(answered(1, ['X2'], lease));
  assert.deepEqual(await states(db), ['DELIVERED 1', 'UNDELIVERABLE undeliverable 1']);
  assert.equal(contradictions, 0);
});

const spellings: { name: string; answer: string; receipt: Partial<SmsReceipt> & { id: string } }[] =
  [
    { name: 'letter case', answer: 'aBcD', receipt: { id: 'AbCd' } },
    { name: 'leading zeros in the receipt', answer: '4711', receipt: { id: '0000004711' } },
    { name: 'leading zeros in the answer', answer: '0000004711', receipt: { id: '4711' } },
    {
      name: 'hexadecimal answer, decimal receipt, told by the connector',
      answer: '1A2B',
      receipt: { id: '6699', alternatives: ['1a2b'] },
    },
    {
      name: 'decimal answer, hexadecimal receipt, told by the connector',
      answer: '6699',
      receipt: { id: '00001A2B', alternatives: ['6699'] },
    },
    { name: 'a number in national form', answer: 'n', receipt: { id: 'n', msisdn: '770000000' } },
  ];
for (const { name, answer, receipt: reported } of spellings) {
  for (const first of ['answer', 'receipt'] as const) {
    test(`F70 ${name}, ${first} first`, async () => {
      await accept(db, { refund });
      await claimed(1);
      const recorder = recorderOn(7);
      const steps = [
        () => recorder.record(answered(0, [answer], { id: 1n, open: 1 })),
        () => recorder.receipt('A', receipt(reported.id, 'delivered', reported)),
      ];
      for (const step of first === 'answer' ? steps : steps.toReversed()) await step();
      assert.deepEqual(await states(db), ['DELIVERED 1']);
      const parts = await db.database.query<{ batch: bigint | null }>({
        name: 'parts',
        text: 'select batch_id as batch from sms_part',
      });
      assert.deepEqual(parts, [{ batch: 1n }], 'nothing is left waiting');
    });
  }
}

test('a receipt for another number is not taken for ours', async () => {
  await accept(db, { refund });
  await claimed(1);
  const recorder = recorderOn(7);
  await recorder.record(answered(0, ['5'], { id: 1n, open: 1 }));
  await recorder.receipt('A', receipt('5', 'undeliverable', { msisdn: '221771234567' }));
  assert.deepEqual(await states(db), ['SENT 1']);
  const parked = await db.database.query<{ msisdn: bigint }>({
    name: 'parked',
    text: 'select msisdn from sms_part where batch_id is null',
  });
  assert.deepEqual(parked, [{ msisdn: 221771234567n }], 'it was acknowledged, so it is kept');
});

test('an operator that counts from the beginning again: both messages keep their id, and get their own receipts', async () => {
  for (const first of ['answer', 'receipt'] as const) {
    const id = first === 'answer' ? 1 : 2;
    await accept(db, { id, refund, recipients: 2 });
    await db.sql(`update sms_message set state = 'SENDING', due_at = null, lease_id = ${id},
      attempts = 1 where batch_id = ${id};
      insert into sms_lease (id, lease_owner, batch_ids, positions)
        values (${id}, 7, '{${id},${id}}', '{0,1}')`);
    const [one, other] = [recorderOn(7), recorderOn(8)];
    const lease = { id: BigInt(id), open: 2 };
    const partId = `again-${id}`;
    await one.record(answered(0, [partId], lease, BigInt(id)));
    const steps = [
      () => one.record(answered(1, [partId], lease, BigInt(id))),
      () => other.receipt('A', receipt(partId, 'delivered', { msisdn: '770000001' })),
    ];
    for (const step of first === 'answer' ? steps : steps.toReversed()) await step();
    await other.receipt('A', receipt(partId, 'undeliverable', { msisdn: '221770000000' }));
    assert.deepEqual(
      (await messages(db)).filter(({ batch }) => batch === id).map(({ state }) => state),
      ['UNDELIVERABLE', 'DELIVERED'],
    );
  }
});

test('an answer that comes late brings its id, before or after its receipt', async () => {
  for (const first of ['answer', 'receipt'] as const) {
    const id = first === 'answer' ? 1 : 2;
    await accept(db, { id, refund });
    await db.sql(
      `update sms_message set state = 'UNKNOWN', reason = 'answer_timeout', due_at = null,
        part_ids = array[null]::text[] where batch_id = ${id}`,
    );
    const recorder = recorderOn(7);
    const key = { batchId: BigInt(id), position: 0 };
    const steps = [
      () =>
        recorder.record({
          type: 'late',
          key,
          connection: 'A',
          part: 0,
          isOnly: true,
          id: `L${id}`,
        }),
      () => recorder.receipt('A', receipt(`L${id}`)),
    ];
    for (const step of first === 'answer' ? steps : steps.toReversed()) await step();
    assert.equal((await messages(db)).find(({ batch }) => batch === id)!.state, 'DELIVERED');
  }
});

test('a late answer that is recorded before the time-out it was too late for keeps its id', async () => {
  await accept(db, { refund, parts: 2, content: 'x'.repeat(200) });
  await claimed(1);
  const recorder = recorderOn(7);
  const key = { batchId: 1n, position: 0 };
  await recorder.record({ type: 'late', key, connection: 'A', part: 1, isOnly: false, id: 'two' });
  await recorder.receipt('A', receipt('two'));
  const messageOutcome = { to: 'UNKNOWN', reason: 'answer_timeout' } as const;
  await recorder.record({
    ...(answered(0, ['one'], { id: 1n, open: 1 }) as Answered),
    messageOutcome,
    partsTotal: 2,
  });
  await recorder.receipt('A', receipt('one'));
  assert.deepEqual(await states(db), ['DELIVERED 1']);
});

test('an id that the operator gives again belongs to the newest message, once the old one has ended', async () => {
  await accept(db, { refund, recipients: 3 });
  await claimed(3);
  const recorder = recorderOn(7);
  const lease = { id: 1n, open: 3 };
  await recorder.record(answered(0, ['5'], lease));
  await recorder.record(answered(1, ['5'], lease));
  assert.equal(contradictions, 0, 'another number: both have it');
  await recorder.receipt('A', receipt('5'));
  assert.deepEqual(await states(db), ['DELIVERED 1', 'SENDING 1', 'SENT 1']);
  // The receipt of the third is earlier than its answer, and bears its number.
  await recorder.receipt('A', receipt('5', 'undeliverable', { msisdn: '221770000002' }));
  await recorder.record(answered(2, ['5'], lease));
  assert.deepEqual(
    (await messages(db)).map(({ state }) => state),
    ['DELIVERED', 'SENT', 'UNDELIVERABLE'],
  );
});

test('what no database can hold is no reason to be asked again for ever', async () => {
  const recorder = recorderOn(7);
  await recorder.receipt('A', receipt('a\0b', 'delivered', { errorCode: '\u0001' }));
  await recorder.receipt('A', receipt('', 'delivered'));
  await recorder.receipt('A', receipt('   ', 'delivered', { alternatives: [''] }));
  await recorder.receipt('A', receipt('x'.repeat(256)));
  assert.equal(unreadable, 4);
  await recorder.receipt(
    'A',
    receipt('\0', 'delivered', {
      alternatives: ['ff'],
      errorCode: '\0'.repeat(50) + 'e'.repeat(50),
    }),
  );
  assert.equal(unreadable, 4);
});

test('F69 a node that has lost its lease acknowledges no receipt, so that the carrier sends it to another', async () => {
  await accept(db, {});
  await claimed(1);
  await recorderOn(8).record(answered(0, ['5'], { id: 1n, open: 1 }));
  await db.sql('update node set ended_at = now() where incarnation = 7');
  await assert.rejects(recorderOn(7).receipt('A', receipt('5')), LeaseOver);
  assert.equal(unreadable, 0);
  await recorderOn(8).receipt('A', receipt('5'));
  assert.deepEqual(await states(db), ['DELIVERED 1']);
});

test('a hundred receipts and answers at once, on two nodes that know nothing of each other', async () => {
  await accept(db, { refund, recipients: 100 });
  await claimed(100);
  const [one, other] = [recorderOn(7), recorderOn(8)];
  const lease = { id: 1n, open: 100 };
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  await Promise.all([
    ...numbers.map((number) => one.record(answered(number, [`id-${number}`], lease))),
    ...numbers.map((number) =>
      other.receipt('A', receipt(`id-${number}`, number % 2 === 0 ? 'delivered' : 'rejected')),
    ),
  ]);
  assert.deepEqual(await states(db), ['DELIVERED 50', 'REJECTED rejected_by_operator 50']);
  assert.equal(await spent(db), 50);
  assert.deepEqual(await db.database.query({ name: 'c', text: 'select 1 from sms_lease' }), []);
});

/** One message of some parts, and what its operator says of each. */
const lives = fc.record({
  parts: fc.array(
    fc.constantFrom(
      'delivered' as const,
      'undeliverable' as const,
      'unknown' as const,
      'enroute' as const,
      null,
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  repeats: fc.nat({ max: 2 }),
});

test('any order of answers, receipts and repetitions on two nodes ends in one state, with the right money', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(lives, { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat({ max: 1_000 })),
      async (messagesOf, order) => {
        const batch = ++round;
        await db.sql(`delete from sms_message; delete from sms_part; delete from sms_lease`);
        const batches = messagesOf.map(({ parts }, index) => ({
          refund,
          id: batch * 100 + index,
          parts: parts.length,
          content: 'x',
        }));
        await accept(db, ...batches);
        await claimed(messagesOf.length);
        const nodes = recorders.length === 0 ? [recorderOn(7), recorderOn(8)] : recorders;
        const lease = { id: 1n, open: messagesOf.length };
        const steps = messagesOf.flatMap(({ parts, repeats }, index) => {
          const id = (part: number) => `m${batch}-${index}-${part}`;
          const ids = parts.map((_, part) => id(part));
          const reported = parts.flatMap((state, part) =>
            state === null
              ? []
              : Array.from({ length: repeats + 1 }, () => receipt(id(part), state)),
          );
          return [
            () => nodes[0]!.record(answered(0, ids, lease, BigInt(batch * 100 + index))),
            ...reported.map((each, at) => () => nodes[at % 2]!.receipt('A', each)),
          ];
        });
        const shuffled = steps
          .map((step) => ({ step, at: order.next().value as number }))
          .toSorted((a, b) => a.at - b.at);
        // In waves, so that some meet in one commit, some in two at the same time, some one after
        // the other.
        for (let at = 0; at < shuffled.length; at += 3)
          await Promise.all(shuffled.slice(at, at + 3).map(({ step }) => step()));
        const rows = await messages(db);
        const expected = messagesOf.map(({ parts }) => expectedState(parts));
        assert.deepEqual(
          rows.map(({ state }) => state),
          expected,
        );
        const kept = messagesOf.reduce(
          (sum, { parts }, index) => sum + (expected[index] === 'UNDELIVERABLE' ? 0 : parts.length),
          0,
        );
        assert.equal(await keptOf(batch), kept);
        assert.deepEqual(
          await db.database.query({ name: 'c', text: 'select 1 from sms_lease' }),
          [],
        );
      },
    ),
    { numRuns: 30 },
  );
});

function expectedState(parts: (string | null)[]): string {
  if (parts.includes('undeliverable')) return 'UNDELIVERABLE';
  if (parts.every((state) => state === 'delivered')) return 'DELIVERED';
  return parts.includes('unknown') ? 'UNKNOWN' : 'SENT';
}

/** Charged less given back for the batches of a round, in prices of a part. */
async function keptOf(batch: number): Promise<number> {
  const [row] = await db.database.query<{ kept: bigint }>(
    {
      name: 'kept',
      text: `select coalesce(sum(case verb when 'charge' then amount else -amount end),
        0)::bigint as kept from transfer
        where sms_batch_id between $1 and $2`,
    },
    [batch * 100, batch * 100 + 99],
  );
  return Number(row!.kept / 100_000n);
}

test('a node records receipts of messages that another node sent', async () => {
  await accept(db, { refund, recipients: 20 });
  const operator = createScriptedOperator();
  fixtures.push(await startFixture(db, { node: 7, operator }));
  await untilStates(db, ['SENT 20']);
  fixtures.push(await startFixture(db, { node: 8 }));
  const elsewhere = recorderOn(8);
  await Promise.all([...operator.ids.values()].map((id) => elsewhere.receipt('A', receipt(id))));
  await untilStates(db, ['DELIVERED 20']);
});
