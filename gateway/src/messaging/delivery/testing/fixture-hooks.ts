// Hooks for tests of delivery: a database of its own for each test, with the tables laid, and nodes
// that are closed at its end. `db` is always the database of the test that runs.

import { after, afterEach, before, beforeEach } from 'node:test';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../../node/doctor/testing/postgres.ts';
import { layTables, startFixture, type Fixture } from './fixture.ts';

let postgres: TestPostgres;
let fixtures: Fixture[];
export let db: TestDatabase;

/** Adds the hooks to the test file that calls it. */
export function useFixture(): void {
  before(async () => {
    postgres = await startTestPostgres();
  });
  beforeEach(async () => {
    db = await postgres.database();
    await layTables(db);
    fixtures = [];
  });
  afterEach(async () => {
    for (const fixture of fixtures) await fixture.close();
    await db.close();
  });
  after(() => postgres.close());
}

/** Starts a node on the test's database; it is closed when the test ends. */
export async function start(options?: Parameters<typeof startFixture>[1]): Promise<Fixture> {
  const fixture = await startFixture(db, options);
  fixtures.push(fixture);
  return fixture;
}
