// The command that takes a backup of the installation while its nodes serve, and checks one.

import { resolve } from 'node:path';
import { checkBackup, takeBackup, type BackupCheck } from '../backup/index.ts';
import { defineCommandWithoutDatabase } from '../../cli/command.ts';
import { argument, flag } from '../../cli/parameters.ts';
import { readText } from '../../cli/values.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { openLog } from '../../platform/log.ts';
import { requireConfig } from './command-context.ts';
import { openInstallation } from '../start/installation.ts';

const faultsShownMax = 20;
const bytesPerMb = 1_000_000;

interface Outcome extends BackupCheck {
  checked: boolean;
}

// Checking must not start a database.
export const command = defineCommandWithoutDatabase({
  name: 'backup',
  summary: 'Back up the installation while it runs.',
  details: [
    'A base backup of the database, then the send journals and high-water marks of this DATA_DIR, and a manifest.',
    'The key-encryption key is not in it.',
    'With DATABASE_URL it needs pg_basebackup on this machine and a role that may replicate.',
  ].join(' '),
  arguments: {
    directory: argument('DIRECTORY', 'Where the backup is, or is to be made.', readText),
  },
  options: { check: flag('Only compare the files of a backup with its manifest.') },
  examples: ['/backup/monday', '/backup/monday --check'],
  async run(_context, { directory, check }): Promise<Outcome> {
    const path = resolve(directory);
    if (check) return { ...(await checkBackup(path)), checked: true };
    return { directory: path, manifest: await back(path), faults: [], checked: false };
  },
  json: ({ directory, manifest: { files, ...told }, faults }) => ({
    directory,
    ...told,
    files: files.length,
    faults,
  }),
  present: describe,
  hasFailed: ({ faults }) => faults.length > 0,
});

async function back(path: string) {
  const config = requireConfig();
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel, config.nodeId);
  const installation = await openInstallation(config, log, 'command');
  try {
    const manifest = await takeBackup(installation, path);
    const taken = { takenAt: manifest.takenAt, bytes: manifest.bytes };
    await noteAudit(installation.database, {
      who: { kind: 'command' },
      action: 'backup.take',
      new: taken,
    });
    return manifest;
  } finally {
    await installation.close();
  }
}

function describe({ directory, manifest, faults, checked }: Outcome): string {
  const { takenAt, files, bytes, startPosition, stopPosition, notice } = manifest;
  if (faults.length > 0)
    return [
      `${directory} is damaged, ${faults.length} files differ:`,
      ...faults.slice(0, faultsShownMax),
    ].join('\n');
  return [
    `${directory}${checked ? ' is whole' : ''}: ${files.length} files, ${Math.ceil(bytes / bytesPerMb)} MB, taken at ${takenAt}.`,
    `Write-ahead log from ${startPosition} to ${stopPosition}.`,
    notice,
  ].join('\n');
}
