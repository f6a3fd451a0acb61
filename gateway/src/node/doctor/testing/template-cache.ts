// Caches directories that tests start from and that take longer to make than most tests run: each
// holds a migrated database. They are kept beside the packages, one for each version of the code
// that makes them.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cache = new URL('../../../../../node_modules/.cache/test-templates/', import.meta.url)
  .pathname;
const migrations = new URL('../../../platform/db/migrations/', import.meta.url);

export interface Template {
  name: string;
  /** Files that decide what is made, besides the migrations: when one changes, it is made anew. */
  madeBy: readonly URL[];
  /** Fills the directory, which is empty and may be entered by everybody. */
  make(directory: string): Promise<void>;
}

/**
 * Copies the template's content, with owners and rights, into the existing directory `target`. The
 * first of several made at once is kept.
 */
export async function copyTemplate(template: Template, target: string): Promise<void> {
  const kept = join(cache, `${template.name}-${stateOf(template)}`);
  // PostgreSQL does not start on files of another user's, such as those of a checkout that was
  // copied.
  if (existsSync(kept) && ownersIn(kept) !== readOwners(kept)) setAside(kept);
  if (!existsSync(kept)) await add(template, kept);
  copy(kept, target);
}

/** Whose process this is, and whose files those at the top are. */
function ownersIn(directory: string): string {
  const files = readdirSync(directory).toSorted();
  return JSON.stringify([
    process.getuid?.(),
    ...files.map((name) => [name, statSync(join(directory, name)).uid]),
  ]);
}

const ownersFile = (kept: string): string => `${kept}.owners`;

function readOwners(kept: string): string | null {
  return existsSync(ownersFile(kept)) ? readFileSync(ownersFile(kept), 'utf8') : null;
}

function setAside(kept: string): void {
  const aside = `${kept}.${process.pid}.old`;
  try {
    renameSync(kept, aside);
    rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    throw new Error(`${kept} belongs to another user: remove ${cache}, as that user or as root`, {
      cause: error,
    });
  }
}

function stateOf({ madeBy }: Template): string {
  const files = readdirSync(migrations)
    .toSorted()
    .map((name) => new URL(name, migrations));
  const hash = createHash('sha256');
  for (const file of [...files, ...madeBy])
    hash.update(file.pathname.slice(file.pathname.lastIndexOf('/'))).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

async function add(template: Template, kept: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(tmpdir(), 'jokko-template-'));
  const draft = `${kept}.${process.pid}`;
  try {
    chmodSync(directory, 0o755);
    await template.make(directory);
    for (const old of readdirSync(cache)) {
      if (old.startsWith(`${template.name}-`) && !join(cache, old).startsWith(kept))
        rmSync(join(cache, old), { recursive: true, force: true });
    }
    mkdirSync(draft);
    copy(directory, draft);
    const owners = ownersIn(draft);
    if (existsSync(kept)) return;
    writeFileSync(ownersFile(kept), owners);
    renameSync(draft, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    for (const path of [draft, directory])
      rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  }
}

function copy(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp: ${copied.error?.message ?? copied.stderr}`);
}
