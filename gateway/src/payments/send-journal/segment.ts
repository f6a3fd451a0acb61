// A segment of the send journal: one append-only file. Its first line holds a key of its own,
// sealed under the key-encryption key, under which the secrets of its entries are sealed; so the
// key-encryption key itself never seals millions of values.

import { mkdirSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { hasLargeMedia } from '../operations/index.ts';
import {
  keyIdOf,
  makeSecretKey,
  openKeyRing,
  type KeyRing,
  type Secrets,
} from '../../platform/secrets/index.ts';
import {
  withChecksum,
  withoutChecksum,
  writeLine,
  writeLongLine,
  type JournalEntry,
} from './entry.ts';

export type Sealing = Pick<Secrets, 'seal' | 'unseal'>;

export interface Segment {
  bytes(): number;
  /**
   * Resolves once the entries are on the disk. After an error the segment must not be written to
   * again.
   */
  append(entries: readonly JournalEntry[]): Promise<void>;
  close(): Promise<void>;
}

const ownerOnly = 0o600;
const ownerOnlyDirectory = 0o700;

/** What a segment's first line says. */
interface Header {
  /** Base64, sealed under the key-encryption key. */
  key: string;
}

const segmentContext = 'send-journal/segment';

/** `key` in base64. */
function headerLine(key: string, secrets: Pick<Sealing, 'seal'>): string {
  const header: Header = { key: secrets.seal(key, segmentContext).toString('base64') };
  return withChecksum(JSON.stringify(header));
}

export async function createSegment(
  directory: string,
  name: string,
  secrets: Sealing,
): Promise<Segment> {
  mkdirSync(directory, { recursive: true, mode: ownerOnlyDirectory });
  const key = makeSecretKey();
  const keys = openKeyRing(key);
  const file = await open(join(directory, name), 'ax', ownerOnly);
  let bytes = 0;
  const write = async (...pieces: Buffer[]): Promise<void> => {
    const { bytesWritten } = await file.writev(pieces);
    bytes += bytesWritten;
    const wanted = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytesWritten !== wanted) throw new Error('the disk is full');
    await file.datasync();
  };
  try {
    await write(Buffer.from(headerLine(key.toString('base64'), secrets)));
    await syncDirectory(directory);
  } catch (error) {
    await file.close().catch(() => {});
    throw error;
  }
  return {
    bytes: () => bytes,
    async append(entries) {
      const isLong = ({ terms }: JournalEntry): boolean => hasLargeMedia(terms);
      const short = entries.filter((entry) => !isLong(entry));
      const lines = Buffer.from(short.map((entry) => writeLine(entry, keys)).join(''));
      const long: Buffer[] = [];
      for (const entry of entries)
        if (isLong(entry)) long.push(...(await writeLongLine(entry, keys)));
      await write(lines, ...long);
    },
    close: () => file.close(),
  };
}

/** Opens the key of a segment by its first line; null when no key-encryption key at hand does. */
export function readHeader(text: string, secrets: Pick<Sealing, 'unseal'>): KeyRing | null {
  const key = unsealKey(text, secrets);
  return key === null ? null : openKeyRing(Buffer.from(key, 'base64'));
}

function unsealKey(text: string, secrets: Pick<Sealing, 'unseal'>): string | null {
  const { key } = JSON.parse(text) as Header;
  try {
    return secrets.unseal(Buffer.from(key, 'base64'), segmentContext);
  } catch {
    return null;
  }
}

/**
 * The text of the first line of a segment, by the beginning of the segment; null when the line is
 * not whole.
 */
const headerOf = (segment: string): string | null =>
  withoutChecksum(segment.slice(0, Math.max(0, segment.indexOf('\n'))));

/**
 * The id of the key-encryption key under which a segment's own key is sealed, by the beginning of
 * its text; null when its first line is not whole.
 */
export function keyIdOfSegment(segment: string): string | null {
  const text = headerOf(segment);
  if (text === null) return null;
  return keyIdOf(Buffer.from((JSON.parse(text) as Header).key, 'base64'));
}

/**
 * The first line of a segment, of the same length, with its key sealed under the current
 * key-encryption key; null when it cannot be opened.
 */
export function resealedHeader(segment: string, secrets: Sealing): string | null {
  const text = headerOf(segment);
  const key = text === null ? null : unsealKey(text, secrets);
  return key === null ? null : headerLine(key, secrets);
}

/** A new file survives a power cut only once its directory is on the disk too. */
async function syncDirectory(directory: string): Promise<void> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(directory, 'r');
    await handle.sync();
  } finally {
    await handle?.close();
  }
}
