// Makes a copy of the program with further migrations: the version that follows this one, for tests
// of a rolling upgrade.

import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface NextVersion {
  /** What `startNode` runs. */
  program: string;
  remove(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Adds to tables that every payment touches, each in a step of its own, and makes one. */
export const nextMigrations: { readonly [name: string]: string } = {
  '9995_attempt.sql': 'alter table attempt add column of_next_version text;',
  '9996_operation.sql': 'alter table operation add column of_next_version text;',
  '9997_account.sql': 'alter table account add column of_next_version text;',
  '9998_callback.sql': 'alter table callback add column of_next_version text;',
  '9999_next_version.sql': 'create table next_version (id integer primary key);',
};

export function makeNextVersion(): NextVersion {
  const copy = mkdtempSync(join(tmpdir(), 'jokko-next-'));
  cpSync(join(root, 'gateway'), join(copy, 'gateway'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules' && !path.endsWith('.test.ts'),
  });
  for (const name of ['node_modules', 'simulator', 'portal', 'package.json'])
    symlinkSync(join(root, name), join(copy, name));
  for (const [name, text] of Object.entries(nextMigrations))
    writeFileSync(join(copy, 'gateway/src/platform/db/migrations', name), text);
  return {
    program: join(copy, 'gateway/bin/jokko.mjs'),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
