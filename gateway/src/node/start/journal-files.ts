// Compares a database with what other nodes of this machine knew of it: their marks and journals
// lie beside this node's below DATA_DIR, whether they still run or not.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '../../platform/db/database.ts';
import { readFileIfAny, writePrivateFile } from '../../platform/system/private-file.ts';
import {
  describeMissingBlock,
  differenceOf,
  findMissingBlocks,
  readMark,
  readStanding,
  type HighWaterMark,
  type DatabaseStanding,
} from '../../platform/high-water-mark/index.ts';
import {
  describeMissing,
  findForgottenEntries,
  nodeDirectories,
  type SentKey,
} from '../../payments/send-journal/index.ts';
import { InstallationError } from './installation-error.ts';

export const markFile = (directory: string): string => join(directory, 'high-water-mark.json');

/** The mark in a node's directory; null: there is none. */
export async function readMarkIn(directory: string): Promise<HighWaterMark | null> {
  const path = markFile(directory);
  try {
    return await readMark(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, cause?: unknown): InstallationError =>
  new InstallationError(
    `${path} cannot be read: put it back from a backup, or remove it if the database was certainly not restored`,
    { cause },
  );

const epochFile = (journals: string): string => join(journals, 'epoch');

/**
 * The epoch up to which the journals below were handed in; null: nothing was written here before.
 */
export function readEpoch(journals: string): number | null {
  const path = epochFile(journals);
  const text = readFileIfAny(path);
  if (text === null) return null;
  if (!/^\d+\n?$/.test(text)) throw unreadable(path);
  return Number(text);
}

export function writeEpoch(journals: string, epoch: number): void {
  mkdirSync(journals, { recursive: true, mode: 0o700 });
  writePrivateFile(epochFile(journals), `${epoch}\n`);
}

/** The first difference that any node's files show, in a sentence; null: there is none. */
export async function differenceFromOthers(
  {
    database,
    journals,
    readNewest,
  }: {
    database: Session;
    journals: string;
    readNewest(directory: string): Promise<SentKey[]>;
  },
  { epoch }: Pick<DatabaseStanding, 'epoch'>,
  epochBefore: number | null,
): Promise<string | null> {
  if (epochBefore !== null && epochBefore > epoch)
    return `the database is of epoch ${epoch}, this DATA_DIR has seen epoch ${epochBefore}`;
  // They were written before a recovery, and are handed in.
  if (epochBefore !== null && epochBefore < epoch) return null;
  for (const directory of nodeDirectories(journals)) {
    const known = await readMarkIn(directory);
    // It is of an epoch before: what it knew was handed in.
    if (known === null || known.epoch < epoch) continue;
    const difference = differenceOf(known, await readStanding(database, known.nodeId));
    if (difference !== null) return difference;
    const [block] = await findMissingBlocks(database, known.blocks);
    if (block !== undefined) return describeMissingBlock(block);
  }
  for (const directory of nodeDirectories(journals)) {
    const [entry] = await findForgottenEntries(database, await readNewest(directory));
    if (entry !== undefined) return describeMissing(entry);
  }
  return null;
}
