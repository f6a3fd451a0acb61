// A connection that is refused is PostgreSQL's only where it went to PostgreSQL.

import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openDatabase } from './database.ts';
import { databaseLossOf } from './open-fault.ts';

/** A port of this machine that nobody listens on. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a connection that PostgreSQL refuses is named, whichever of its connections it is', async () => {
  const database = openDatabase(`postgres://jokko@127.0.0.1:${await unusedPort()}/jokko`);
  const failures = [
    await database.query({ name: 'one', text: 'select 1' }).catch((error: unknown) => error),
    await database.connect().catch((error: unknown) => error),
  ];
  for (const error of failures) {
    const loss = databaseLossOf(error);
    assert.equal(loss?.kind, 'away');
    assert.match(loss.reason, /ECONNREFUSED/);
  }
  await database.close();
});

test('a connection that something else refuses is not called PostgreSQL’s', async () => {
  const port = await unusedPort();
  const error = await new Promise((resolve) => connect(port, '127.0.0.1').on('error', resolve));
  assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  assert.equal(databaseLossOf(error), null);
});
