// Takes a backup of an installation while its nodes serve: first the database, then the send
// journals and high-water marks, so that these know at least what the database knows. The
// directory gets its name when everything in it is on the disk.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Refusal } from '../../cli/errors.ts';
import { readFilePieces } from '../../cli/files.ts';
import { readVersion } from '../../platform/version.ts';
import { findRunningCluster } from '../../platform/db/embedded.ts';
import { describeMovedHome, readHome } from '../../platform/db/embedded-home.ts';
import { readStanding } from '../../platform/high-water-mark/index.ts';
import { readSecretsStatus } from '../../platform/secrets/index.ts';
import { writePrivateFile } from '../../platform/system/private-file.ts';
import {
  journalsDirectory,
  keyIdOfSegment,
  nodeDirectories,
  segmentsIn,
} from '../../payments/send-journal/index.ts';
import type { Installation } from '../start/installation.ts';
import { copyEmbedded } from './embedded-base-backup.ts';
import { copyOwned } from './data-directory.ts';
import { listFiles, sync, syncAll } from './file-list.ts';
import { noticeOf, writeManifest, type BaseBackup, type Manifest } from './manifest.ts';
import { runPgBasebackup } from './pg-basebackup.ts';

type Source = Pick<Installation, 'config' | 'database' | 'databaseUrl' | 'secrets'>;

/**
 * Makes the directory `target` (absolute). Throws a Refusal where it cannot; then nothing of that
 * name is there.
 */
export async function takeBackup(source: Source, target: string): Promise<Manifest> {
  if (existsSync(target)) throw new Refusal(`${target} exists already`);
  refuseWithinDatabase(source, target);
  const draft = `${target}.partial`;
  makeDraft(draft);
  try {
    const manifest = await fill(source, draft);
    await syncAll(draft);
    renameSync(draft, target);
    await sync(dirname(target));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** The copy would find itself. */
function refuseWithinDatabase({ config }: Source, target: string): void {
  const directory = findRunningCluster(config.dataDir)?.directory;
  if (directory !== undefined && !relative(directory, target).startsWith('..'))
    throw new Refusal(`${target} lies within the database`);
}

function makeDraft(draft: string): void {
  try {
    mkdirSync(draft, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Refusal(
        `${draft} is there: another backup is being made, or was broken off; remove it then`,
      );
    if (code === 'ENOENT') throw new Refusal(`${dirname(draft)} does not exist: make it first`);
    throw new Refusal(`cannot make ${draft}: ${code}`);
  }
}

async function fill(source: Source, draft: string): Promise<Manifest> {
  const { database, secrets } = source;
  const [server] = await database.query<{ takenAt: Date; version: string }>({
    name: 'describe_server',
    text: `select now() as "takenAt", current_setting('server_version') as version`,
  });
  const before = await readStanding(database, '');
  const base = await copyDatabase(source, server!.version, draft);
  const { timeline, systemIdentifier, installationId, epoch } = await readStanding(database, '');
  if (timeline !== before.timeline || systemIdentifier !== before.systemIdentifier)
    throw new Refusal('another server took over meanwhile; take the backup again');
  await copyJournals(source, installationId, draft);
  const keyIds = new Set([
    secrets.keyIds[0],
    ...(await readSecretsStatus(database, secrets)).counts.map(({ keyId }) => keyId),
    ...keyIdsOfJournals(draft, installationId),
  ]);
  const files = await listFiles(draft);
  const manifest: Manifest = {
    format: 1,
    takenAt: server!.takenAt.toISOString(),
    jokkoVersion: readVersion(),
    postgresVersion: server!.version,
    database: source.config.databaseUrl === null ? 'embedded' : 'own',
    systemIdentifier,
    timeline,
    ...base,
    installationId,
    epoch,
    keyEncryptionKeyIds: [...keyIds],
    notice: noticeOf([...keyIds]),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files,
  };
  writeManifest(draft, manifest);
  return manifest;
}

async function copyDatabase(
  { config, databaseUrl }: Source,
  version: string,
  draft: string,
): Promise<BaseBackup> {
  const target = join(draft, 'database');
  if (config.databaseUrl !== null) return runPgBasebackup(databaseUrl, version, target);
  const cluster = findRunningCluster(config.dataDir);
  const home = readHome(config.dataDir);
  if (cluster === null || home === null) throw new Refusal('the embedded PostgreSQL does not run');
  writePrivateFile(join(draft, 'postgres.json'), describeMovedHome(home));
  return copyEmbedded(cluster, target);
}

/**
 * Segments that end while they are copied lack their last lines at most; the marks are replaced in
 * one step.
 */
async function copyJournals(
  { config }: Source,
  installationId: string,
  draft: string,
): Promise<void> {
  const journals = journalsDirectory(config.dataDir, installationId);
  mkdirSync(join(draft, 'send-journal'), { mode: 0o700 });
  if (!existsSync(journals)) return;
  const target = journalsDirectory(draft, installationId);
  mkdirSync(target, { mode: 0o700 });
  for (const entry of readdirSync(journals, { recursive: true, withFileTypes: true })) {
    const path = relative(journals, join(entry.parentPath, entry.name));
    const folder = entry.isDirectory() ? path : dirname(path);
    mkdirSync(join(target, folder), { mode: 0o700, recursive: true });
    if (entry.isFile() && !entry.name.endsWith('.tmp')) await copyOwned(journals, path, target);
  }
}

/** A segment's first line is much shorter; segments are long. */
const firstLineBytesMax = 4_096;

const keyIdsOfJournals = (directory: string, installationId: string): string[] =>
  nodeDirectories(journalsDirectory(directory, installationId))
    .flatMap((node) => segmentsIn(node))
    .map((segment) => {
      const [beginning] = readFilePieces(segment, firstLineBytesMax);
      return keyIdOfSegment(beginning?.toString() ?? '');
    })
    .filter((id) => id !== null);
