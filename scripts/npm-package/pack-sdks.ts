// Packs the SDKs as this installation serves them below /sdk/: JavaScript made of their sources, in
// tarballs whose bytes depend on nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectModules } from './modules.ts';

const root = join(import.meta.dirname, '../..');
/** Folder and where its program begins. */
const sdks = [{ folder: 'sdks/dev', entry: 'sdks/dev/src/main.ts' }];

interface Manifest {
  name: string;
  version: string;
  private?: true;
  bin: { [command: string]: string };
}

const built = join(root, 'sdks/dist');
mkdirSync(built, { recursive: true });
for (const { folder, entry } of sdks) pack(folder, entry);

function pack(folder: string, entry: string): void {
  const staged = mkdtempSync(join(built, '.staged-'));
  try {
    for (const { path, code } of collectModules(root, [entry]))
      write(join(staged, path.slice(folder.length + 1)), code);
    const { private: _never, ...manifest } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    ) as Manifest;
    const text = JSON.stringify(manifest, null, 2).replaceAll('.ts"', '.js"');
    write(join(staged, 'package.json'), `${text}\n`);
    write(join(staged, 'LICENSE'), readFileSync(join(root, 'LICENSE'), 'utf8'));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['pack', '--silent', '--ignore-scripts'], { cwd: staged, stdio: 'pipe' });
    const { name, version } = manifest;
    renameSync(join(staged, `${name}-${version}.tgz`), join(built, `${name}.tgz`));
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}
