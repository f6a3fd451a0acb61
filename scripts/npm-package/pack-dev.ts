// Makes the package of jokko-dev: JavaScript with the library that it needs inside, so that it is
// installed without any registry.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const folder = 'sdks/dev';

interface Manifest {
  private?: true;
  dependencies: { [name: string]: string };
  bin: { [command: string]: string };
}

/** The files of the package by their path in it. */
export async function devPackage(root: string): Promise<Map<string, string>> {
  const {
    private: _never,
    dependencies: _inside,
    ...manifest
  } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const text = JSON.stringify(manifest, null, 2).replaceAll('.ts"', '.js"');
  const { files, modules } = await bundle(root);
  return new Map([
    ...files.map(({ name, code }): [string, string] => [`src/${name}`, code]),
    ['package.json', `${text}\n`],
    ['src/LICENSES.txt', licensesOf(modules)],
  ]);
}

/** `mcp` alone needs a library: a file of its own, so that the other commands do not read it. */
async function bundle(root: string) {
  const input = { main: join(root, folder, 'src/main.ts') };
  const built = await rolldown({ input, cwd: root, platform: 'node' });
  const { output } = await built.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
  });
  await built.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  return {
    files: chunks.map(({ fileName, code }) => ({ name: fileName, code })),
    modules: chunks.flatMap(({ moduleIds }) => moduleIds),
  };
}

/** The licences of the packages that the modules are of: they ask to go along. */
function licensesOf(modules: readonly string[]): string {
  const folders = modules.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const packages = [...new Set(folders)].filter((each) => each !== undefined).toSorted();
  return packages
    .map((each) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(each, 'package.json'), 'utf8'),
      ) as { name: string; version: string; license: string };
      const path = join(each, 'LICENSE');
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join('\n');
}
