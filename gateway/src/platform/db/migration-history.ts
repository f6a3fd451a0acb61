// Compares the migrations that a database went through with those of this program, and says why the
// program must not work on that database.

import { readVersion } from '../version.ts';
import type { Migration } from './migration-files.ts';

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/**
 * Error for the database of a development version, whose migrations are not part of any release.
 */
export const developmentDatabase =
  'this database was made by a development version of Jokko, before its first release, ' +
  'and cannot be upgraded. Nothing in it was changed: the program that made it still runs on it. ' +
  'To go on with this version, start it with an empty DATA_DIR or, where DATABASE_URL is set, ' +
  'with an empty database. `jokko catalogue export` and `jokko sms routing export` of the program ' +
  'that made it write what `import` of this version reads; accounts, keys and balances are made ' +
  'anew (docs/upgrading.md)';

/** Error for a database with our tables and without the table that says how they came about. */
export const unrecordedDatabase =
  'this database has tables of Jokko, and no record of the migrations that made them: ' +
  'either DATABASE_URL names another schema or a copy of which a part is missing, ' +
  'or a restore has not ended. Restore a whole backup, or name an empty database';

/** A sentence for the operator that says what to do, or null when the program may go on. */
export function judgeHistory(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): string | null {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !checksums.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    return (
      `this database has a newer schema than this version of Jokko knows: ${readVersion()} ` +
      `has no ${unknown.join(', ')}. Start the version that upgraded it, or a newer one; ` +
      `to stay on ${readVersion()}, restore a backup from before the upgrade (docs/upgrading.md)`
    );
  const changed = applied.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (changed !== undefined)
    return (
      `the migration ${changed.name} has changed since it was applied to this database: ` +
      'install an unmodified copy of Jokko, ' +
      'of the version that this database was made with or a newer one'
    );
  const names = new Set(applied.map(({ name }) => name));
  const last =
    applied
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? '';
  const skipped = known.find(({ name }) => name < last && !names.has(name));
  if (skipped !== undefined)
    return (
      `the migration ${skipped.name} was not applied to this database although ${last} was: ` +
      'a migration is never inserted before an applied one; give it the next number'
    );
  return null;
}
