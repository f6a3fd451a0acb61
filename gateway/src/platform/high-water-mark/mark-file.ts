// The file of a node's high-water mark: how far the database had come when this node last looked,
// kept outside the database, so that a restored one can be told from the one that it was.

import { open, readFile, rename } from 'node:fs/promises';
import type { BlockKind } from '../db/scattered-ids.ts';

export interface HighWaterMark {
  nodeId: string;
  /** Epoch of the installation; each recovery begins another. */
  epoch: number;
  /** The identifier of the PostgreSQL cluster, as it names itself. */
  systemIdentifier: string;
  /** How often the database was moved there from another (`jokko cell move`). */
  moves: number;
  timeline: number;
  /**
   * Bytes of write-ahead log that certainly stood on disk: the insert position before a commit that
   * was acknowledged.
   */
  position: bigint;
  /** Number of this node's last mark that the database acknowledged. */
  mark: number;
  /** The block of ids that this node took last, by kind. */
  blocks: { readonly [kind in BlockKind]?: number };
}

type Stored = Omit<HighWaterMark, 'position'> & { position: string };

const ownerOnly = 0o600;

/** Null: there is none. Throws when it cannot be read as a mark. */
export async function readMark(path: string): Promise<HighWaterMark | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const stored = JSON.parse(text) as Stored;
  return { ...stored, position: BigInt(stored.position) };
}

/** Replaces the file in one step, its bytes on the disk before its name. */
export async function writeMark(path: string, mark: HighWaterMark): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`;
  const file = await open(draft, 'w', ownerOnly);
  try {
    const stored: Stored = { ...mark, position: String(mark.position) };
    await file.writeFile(`${JSON.stringify(stored)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
