// Compares the migrations that a database went through with those of this program, and says why the
// program must not work on that database.

import type { Migration } from './migration-files.ts';

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

/** Error for the database of a development version, whose migrations are not part of any release. */
export const developmentDatabase =
  'this database was made by a development version of Jokko, before its first release, ' +
  'and cannot be upgraded: start with an empty DATA_DIR ' +
  'or, where DATABASE_URL is set, with an empty database';

/** A sentence for the operator that says what to do, or null when the program may go on. */
export function judgeHistory(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
): string | null {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !checksums.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    return (
      'this database has a newer schema than this version of Jokko knows ' +
      `(${unknown.join(', ')}): start the version that upgraded it, or a newer one; ` +
      'to stay on this version, restore a backup from before the upgrade'
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
