// Proves what a receipt with our reference changes: it finds its message where the id is not known,
// and costs nothing more where it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Statement } from '../../platform/db/database.ts';
import type { Command, LeaseInFlight } from './command.ts';
import { startRecorder, type Recorder } from './recorder.ts';
import { db, useFixture } from './testing/fixture-hooks.ts';
import { accept, receipt, scriptedRouting, states } from './testing/fixture.ts';

useFixture();

/** The database; each statement of its connections is noted. */
const notingStatements = (names: string[]): Database => ({
  ...db.database,
  async connect(purpose) {
    const connection = await db.database.connect(purpose);
    return {
      ...connection,
      query<Row>(statement: Statement, values?: readonly unknown[]) {
        names.push(statement.name);
        return connection.query<Row>(statement, values);
      },
    };
  },
});

async function recordOn(database: Database, run: (recorder: Recorder) => Promise<void>) {
  const recorder = startRecorder({
    database,
    node: 7,
    routing: () => scriptedRouting(),
    traitsOf: () => undefined,
    now: () => Date.now(),
    onQueued() {},
    onUnmatched() {},
    onUnreadable() {},
    onContradictions() {},
  });
  try {
    await run(recorder);
  } finally {
    await recorder.close();
  }
}

/** Messages that are being sent. */
async function sending(recipients: number): Promise<LeaseInFlight> {
  await accept(db, { refund: ['UNDELIVERABLE'], recipients });
  await db.sql(`
    update sms_message set state = 'SENDING', due_at = null, lease_id = 1, attempts = 1;
    insert into sms_lease (id, lease_owner, batch_ids, positions)
      select 1, 7, array_agg(batch_id), array_agg(position) from sms_message`);
  return { id: 1n, open: recipients };
}

const accepted = (position: number, id: string, lease: LeaseInFlight): Command => ({
  type: 'answered',
  key: { accountId: 1, batchId: 1n, position },
  lease,
  connection: 'A',
  messageOutcome: { to: 'SENT' },
  newParts: [{ part: 0, id }],
  partsTotal: 1,
  msisdn: String(221_770_000_000 + position),
});

test('a message is read by the reference of its receipt only where the id is not known', async () => {
  const lease = await sending(2);
  const byReference = 'select_sms_messages_of_commands';
  const names: string[] = [];
  await recordOn(notingStatements(names), async (recorder) => {
    await recorder.record(accepted(0, 'X1', lease));
    names.length = 0;
    await recorder.receipt('A', { ...receipt('X1'), ourRef: '1-0' });
    assert.deepEqual(await states(db), ['DELIVERED 1', 'SENDING 1']);
    assert.ok(names.length > 0 && !names.includes(byReference), names.join());
    // The answer of the other is still to come.
    await recorder.receipt('A', { ...receipt('X2', 'undeliverable'), ourRef: '1-1' });
    assert.ok(names.includes(byReference));
    assert.deepEqual(await states(db), ['DELIVERED 1', 'UNDELIVERABLE undeliverable 1']);
  });
});

test('that the operator knows no outcome, told before the answer, counts once that is there', async () => {
  const lease = await sending(1);
  await recordOn(db.database, async (recorder) => {
    await recorder.receipt('A', { ...receipt('X1', 'unknown'), ourRef: '1-0' });
    assert.deepEqual(await states(db), ['SENDING 1']);
    await recorder.record(accepted(0, 'X1', lease));
    assert.deepEqual(await states(db), ['UNKNOWN unknown_to_operator 1']);
  });
});

test('of one id for two numbers a report with our reference ends its message, and no other one', async () => {
  const lease = await sending(2);
  await recordOn(db.database, async (recorder) => {
    await recorder.record(accepted(0, 'x', lease));
    await recorder.record({
      type: 'lost',
      key: { batchId: 1n, position: 1 },
      lease,
      batch: null,
    });
    const report = receipt('x', 'delivered', { msisdn: '221770000001', ourRef: '1-1' });
    await recorder.receipt('A', report);
    assert.deepEqual(await states(db), ['DELIVERED 1', 'SENT 1']);
    await recorder.receipt('A', receipt('x', 'delivered', { msisdn: '221770000000' }));
  });
  assert.deepEqual(await states(db), ['DELIVERED 2']);
});
