// What does each test of delivery begin with? A database of its own with the tables laid, and nodes that are closed at its end. Imported once
// by a test file, it adds the hooks to that file; `db` is always the database of the test that runs.

import { after, afterEach, before, beforeEach } from 'node:test';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../../../doctor/testing/postgres.ts';
import { layTables, startWorld, type World } from './world.ts';

let postgres: TestPostgres;
let worlds: World[];
export let db: TestDatabase;

before(async () => {
  postgres = await startTestPostgres();
});
beforeEach(async () => {
  db = await postgres.database();
  await layTables(db);
  worlds = [];
});
afterEach(async () => {
  for (const world of worlds) await world.close();
  await db.close();
});
after(() => postgres.close());

/** Starts a node on the test's database; it is closed when the test ends. */
export async function start(options?: Parameters<typeof startWorld>[1]): Promise<World> {
  const world = await startWorld(db, options);
  worlds.push(world);
  return world;
}
