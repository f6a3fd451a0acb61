// Seals the keys of segments under the current key-encryption key, while their node may be writing
// to them. Only the first line of a segment changes, in its place: it keeps its length and lies
// within the first sector of the file, which a disk writes whole.

import { open, type FileHandle } from 'node:fs/promises';
import type { KeyRing } from '../../platform/secrets/index.ts';
import { nodeDirectories, segmentsIn } from './directory.ts';
import { keyIdOfSegment, resealedHeader } from './segment.ts';

/** Longer than any first line. */
const sectorBytes = 512;

/**
 * How many segments below `journals` there are, by the id of the key-encryption key that opens
 * them.
 */
export async function countSegments(journals: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const path of allSegments(journals)) {
    const head = await withSegment(path, 'r', readHead);
    const keyId = head === null ? null : keyIdOfSegment(head);
    if (keyId !== null) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  }
  return counts;
}

export interface Resealed {
  segments: number;
  /** Paths of segments that no key on the ring opens. */
  unopened: string[];
}

/**
 * Seals the keys of all segments below `journals` under the first key of the ring. Can be stopped
 * at any moment and run again.
 */
export async function resealSegments(journals: string, ring: KeyRing): Promise<Resealed> {
  const resealed: Resealed = { segments: 0, unopened: [] };
  for (const path of allSegments(journals)) {
    const result = await withSegment(path, 'r+', (file) => resealSegment(file, ring));
    if (result === 'resealed') resealed.segments++;
    if (result === 'unopened') resealed.unopened.push(path);
  }
  return resealed;
}

async function resealSegment(
  file: FileHandle,
  ring: KeyRing,
): Promise<'resealed' | 'kept' | 'unopened'> {
  const head = await readHead(file);
  const keyId = keyIdOfSegment(head);
  // Without a whole first line nobody reads its secrets, under whatever key.
  if (keyId === null || keyId === ring.keyIds[0]) return 'kept';
  const line = resealedHeader(head, ring);
  if (line === null) return 'unopened';
  await file.write(line, 0);
  await file.datasync();
  return 'resealed';
}

async function readHead(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sectorBytes), 0, sectorBytes, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

const allSegments = (journals: string): string[] =>
  nodeDirectories(journals).flatMap((directory) => segmentsIn(directory));

/** Null: its time was over, and it was removed meanwhile. */
async function withSegment<Result>(
  path: string,
  flags: 'r' | 'r+',
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result | null> {
  let file: FileHandle;
  try {
    file = await open(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
