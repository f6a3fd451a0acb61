// Packs the SDKs as this installation serves them below /sdk/: JavaScript made of their sources, in
// tarballs, and Python in a wheel. The bytes depend on the sources and nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { devPackage } from './pack-dev.ts';
import { medusaPackage } from './pack-medusa.ts';
import { packPhp } from './pack-php.ts';
import { packPython } from './pack-python.ts';
import { typeScriptPackage } from './pack-typescript.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'sdks/dist');

interface Manifest {
  name: string;
  version: string;
}

mkdirSync(built, { recursive: true });
pack(await devPackage(root));
pack(await typeScriptPackage(root));
pack(await medusaPackage(root));
packPhp(built);
packPython(root, built);

/** Writes a tarball of npm. */
function pack(files: ReadonlyMap<string, string>): void {
  const staged = mkdtempSync(join(built, '.staged-'));
  try {
    for (const [path, text] of files) write(join(staged, path), text);
    write(join(staged, 'LICENSE'), readFileSync(join(root, 'LICENSE'), 'utf8'));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['pack', '--silent', '--ignore-scripts'], { cwd: staged, stdio: 'pipe' });
    const { name, version } = JSON.parse(files.get('package.json')!) as Manifest;
    renameSync(join(staged, `${name}-${version}.tgz`), join(built, `${name}.tgz`));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}
