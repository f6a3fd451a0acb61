// Builds the portal and packs the SDKs unless that is done and newer than their sources. Runs
// before `npm start` with whatever Node the machine has, so it is plain JavaScript. The build
// itself runs on the pinned Node.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const parts = [
  {
    what: 'the portal',
    sources: [
      'portal/src',
      'portal/build',
      'portal/index.html',
      'portal/vite.config.ts',
      'portal/package.json',
    ],
    folder: 'portal/dist',
    cwd: 'portal',
    args: ['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'],
  },
  {
    what: 'the SDKs',
    sources: [
      'sdks/dev/src',
      'sdks/dev/package.json',
      'sdks/medusa/src',
      'sdks/medusa/package.json',
      'sdks/medusa/README.md',
      'sdks/typescript/src',
      'sdks/typescript/package.json',
      'sdks/typescript/README.md',
      'sdks/typescript/examples',
      'sdks/README.md',
      'contract/src/signing',
      'sdks/php/src',
      'sdks/php/config',
      'sdks/php/examples',
      'sdks/php/README.md',
      'sdks/php/autoload.php',
      'sdks/php/composer.json',
      'sdks/python/src',
      'sdks/python/pyproject.toml',
      'sdks/python/README.md',
      'scripts/npm-package',
    ],
    folder: 'sdks/dist',
    cwd: '.',
    args: ['--disable-warning=ExperimentalWarning', 'scripts/npm-package/pack-sdks.ts'],
  },
];
const lock = join(root, 'node_modules/.build-lock');
/** The age of a lock whose builder has not even said who it is. */
const lockEndsAfterMs = 120_000;

/** When the newest file below a path was written. */
function newestMs(path) {
  const details = statSync(path);
  if (!details.isDirectory()) return details.mtimeMs;
  return Math.max(details.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

/**
 * Written when all is done, compression included; its time is that of the beginning, so that what
 * changes meanwhile counts as newer.
 */
const markOf = ({ folder }) => join(root, folder, '.built');

const isBuilt = (part) =>
  existsSync(markOf(part)) &&
  part.sources.every((source) => newestMs(join(root, source)) <= statSync(markOf(part)).mtimeMs);

/** Builds what is not built; two processes at once do it one after the other. */
export async function ensureBuilt() {
  while (!parts.every(isBuilt)) {
    if (!takeLock()) {
      await sleep(100);
      continue;
    }
    try {
      for (const part of parts) if (!isBuilt(part)) build(part);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function takeLock() {
  try {
    mkdirSync(lock);
  } catch {
    if (isLeftBehind()) rmSync(lock, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

/**
 * By a build that was killed. One that goes on is left alone however long it takes: two at once
 * would write over each other.
 */
function isLeftBehind() {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    if (pid > 0) return !isRunning(pid);
    return Date.now() - statSync(lock).mtimeMs > lockEndsAfterMs;
  } catch {
    const begun = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    return begun !== undefined && Date.now() - begun > lockEndsAfterMs;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's.
    return error.code === 'EPERM';
  }
}

function build(part) {
  const { what, cwd, args } = part;
  process.stderr.write(`Building ${what} …\n`);
  const node = join(root, 'node_modules/node/bin/node');
  // Output goes to standard error: the standard output belongs to the command that follows.
  const begun = new Date();
  const result = spawnSync(existsSync(node) ? node : process.execPath, args, {
    cwd: join(root, cwd),
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) throw new Error(`${what} could not be built`);
  writeFileSync(markOf(part), '');
  utimesSync(markOf(part), begun, begun);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureBuilt();
