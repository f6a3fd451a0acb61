// `npm run schema`: writes what the migrations make into schema.sql, and the checksums of new
// migrations into migrations/checksums.txt. A committed checksum changes with `--unreleased` only,
// which is meant for migrations that no installation has applied.

import { writeFileSync } from 'node:fs';
import { startTestPostgres } from '../../../node/doctor/testing/postgres.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migration-files.ts';
import { checksumsFile, readChecksums, schemaFile } from './committed-schema.ts';
import { dumpSchema } from './schema-dump.ts';

const committed = readChecksums();
const migrations = readMigrations();
const names = new Set(migrations.map(({ name }) => name));
const changed = [
  ...migrations.filter(({ name, checksum }) => (committed.get(name) ?? checksum) !== checksum),
  ...[...committed.keys()].filter((name) => !names.has(name)).map((name) => ({ name })),
];

if (changed.length > 0 && !process.argv.includes('--unreleased')) {
  process.stderr.write(
    `${changed.map(({ name }) => name).join(', ')}: a committed migration never changes; ` +
      'add one with the next number.\n' +
      'Has no installation applied it? npm run schema -- --unreleased\n',
  );
  process.exit(1);
}

const postgres = await startTestPostgres();
try {
  const { url, database, close } = await postgres.database('template0');
  await migrate(url);
  writeFileSync(schemaFile, await dumpSchema(database));
  await close();
} finally {
  await postgres.close();
}
writeFileSync(
  checksumsFile,
  migrations.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(''),
);
