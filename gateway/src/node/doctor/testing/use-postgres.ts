// Starts and ends the PostgreSQL of a test file with the file's hooks.

import { after, before } from 'node:test';
import { startTestPostgres, type TestDatabase, type TestPostgres } from './postgres.ts';

/**
 * Databases for the tests of this file. For tests and their `beforeEach`: `before` hooks of a file
 * run side by side.
 */
export function usePostgres(): TestPostgres {
  const postgres = {} as TestPostgres;
  before(async () => {
    Object.assign(postgres, await startTestPostgres());
  });
  after(() => postgres.close());
  return postgres;
}

/** One database for all tests of this file, with what `prepare` stores in it. */
export function useDatabase(
  prepare: () => Promise<unknown> = () => Promise.resolve(),
): TestDatabase {
  const db = {} as TestDatabase;
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startTestPostgres();
    Object.assign(db, await postgres.database());
    await prepare();
  });
  after(async () => {
    await db.close();
    await postgres.close();
  });
  return db;
}
