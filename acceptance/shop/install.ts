// Installs Medusa from npm, once for each lock file: 1,063 packages take minutes and 676 MB, so
// that they stay in a cache.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = join(import.meta.dirname, 'packages');
const caches = join(import.meta.dirname, '../../node_modules/.cache/jokko-shop');

/**
 * The folder that has Medusa in its `node_modules`. Rejects where the registry cannot be reached.
 */
export async function installMedusa(): Promise<string> {
  const lock = readFileSync(join(packages, 'package-lock.json'));
  const folder = join(caches, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  // Only what is complete has the name.
  const begun = `${folder}.${process.pid}`;
  mkdirSync(begun, { recursive: true });
  try {
    cpSync(packages, begun, { recursive: true });
    // `npm ci` of the repository removes this cache, and not npm's own.
    const words = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', words, { cwd: begun });
    renameSync(begun, folder);
  } catch (error) {
    // Another test may have installed it meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  return folder;
}
