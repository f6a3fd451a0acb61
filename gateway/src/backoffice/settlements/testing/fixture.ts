// Fixture of the settlement tests: an account with money, two of its users, two of the operator's,
// and a destination past its waiting period.

import assert from 'node:assert/strict';
import type { Connection, Database } from '../../../platform/db/database.ts';
import type { TestDatabase, TestPostgres } from '../../../node/doctor/testing/postgres.ts';
import { approve, requestApproval } from '../../approvals/index.ts';
import type { Who } from '../../../platform/audit/index.ts';
import { fundAccount, loadBalances } from '../../../payments/ledger/index.ts';
import { addDestination, confirmDestination } from '../destinations.ts';
import { settlementApprovalRequestKinds } from '../approval-requests.ts';

export const accountId = 1;
export const users = { asker: 1, confirmer: 2, operator: 3, otherOperator: 4 } as const;
/** One franc in ten-thousandths. */
export const franc = 10_000n;

/** Looks like a sealed value; nobody opens it here. */
const sealed = `\\x0101020304${'00'.repeat(40)}`;

export const whoIs = (userId: number): Who => ({
  kind: 'user',
  userId,
  email: `p${userId}@x.sn`,
  address: null,
  agent: null,
});

export interface Fixture {
  db: TestDatabase;
  /** The first destination. */
  destinationId: number;
  /** The sandbox's clock. */
  advance(hours: number): Promise<void>;
  balance(): Promise<{ available: bigint; held: bigint }>;
}

export async function openFixture(postgres: TestPostgres, francs: bigint): Promise<Fixture> {
  const db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('Teranga', '${sealed}'),
    ('other', '${sealed}');
    insert into installation_secret (name, value_sealed) values ('pepper', '${sealed}');
    insert into portal_user (email, email_key, name) select 'p' || n || '@x.sn',
      'p' || n || '@x.sn', 'Person ' || n from generate_series(1, 4) n;
    insert into membership (user_id, side, role) select id, 'operator', 'finance' from portal_user
      where id > 2;
    insert into membership (user_id, side, account_id, role) select id, 'developer', 1, 'finance'
      from portal_user where id <= 2`);
  await fundAccount(db.database, {
    accountId,
    currency: 'XOF',
    amountMinor: francs * franc,
    note: 'test',
  });
  const advance = (hours: number) =>
    db.sql(`update installation set clock_offset = clock_offset + interval '${hours} hours'`);
  const bank = {
    kind: 'bank',
    holder: 'Teranga SARL',
    institution: 'CBAO',
    country: 'SN',
    number: 'SN08SN0100152000048500003035',
  } as const;
  const added = await addDestination(db.database, whoIs(1), {
    ...bank,
    accountId,
    userId: users.asker,
  });
  assert.ok(added.ok);
  const by = { id: added.id, accountId, userId: users.confirmer };
  assert.deepEqual(await confirmDestination(db.database, whoIs(2), by), { ok: true });
  // A day, and on to noon: neither midnight nor the hour of schedules comes while a test runs.
  await db.sql(`update installation set clock_offset =
    date_trunc('day', (now() + interval '36 hours') at time zone 'UTC') at time zone
      'UTC' + interval '12 hours' - now()`);
  return {
    db,
    destinationId: added.id,
    advance,
    async balance() {
      const { available, held } = (await loadBalances(db.database, [accountId]))[0]!;
      return { available, held };
    },
  };
}

/** Two users of the operator agree; answers how it ended. */
export async function agree(
  database: Database,
  kind: 'settle' | 'settle-return',
  settlementId: number,
): Promise<unknown> {
  const deps = { database, kinds: settlementApprovalRequestKinds };
  const parameters = { settlementId, currency: 'XOF', amount: '1' };
  const asked = await requestApproval(deps, whoIs(3), {
    kind,
    accountId,
    parameters,
    reason: 'checked',
    askedBy: users.operator,
  });
  assert.ok(asked.ok);
  const decided = await approve(
    deps,
    { who: whoIs(4), userId: users.otherOperator },
    asked.id,
    null,
  );
  return decided.ok
    ? decided.state === 'done'
      ? 'done'
      : (decided.result as { refusal: string }).refusal
    : decided.refusal;
}

/** Where a crash cuts: before the statement of this number, or, when it is a commit, after it. */
export interface Cut {
  at: number;
  after: boolean;
}

/** A database whose next transaction is cut off once; everything then goes on. */
export function cutting(database: Database, cut: Cut): Database {
  let left: Cut | null = cut;
  const crash = (): never => {
    left = null;
    throw new Error('cut');
  };
  return {
    ...database,
    query: (statement, values) => database.query(statement, values),
    async connect(): Promise<Connection> {
      const connection = await database.connect();
      let number = 0;
      return {
        ...connection,
        get broken() {
          return connection.broken;
        },
        close: () => connection.close(),
        async query<Row>(
          statement: Parameters<Connection['query']>[0],
          values?: readonly unknown[],
        ): Promise<Row[]> {
          number += 1;
          if (left?.at === number && !left.after) crash();
          const rows = await connection.query<Row>(statement, values);
          if (statement.text === 'commit' && left?.after === true) crash();
          return rows;
        },
      };
    },
  };
}
