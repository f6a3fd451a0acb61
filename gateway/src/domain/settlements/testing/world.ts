// What do tests of settlements begin with? An account with money, two of its persons, two of the operator's, and a destination that has rested.

import assert from 'node:assert/strict';
import type { Connection, Database } from '../../../db/database.ts';
import type { TestDatabase, TestPostgres } from '../../../doctor/testing/postgres.ts';
import { approve, askFor } from '../../approvals/index.ts';
import type { Who } from '../../audit/index.ts';
import { fundAccount, loadBalances } from '../../ledger/index.ts';
import { addDestination, confirmDestination } from '../destinations.ts';
import { settlementWishKinds } from '../wishes.ts';

export const accountId = 1;
export const persons = { asker: 1, confirmer: 2, operator: 3, otherOperator: 4 } as const;
/** One franc in ten-thousandths. */
export const franc = 10_000n;

/** Looks like a sealed value; nobody opens it here. */
const sealed = `\\x0101020304${'00'.repeat(40)}`;

export const whoIs = (personId: number): Who => ({ kind: 'person', personId, email: `p${personId}@x.sn`, address: null, agent: null });

export interface World {
  db: TestDatabase;
  /** The first destination. */
  destinationId: number;
  /** The sandbox's clock. */
  advance(hours: number): Promise<void>;
  balance(): Promise<{ available: bigint; held: bigint }>;
}

export async function openWorld(postgres: TestPostgres, francs: bigint): Promise<World> {
  const db = await postgres.database();
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('Teranga', '${sealed}'), ('other', '${sealed}');
    insert into installation_secret (name, value_sealed) values ('pepper', '${sealed}');
    insert into person (email, email_key, name) select 'p' || n || '@x.sn', 'p' || n || '@x.sn', 'Person ' || n from generate_series(1, 4) n;
    insert into membership (person_id, side, role) select id, 'operator', 'finance' from person where id > 2;
    insert into membership (person_id, side, account_id, role) select id, 'developer', 1, 'finance' from person where id <= 2`);
  await fundAccount(db.database, { accountId, currency: 'XOF', amountMinor: francs * franc, note: 'test' });
  const advance = (hours: number) => db.sql(`update installation set clock_offset = clock_offset + interval '${hours} hours'`);
  const bank = {
    kind: 'bank',
    holder: 'Teranga SARL',
    institution: 'CBAO',
    country: 'SN',
    number: 'SN08SN0100152000048500003035',
  } as const;
  const added = await addDestination(db.database, whoIs(1), { ...bank, accountId, personId: persons.asker });
  assert.ok(added.ok);
  const by = { id: added.id, accountId, personId: persons.confirmer };
  assert.deepEqual(await confirmDestination(db.database, whoIs(2), by), { ok: true });
  await advance(24);
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

/** Two persons of the operator agree; answers how it ended. */
export async function agree(database: Database, kind: 'settle' | 'settle-return', settlementId: number): Promise<unknown> {
  const deps = { database, kinds: settlementWishKinds };
  const parameters = { settlementId, currency: 'XOF', amount: '1' };
  const asked = await askFor(deps, whoIs(3), { kind, accountId, parameters, reason: 'checked', askedBy: persons.operator });
  assert.ok(asked.ok);
  const decided = await approve(deps, { who: whoIs(4), personId: persons.otherOperator }, asked.id, null);
  return decided.ok ? (decided.state === 'done' ? 'done' : (decided.result as { refusal: string }).refusal) : decided.refusal;
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
        async query<Row>(statement: Parameters<Connection['query']>[0], values?: readonly unknown[]): Promise<Row[]> {
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
