// Makes a new connector from the example of a biller or of an SMS carrier: a package that works,
// with its own simulated provider and its tests.

import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Folders of examples/connectors, by what the connector carries. */
const templates = {
  payments: 'rest-biller',
  SMS: 'rest-carrier',
  'SMS in batches': 'rest-carrier',
};
/**
 * At the end of a file's name: it stands for the file without it, where the connector carries SMS
 * in batches.
 */
const batchesMark = '-batches.ts';

/** `my-water` in the spellings that code has: MyWater, myWater, MY_WATER. */
function spellingsOf(name: string): [string, string, string, string] {
  const pascal = name
    .split('-')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
  return [
    name,
    pascal,
    pascal.slice(0, 1).toLowerCase() + pascal.slice(1),
    name.toUpperCase().replaceAll('-', '_'),
  ];
}

/**
 * The files that were made, relative to the folder. Throws a sentence when the folder holds
 * something.
 */
export function makeConnector(
  name: string,
  folder: string,
  carries: keyof typeof templates = 'payments',
): string[] {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`);
  const template = templates[carries];
  cpSync(join(root, 'examples', 'connectors', template), folder, { recursive: true });
  for (const file of readdirSync(folder).filter((each) => each.endsWith(batchesMark))) {
    const path = join(folder, file);
    if (carries === 'SMS in batches') renameSync(path, path.replace(batchesMark, '.ts'));
    else rmSync(path);
  }
  const spellings = spellingsOf(name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      spellingsOf(template).reduce((left, from, at) => left.replaceAll(from, spellings[at]!), text),
    );
  }
  writeFileSync(join(folder, 'tsconfig.json'), `${JSON.stringify(editorSettings(), null, 2)}\n`);
  return [...files.map((file) => file.slice(folder.length + 1)), 'tsconfig.json'].toSorted();
}

/** Only for the editor: where it finds the types. The program does not read it. */
function editorSettings(): object {
  const types = (...parts: string[]) => [join(root, ...parts)];
  return {
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: types('node_modules', '@types'),
      paths: {
        '@jokko/connectors/kit': types('connectors', 'kit', 'index.ts'),
        '@jokko/connectors/kit/carrier': types('connectors', 'kit', 'carrier', 'index.ts'),
        '@jokko/connectors/kit/conformance': types('connectors', 'kit', 'conformance', 'index.ts'),
        '@jokko/simulator/kit': types('simulator', 'src', 'kit.ts'),
      },
    },
    include: ['**/*.ts'],
  };
}
