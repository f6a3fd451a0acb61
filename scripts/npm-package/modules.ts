// Finds the modules that a program needs, beginning with its entries, and turns each into
// JavaScript. Node refuses to strip types below node_modules, so what is installed there must be
// JavaScript already. Types become blanks: lines and columns stay, and stack traces need no map.

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, posix, relative as relativePath } from 'node:path';

/** One file of the package. Paths are relative to the repository, with `/`. */
export interface Module {
  /** As it is called in the package: `.js` for `.ts`. */
  path: string;
  code: string;
}

/**
 * Folders of the repository that modules may come from; what they name elsewhere (the benchmarks)
 * is not part of the package.
 */
const folders = ['gateway', 'connectors', 'contract', 'simulator', 'sdks', 'docs'];

/** A relative path in an import, an export or `new URL(…, import.meta.url)`. */
const relativeName = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;
const workspaceName = /(\bfrom |\bimport\(|\bimport )(['"])@jokko\/([a-z]+)((?:\/[^'"\n]+)?)\2/g;

/** All modules that the entries reach. Throws for a name that leads nowhere. */
export function collectModules(root: string, entries: readonly string[]): Module[] {
  const modules: Module[] = [];
  const seen = new Set(entries);
  // Grows while it is walked through.
  for (const path of seen) {
    const source = readFileSync(join(root, path), 'utf8');
    const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
    const local = withRelativeNames(root, path, code);
    for (const next of namedModules(root, path, local)) seen.add(next);
    modules.push({ path: asJavaScript(path), code: local.replaceAll(relativeName, '$1$2.js$1') });
  }
  return modules;
}

const asJavaScript = (path: string): string => path.replace(/\.ts$/, '.js');

/** Names of workspaces become relative paths: an installed package has no workspaces beside it. */
function withRelativeNames(root: string, path: string, code: string): string {
  return code.replaceAll(
    workspaceName,
    (_, before: string, quote: string, workspace: string, rest: string) => {
      const target = exportOf(root, workspace, rest);
      const relative = posix.relative(posix.dirname(path), target);
      return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
    },
  );
}

/** The file behind `@jokko/WORKSPACE/REST`. */
function exportOf(root: string, workspace: string, rest: string): string {
  const installed = realpathSync(join(root, 'node_modules/@jokko', workspace));
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: { [name: string]: string };
  };
  const file = manifest.exports[`.${rest}`];
  if (file === undefined) throw new Error(`@jokko/${workspace}${rest} is not exported`);
  return posix.join(relativePath(realpathSync(root), installed), file);
}

function namedModules(root: string, path: string, code: string): string[] {
  return [...code.matchAll(relativeName)]
    .map(([, , name = '']) => `${posix.join(dirname(path), name)}.ts`)
    .filter((found) => folders.includes(found.split('/')[0]!))
    .filter((found) => {
      if (existsSync(join(root, found))) return true;
      throw new Error(`${path} names ${found}, which does not exist`);
    });
}
