// Proves that the row of a claim goes with the last outcome of its messages, also where two commits
// at the same time record a part of them each: one waits for an account, the other does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection, Database } from '../../platform/db/database.ts';
import { startRecorder } from './recorder.ts';
import type { Command, LeaseInFlight } from './command.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { db, useFixture } from './testing/fixture-hooks.ts';
import { accept, scriptedRouting, states, until } from './testing/fixture.ts';

useFixture();

/** A database of which the commits of the first connection wait until they are let through. */
function withSlowFirst(database: Database) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let connections = 0;
  const slow = (connection: Connection): Connection => ({
    ...connection,
    async query<Row>(...[statement, values]: Parameters<Connection['query']>) {
      if (statement.text === 'commit') {
        reached.resolve();
        await gate.promise;
      }
      return connection.query<Row>(statement, values);
    },
  });
  const connect: Database['connect'] = async (purpose) => {
    const isFirst = ++connections === 1;
    const connection = await database.connect(purpose);
    return isFirst ? slow(connection) : connection;
  };
  return { database: { ...database, connect }, letThrough: gate.resolve, reached: reached.promise };
}

const answered = (
  position: number,
  lease: LeaseInFlight,
  messageOutcome: MessageOutcome,
): Command => ({
  type: 'answered',
  key: { accountId: 1, batchId: 1n, position },
  lease,
  connection: 'A',
  messageOutcome,
  newParts: [],
  partsTotal: 1,
  msisdn: String(221_770_000_000 + position),
});

const leases = () => db.database.query({ name: 'leases', text: 'select id from sms_lease' });

test('a claim whose last two outcomes are committed side by side leaves no row', async () => {
  await accept(db, { recipients: 2, refund: ['REJECTED'] });
  await db.sql(`update sms_message set state = 'SENDING', due_at = null, lease_id = 1, attempts = 1;
    insert into sms_lease (id, lease_owner, batch_ids, positions) values (1, 7, '{1,1}', '{0,1}')`);
  const { database, letThrough, reached } = withSlowFirst(db.database);
  const nothing = (): void => {};
  const recorder = startRecorder({
    database,
    node: 7,
    routing: () => scriptedRouting(),
    traitsOf: () => undefined,
    now: () => Date.now(),
    onQueued: nothing,
    onUnmatched: nothing,
    onUnreadable: nothing,
    onContradictions: nothing,
  });
  const holder = await db.database.connect();
  await holder.query({ name: 'begin', text: 'begin' });
  await holder.query({ name: 'hold', text: 'select id from account where id = 1 for update' });
  const lease = { id: 1n, open: 2 };

  // Its refund has to wait for the account; it does so apart.
  const refused = recorder.record(answered(0, lease, { to: 'REJECTED', reason: 'refused' }));
  await until('the refund waits for its account', async () => {
    const [row] = await db.database.query<{ waits: boolean }>({
      name: 'waits',
      text: `select exists (select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()) as waits`,
    });
    return row!.waits;
  });
  const sent = recorder.record(answered(1, lease, { to: 'SENT' }));
  await reached;
  await holder.query({ name: 'rollback', text: 'rollback' });
  await refused;
  letThrough();
  await sent;

  assert.deepEqual(await states(db), ['REJECTED refused 1', 'SENT 1']);
  await until('the row of the claim is gone', async () => (await leases()).length === 0);
  await holder.close();
  await recorder.close();
});
