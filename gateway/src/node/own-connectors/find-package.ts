// Finds the files of a connector package: a folder, or an installed package, with its entry, its
// simulator and its subject of conformance.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, extname, isAbsolute, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ConnectorPackage {
  /** As it was written. */
  given: string;
  folder: string;
  /** What exports the connector. */
  entry: string;
  /**
   * What exports the simulated protocol, and the subject of the conformance suite; null: there is
   * none.
   */
  simulator: string | null;
  subject: string | null;
}

const extensions = ['.ts', '.mts', '.js', '.mjs'];

/**
 * Throws a sentence that says what is missing. `given`: a path that begins with a dot or a slash,
 * or the name of a package installed below `base`.
 */
export function findConnectorPackage(given: string, base: string): ConnectorPackage {
  const folder = findFolder(given, base);
  const { main, exports, jokko } = readManifest(folder);
  const entry = mainOf(main, exports);
  const found = entry === undefined ? findModule(folder, 'index') : existing(folder, entry);
  if (found === null)
    throw new Error(`${given} has no index.ts or index.js, and no \`main\` in its package.json`);
  if (found.split(sep).includes('node_modules') && /\.m?ts$/.test(extname(found)))
    throw new Error(
      `${given} is TypeScript inside node_modules, which Node does not run: publish it as JavaScript, or name its folder`,
    );
  return {
    given,
    folder,
    entry: found,
    simulator: optional(folder, jokko?.simulator, 'simulator'),
    subject: optional(folder, jokko?.subject, 'subject'),
  };
}

function findFolder(given: string, base: string): string {
  if (/^\.{0,2}[\\/]/.test(given) || given === '.' || given === '..' || isAbsolute(given)) {
    const folder = resolve(base, given);
    if (!existsSync(folder)) throw new Error(`${given} does not exist (looked for in ${base})`);
    if (!statSync(folder).isDirectory()) throw new Error(`${given} is not a folder`);
    return folder;
  }
  const manifest = findInstalled(given, base);
  if (manifest === undefined)
    throw new Error(
      `there is no package ${given} installed below ${base}; a folder is written with a dot: ./${given}`,
    );
  return dirname(manifest);
}

function findInstalled(name: string, base: string): string | undefined {
  try {
    return findPackageJSON(name, pathToFileURL(join(base, 'package.json')));
  } catch {
    return undefined;
  }
}

interface Manifest {
  main?: unknown;
  exports?: unknown;
  jokko?: { simulator?: unknown; subject?: unknown };
}

function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    throw new Error(`${file} is not valid JSON`);
  }
}

/** `exports` goes before `main`, as in Node. */
function mainOf(main: unknown, exports: unknown): string | undefined {
  let entry: unknown = exports;
  for (const key of ['.', 'import', 'default'])
    if (typeof entry === 'object' && entry !== null && key in entry)
      entry = (entry as { [key: string]: unknown })[key];
  if (typeof entry === 'string') return entry;
  return typeof main === 'string' ? main : undefined;
}

function findModule(folder: string, name: string): string | null {
  const found = extensions.map((extension) => join(folder, name + extension)).find(existsSync);
  return found ?? null;
}

function existing(folder: string, file: string): string {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw new Error(`${path} does not exist, and package.json names it`);
  return path;
}

const optional = (folder: string, named: unknown, usual: string): string | null =>
  typeof named === 'string' ? existing(folder, named) : findModule(folder, usual);
