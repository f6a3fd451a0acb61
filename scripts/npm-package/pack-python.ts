// Writes the wheel of the Python SDK by Node.js alone: a machine that starts Jokko may have no
// Python. Its bytes depend on its sources and nothing else.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '../../gateway/src/platform/spreadsheet/write-zip.ts';

/** Writes `jokko-<version>-py3-none-any.whl` into `built`, in place of any other version. */
export function packPython(root: string, built: string): void {
  const project = join(root, 'sdks/python');
  const read = (file: string): string => readFileSync(join(project, file), 'utf8');
  const version = quoted(read('src/jokko/version.py'), /^VERSION = "(.+)"$/m);
  const information = `jokko-${version}.dist-info`;
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(join(project, 'src/jokko')).toSorted())
    if (/\.(py|typed|json)$/.test(name))
      files.set(`jokko/${name}`, readFileSync(join(project, 'src/jokko', name)));
  files.set(`${information}/licenses/LICENSE`, readFileSync(join(root, 'LICENSE')));
  files.set(`${information}/METADATA`, Buffer.from(metadata(version, read)));
  files.set(`${information}/WHEEL`, Buffer.from(wheel));
  files.set(`${information}/RECORD`, Buffer.from(record(files, `${information}/RECORD`)));
  for (const name of readdirSync(built)) if (name.endsWith('.whl')) rmSync(join(built, name));
  writeFileSync(join(built, `jokko-${version}-py3-none-any.whl`), writeZip(files));
}

const wheel = `Wheel-Version: 1.0
Generator: jokko
Root-Is-Purelib: true
Tag: py3-none-any
`;

/** What pyproject.toml says, in the form of an installed package. */
function metadata(version: string, read: (file: string) => string): string {
  const project = read('pyproject.toml');
  return `Metadata-Version: 2.1
Name: jokko
Version: ${version}
Summary: ${quoted(project, /^description = "(.+)"$/m)}
License: ${quoted(project, /^license = \{ text = "(.+)" \}$/m)}
Requires-Python: ${quoted(project, /^requires-python = "(.+)"$/m)}
Description-Content-Type: text/markdown
Provides-Extra: async
Requires-Dist: ${quoted(project, /^async = \["(.+)"\]$/m)} ; extra == "async"

${read('README.md')}`;
}

function quoted(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`sdks/python has nothing that matches ${pattern}`);
  return found;
}

/** Each file with its hash and size, and the record itself without. */
function record(files: ReadonlyMap<string, Buffer>, itself: string): string {
  const lines = [...files].map(([name, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${hash},${bytes.length}\n`;
  });
  return `${lines.join('')}${itself},,\n`;
}
