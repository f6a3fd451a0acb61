// Packs the PHP SDK as a Composer repository: a ZIP file whose bytes depend on its sources alone,
// and packages.json, whose addresses the gateway completes.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '../../gateway/src/platform/spreadsheet/write-zip.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'sdks/php');
const packed = ['README.md', 'autoload.php', 'composer.json', 'config', 'examples', 'src'];

/** Writes `jokko-php.zip` and `packages.json` into a folder. */
export function packPhp(into: string): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const zip = writeZip(
    new Map([
      ['LICENSE', readFileSync(join(root, 'LICENSE'))],
      ...packed
        .flatMap(filesIn)
        .map((file): [string, Buffer] => [file, readFileSync(join(folder, file))]),
    ]),
  );
  const composer = JSON.parse(readFileSync(join(folder, 'composer.json'), 'utf8')) as {
    name: string;
  };
  const shasum = createHash('sha1').update(zip).digest('hex');
  const dist = { type: 'zip', url: 'jokko-php.zip', shasum };
  const packages = { [composer.name]: { [version]: { ...composer, version, dist } } };
  writeFileSync(join(into, dist.url), zip);
  writeFileSync(join(into, 'packages.json'), `${JSON.stringify({ packages }, null, 2)}\n`);
}

/** A file, or all below a folder, in an order that no file system decides. */
function filesIn(name: string): string[] {
  if (/\.[a-z]+$/.test(name)) return [name];
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
