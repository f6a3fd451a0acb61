// Makes the package of the Medusa plug-in: one CommonJS file, as Medusa's own configuration is,
// with jokko-sdk inside, so that no name on a public registry stands for ours.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const folder = 'sdks/medusa';

interface Manifest {
  name: string;
  private?: true;
  type: string;
  exports: object;
  dependencies: object;
}

/** The files of the package by their path in it. */
export async function medusaPackage(root: string): Promise<Map<string, string>> {
  const read = (file: string): string => readFileSync(join(root, folder, file), 'utf8');
  const {
    private: _never,
    type: _module,
    exports: _source,
    dependencies: _inside,
    ...manifest
  } = JSON.parse(read('package.json')) as Manifest;
  const text = JSON.stringify({ ...manifest, main: './dist/index.js' }, null, 2);
  return new Map([
    ['dist/index.js', await bundle(root)],
    ['package.json', `${text}\n`],
    ['README.md', read('README.md')],
  ]);
}

async function bundle(root: string): Promise<string> {
  const input = { index: join(root, folder, 'src/index.ts') };
  // The shop's own Medusa.
  const built = await rolldown({ input, cwd: root, platform: 'node', external: /^@medusajs\// });
  const { output } = await built.generate({ format: 'cjs', exports: 'named' });
  await built.close();
  return output[0].code;
}
