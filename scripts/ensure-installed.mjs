// Installs the dependencies of package-lock.json unless they are installed: with the word `start`
// those that the program runs on, else those of tests and checks, too, which weigh as much again.
// Runs before `npm start` and `npm test` with whatever Node the machine has, so it is plain
// JavaScript and uses nothing newer than Node 20.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const startsOnly = process.argv[2] === 'start';
const pinnedNode = join(root, 'node_modules/node/bin/node');

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/**
 * npm writes its own account of what it installed at the very end, so that an interrupted install
 * does not look complete.
 */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (present === null || !existsSync(pinnedNode)) return false;
  return Object.entries(wanted)
    .filter(
      ([path, entry]) =>
        path.includes('node_modules/') &&
        !(startsOnly && entry.dev === true) &&
        entry.optional !== true &&
        entry.devOptional !== true &&
        entry.peer !== true,
    )
    .every(
      ([path, entry]) =>
        present[path] !== undefined &&
        present[path].version === entry.version &&
        present[path].link === entry.link,
    );
}

function run(command, args, cwd) {
  // Output goes to standard error: the standard output belongs to the command that follows.
  const result = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(
      `${command} ${args.join(' ')} failed (${result.error?.message ?? `exit code ${result.status}`})\n`,
    );
    process.exit(1);
  }
}

if (!isInstalled()) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  if (startsOnly) {
    process.stderr.write('Installing what the program runs on (npm ci --omit=dev) …\n');
    run('npm', ['ci', '--omit=dev', ...quiet], root);
  } else if (existsSync(pinnedNode)) {
    // Only what is missing: `npm ci` would take the packages from under a node that runs.
    process.stderr.write('Installing what tests and checks need …\n');
    run('npm', ['install', '--no-save', '--include=dev', ...quiet], root);
  } else {
    process.stderr.write('Installing dependencies (npm ci) …\n');
    // NODE_ENV=production must not leave out the checks.
    run('npm', ['ci', '--include=dev', ...quiet], root);
  }
  // The package `node` fetches its binary in an install script; where scripts are switched off we
  // run it ourselves.
  if (!existsSync(pinnedNode))
    run(process.execPath, ['installArchSpecificPackage'], join(root, 'node_modules/node'));
}
