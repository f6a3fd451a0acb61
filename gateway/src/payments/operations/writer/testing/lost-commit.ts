// A database on which a commit is lost, and writers on it.

import type { Connection, Database, Statement } from '../../../../platform/db/database.ts';
import { testPatience, type TestDatabase } from '../../../../node/doctor/testing/postgres.ts';
import type { OpenCommand } from '../../model/commands.ts';
import { testOpening } from '../../testing.ts';
import { startWriter, type Writer } from '../writer.ts';

/** What the tests need: one account with money, and node 7. */
export const oneAccount = `
  insert into account (name, webhook_secret_sealed) values ('a', '');
  insert into catalogue (document) values ('{}');
  insert into balance (account_id, currency, available) values (1, 'XOF', 10000000000)`;

/** The lease is given up with it: nothing is sent here. */
export const openingOf = (externalId: string): OpenCommand => {
  const id = String(1_000_000_000_000 + Number(externalId));
  return testOpening({ id, externalId }, { keepLease: false });
};

/**
 * A database whose next commit meets `fault`; it resolves to whether the commit is still sent.
 * `patience`: of the writer.
 */
export function faulty(
  db: TestDatabase,
  fault: (connection: Connection) => Promise<boolean>,
  patience = testPatience,
): Database {
  let armed = true;
  return {
    patience,
    query: (statement, values) => db.database.query(statement, values),
    close: () => db.database.close(),
    async connect() {
      const connection = await db.database.connect();
      const query = async <Row>(
        statement: Statement,
        values?: readonly unknown[],
      ): Promise<Row[]> => {
        if (statement.text !== 'commit' || !armed) return connection.query<Row>(statement, values);
        armed = false;
        if (await fault(connection)) await connection.query(statement, values);
        connection.drop();
        throw new Error('Connection terminated unexpectedly');
      };
      return {
        home: connection.home,
        query,
        get broken() {
          return connection.broken;
        },
        close: () => connection.close(),
        giveBack: () => connection.close(),
        drop: () => connection.drop(),
      };
    },
  };
}

export function writerOn(database: Database): Writer {
  return startWriter({
    database,
    node: 7,
    composeCallback: () => {
      throw new Error('no callback is expected');
    },
    onCallbacks: () => {},
  });
}

export async function storedCount({ database }: TestDatabase, externalId: string): Promise<number> {
  const rows = await database.query<{ count: bigint }>(
    {
      name: 'count_operations',
      text: 'select count(*) as count from operation where external_id = $1',
    },
    [externalId],
  );
  return Number(rows[0]!.count);
}
