// Installs the dependencies of package-lock.json unless they are installed. Runs before `npm
// start` and `npm test` with whatever Node the machine has, so it is plain JavaScript and uses
// nothing newer than Node 20.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pinnedNode = join(root, 'node_modules/node/bin/node');

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null;
}

/** npm writes its own account of what it installed at the very end, so that an interrupted install does not look complete. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules/.package-lock.json'));
  if (present === null || !existsSync(pinnedNode)) return false;
  return Object.entries(wanted)
    .filter(
      ([path, entry]) =>
        path.includes('node_modules/') &&
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
  process.stderr.write('Installing dependencies (npm ci) …\n');
  // The pinned Node and the checks are dev dependencies; NODE_ENV=production must not leave them out.
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], root);
  // The package `node` fetches its binary in an install script; where scripts are switched off we run it ourselves.
  if (!existsSync(pinnedNode))
    run(process.execPath, ['installArchSpecificPackage'], join(root, 'node_modules/node'));
}
