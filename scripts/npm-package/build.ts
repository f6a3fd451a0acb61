// Writes the npm package `jokko` into an empty folder: the program as JavaScript, its data files,
// the built portal, and a manifest with exact versions. The container image and the systemd unit
// run the same tree.

import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectModules } from './modules.ts';
import { makeShrinkwrap, versionOf, type Lock } from './shrinkwrap.ts';

/** Where a process, a thread or somebody else's code begins. */
const entries = [
  'gateway/bin/jokko.mjs',
  'gateway/src/main.ts',
  'gateway/src/node/start/orphans.ts',
  'simulator/src/main.ts',
  'connectors/offer-kit.ts',
  'connectors/kit/index.ts',
  'connectors/kit/conformance/index.ts',
  'simulator/src/kit.ts',
];

/** What the program reads besides its modules. */
const dataFiles = [
  'gateway/src/**/*.{sql,json,txt}',
  'gateway/src/payments/payment-pages/assets/*',
  'portal/dist/**/*',
  'sdks/dist/*.{json,tgz,whl,zip}',
  'examples/connectors/*/**/*',
  'examples/live-catalogue.json',
  // What README and the portal's texts point to.
  'docs/*.{md,png}',
  'docs/{architecture,providers}/*.md',
  'docs/site/{assets,content}/**/*',
  'portal/src/style/tokens.css',
  'sdks/{typescript,php,python}/examples/**/*',
  'sdks/{,*/}README.md',
  'simulator/PROTOCOL.md',
  'decisions/*.md',
  'deploy/**/*',
  '*.md',
  'compose*.yaml',
  'Dockerfile',
];

/**
 * Workspaces whose dependencies the package has. knip proves that they declare what they import.
 */
const workspaces = ['contract', 'connectors', 'docs/site', 'gateway'];

interface RootManifest {
  version: string;
  description: string;
  license: string;
}

/** `folder` exists and is empty; the portal is built. */
export function buildPackage(root: string, folder: string): void {
  for (const { path, code } of collectModules(root, entries)) write(join(folder, path), code);
  for (const path of findDataFiles(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeManifests(root, folder);
}

function findDataFiles(root: string): string[] {
  return dataFiles.flatMap((pattern) =>
    globSync(pattern, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );
}

/** Names of packages from the registry, and for each the workspace that declares it. */
function findDependencies(root: string): Map<string, string> {
  return new Map(
    workspaces.flatMap((workspace) => {
      const path = join(root, workspace, 'package.json');
      const { dependencies } = readJson<{ dependencies: { [name: string]: string } }>(path);
      return Object.keys(dependencies)
        .filter((name) => !name.startsWith('@jokko/'))
        .map((name): [string, string] => [name, workspace]);
    }),
  );
}

function writeManifests(root: string, folder: string): void {
  const packages = findDependencies(root);
  const lock = readJson<Lock>(join(root, 'package-lock.json'));
  const { version, description, license } = readJson<RootManifest>(join(root, 'package.json'));
  const dependencies = Object.fromEntries(
    [...packages].toSorted().map(([name, from]) => [name, versionOf(lock, from, name)]),
  );
  const manifest = {
    name: 'jokko',
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=24' },
    bin: { jokko: 'gateway/bin/jokko.mjs' },
    dependencies,
  };
  writeJson(join(folder, 'package.json'), manifest);
  writeJson(join(folder, 'npm-shrinkwrap.json'), makeShrinkwrap(lock, manifest, packages));
  // The program reads its version beside its sources.
  writeJson(join(folder, 'gateway/package.json'), { private: true, version, type: 'module' });
  // By which calls say whose they are.
  writeJson(join(folder, 'connectors/package.json'), { private: true, version, type: 'module' });
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

const writeJson = (path: string, value: object): void =>
  write(path, `${JSON.stringify(value, null, 2)}\n`);

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}
