// Fills a test's DATA_DIR with the embedded database as a first start makes it, migrated and
// stopped. It belongs to no mode and has no key yet.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { startEmbedded } from '../../../platform/db/embedded.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { openLog } from '../../../platform/log.ts';
import { copyTemplate, type Template } from './template-cache.ts';

const makers = [
  'embedded',
  'embedded-home',
  'embedded-binaries',
  'postmaster',
  'migrate',
  'migration-files',
];

const migratedDataDir: Template = {
  name: 'data-dir',
  madeBy: [
    ...makers.map((name) => new URL(`../../../platform/db/${name}.ts`, import.meta.url)),
    new URL(import.meta.url),
  ],
  async make(dataDir) {
    const database = await startEmbedded({ dataDir, log: openLog('silent', 'test') });
    try {
      await migrate(database.url);
    } finally {
      await database.close(true);
    }
    const file = join(dataDir, 'postgres.json');
    const home = JSON.parse(readFileSync(file, 'utf8')) as {
      directory: string;
      port: number | null;
    };
    // Elsewhere than here it cannot be copied: then each first start makes its own.
    if (isAbsolute(home.directory))
      for (const path of [join(home.directory, '..'), file]) rmSync(path, { recursive: true });
    // Copies that start at the same time need ports of their own.
    else writeFileSync(file, JSON.stringify({ ...home, port: null }));
  },
};

/** Copies it into `dataDir`, an empty directory that everybody may enter. */
export const fillDataDir = (dataDir: string): Promise<void> =>
  copyTemplate(migratedDataDir, dataDir);
