// Makes the package of the TypeScript SDK: JavaScript in one file for each of its entries, and
// declarations, so that a project without a bundler, or without TypeScript, can use it.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const folder = 'sdks/typescript';

interface Manifest {
  name: string;
  version: string;
  exports: { [entry: string]: string };
  [member: string]: unknown;
}

/** The files of the package by their path in it. */
export async function typeScriptPackage(root: string): Promise<Map<string, string>> {
  const { private: _never, ...manifest } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const entries = Object.values(manifest.exports).map((path) => posix.join(folder, path));
  const files = new Map([...(await bundle(root, entries)), ...declarations(root, entries)]);
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, source]) => {
      const name = posix.basename(source, '.ts');
      const types = `./types/${folder}/src/${name}.d.ts`;
      return [entry, { types, default: `./dist/${name}.js` }];
    }),
  );
  files.set('package.json', `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`);
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  // What README leads to comes with it.
  files.set(
    'README.md',
    read(posix.join(folder, 'README.md')).replaceAll('(../README.md)', '(sdks/README.md)'),
  );
  files.set('sdks/README.md', read('sdks/README.md'));
  for (const name of readdirSync(join(root, folder, 'examples')))
    files.set(`examples/${name}`, read(`${folder}/examples/${name}`));
  return files;
}

async function bundle(root: string, entries: readonly string[]): Promise<[string, string][]> {
  const input = entries.map((entry) => join(root, entry));
  const built = await rolldown({ input, cwd: root, platform: 'neutral' });
  const { output } = await built.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // Editors read those of the declarations.
    comments: false,
  });
  await built.close();
  return output.map((file) => [
    `dist/${file.fileName}`,
    file.type === 'chunk' ? file.code : String(file.source),
  ]);
}

const typesName = /(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"\n]+)\.ts\2/g;

/**
 * The declarations of all modules whose types the entries reach, in the folders that they have
 * here.
 */
function declarations(root: string, entries: readonly string[]): [string, string][] {
  const files: [string, string][] = [];
  const seen = new Set(entries);
  // Grows while it is walked through.
  for (const path of seen) {
    const source = readFileSync(join(root, path), 'utf8');
    const { code, errors } = isolatedDeclarationSync(path, source);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
    for (const [, , , name = ''] of code.matchAll(typesName))
      seen.add(`${posix.join(posix.dirname(path), name)}.ts`);
    files.push([
      `types/${path.replace(/\.ts$/, '.d.ts')}`,
      code.replaceAll(typesName, '$1$2$3.js$2'),
    ]);
  }
  return files;
}
