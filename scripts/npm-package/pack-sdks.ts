// Packs the SDKs as this installation serves them below /sdk/: JavaScript made of their sources, in
// tarballs, and Python in a wheel. The bytes depend on the sources and nothing else.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectModules } from './modules.ts';
import { packPhp } from './pack-php.ts';
import { packPython } from './pack-python.ts';
import { typeScriptPackage } from './pack-typescript.ts';

const root = join(import.meta.dirname, '../..');
const built = join(root, 'sdks/dist');

interface Manifest {
  name: string;
  version: string;
  private?: true;
  bin: { [command: string]: string };
}

mkdirSync(built, { recursive: true });
pack(devPackage());
pack(await typeScriptPackage(root));
packPhp(built);
packPython(root, built);

/** `jokko-dev`: its modules as they are, without types. */
function devPackage(): Map<string, string> {
  const folder = 'sdks/dev';
  const { private: _never, ...manifest } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const text = JSON.stringify(manifest, null, 2).replaceAll('.ts"', '.js"');
  return new Map([
    ...collectModules(root, [`${folder}/src/main.ts`]).map(({ path, code }): [string, string] => [
      path.slice(folder.length + 1),
      code,
    ]),
    ['package.json', `${text}\n`],
  ]);
}

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
