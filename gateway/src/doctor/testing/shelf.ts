// What do tests begin with a copy of, because to make it costs more than most of them take? Directories with a migrated database, each made
// once for the code that makes it, and kept beside the packages.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const shelf = new URL('../../../../node_modules/.cache/test-shelf/', import.meta.url).pathname;
const migrations = new URL('../../db/migrations/', import.meta.url);

export interface ShelfItem {
  name: string;
  /** Files that decide what is made, besides the migrations: when one changes, it is made anew. */
  madeBy: readonly URL[];
  /** Fills the directory, which is empty and may be entered by everybody. */
  make(directory: string): Promise<void>;
}

/** Copies the item's content, with its owners and rights, into `target`, which is there. When several make it at once, the first one stays. */
export async function takeFromShelf(item: ShelfItem, target: string): Promise<void> {
  const kept = join(shelf, `${item.name}-${stateOf(item)}`);
  if (!existsSync(kept)) await put(item, kept);
  copy(kept, target);
}

function stateOf({ madeBy }: ShelfItem): string {
  const files = readdirSync(migrations)
    .toSorted()
    .map((name) => new URL(name, migrations));
  const hash = createHash('sha256');
  for (const file of [...files, ...madeBy]) hash.update(file.pathname.slice(file.pathname.lastIndexOf('/'))).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function put(item: ShelfItem, kept: string): Promise<void> {
  mkdirSync(shelf, { recursive: true });
  const directory = mkdtempSync(join(tmpdir(), 'jokko-shelf-'));
  const draft = `${kept}.${process.pid}`;
  try {
    chmodSync(directory, 0o755);
    await item.make(directory);
    for (const old of readdirSync(shelf)) {
      if (old.startsWith(`${item.name}-`) && !join(shelf, old).startsWith(kept)) rmSync(join(shelf, old), { recursive: true, force: true });
    }
    mkdirSync(draft);
    copy(directory, draft);
    if (!existsSync(kept)) renameSync(draft, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    for (const path of [draft, directory]) rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  }
}

function copy(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp: ${copied.error?.message ?? copied.stderr}`);
}
