// Proves that adding and removing long lists of opt-outs concurrently never deadlocks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { deleteOptOuts, insertOptOuts, listOptOuts } from './opt-outs.ts';

const postgres = usePostgres();

const count = 4_000;
const numbers = Array.from({ length: count }, (_, index) => String(221_770_000_000 + index));
const keysOf = (appId: number, msisdns: readonly string[]) =>
  msisdns.map((msisdn) => ({ appId, msisdn }));

test('lists in opposite orders, of two apps, put in and taken out at once', async () => {
  const db = await postgres.database();
  await db.sql(`
    insert into account (name, webhook_secret_sealed) values ('a', '');
    insert into sms_app (account_id, name, key_hash, last_four) values (1, 'one', '\\x01', '0001'),
      (1, 'two', '\\x02', '0002')`);
  const [forwards, backwards] = [numbers, numbers.toReversed()].map((list) => [
    ...keysOf(1, list),
    ...keysOf(2, list),
  ]);
  const keys = [forwards!, backwards!];
  const connections = await Promise.all(Array.from({ length: 4 }, () => db.database.connect()));
  try {
    for (let round = 0; round < 3; round++)
      await Promise.all(
        connections.map((connection, index) =>
          index < 2
            ? insertOptOuts(connection, keys[index % 2]!, 'api')
            : deleteOptOuts(connection, keys[index % 2]!),
        ),
      );
    await insertOptOuts(connections[0]!, forwards!, 'api');
    assert.equal((await listOptOuts(connections[0]!, 2, '0', count + 1)).length, count);
    assert.equal(await deleteOptOuts(connections[0]!, backwards!), 2 * count);
    assert.equal((await listOptOuts(connections[0]!, 1, '0', 1)).length, 0);
  } finally {
    for (const connection of connections) await connection.close();
    await db.close();
  }
});
