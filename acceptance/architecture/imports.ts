// Reads the tree: its source files, what each imports, and circles among imports.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = [
  'contract',
  'connectors',
  'gateway',
  'simulator',
  'portal',
  'acceptance',
  'bench',
  'scripts',
  'sdks',
  'docs',
];

export interface Source {
  path: string;
  text: string;
}
export interface Import {
  from: string;
  /** A path of the tree, or the name of a package. */
  to: string;
  isPackage: boolean;
  typesOnly: boolean;
}

export const isTest = (path: string): boolean =>
  /\.test\.ts$|\/testing\.ts$|\/(test|testing|conformance|harness)\/|^(acceptance|bench)\//.test(
    path,
  );

/** Every source file of the repository, by path. */
export function readSources(): Source[] {
  return globSync(`{${folders.join()}}/**/*.{ts,tsx,mjs,js,css}`, {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path === 'portal/dist',
  })
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .toSorted((one, other) => one.path.localeCompare(other.path));
}

/** All imports of these files, type-only ones included. */
export function readImports(sources: readonly Source[]): Import[] {
  const doors = readDoors();
  return sources
    .filter(({ path }) => !path.endsWith('.css'))
    .flatMap((source) => importsOf(source, doors));
}

/** `@jokko/contract/portal` → its file, by the `exports` of the workspaces. */
function readDoors(): Map<string, string> {
  const doors = new Map<string, string>();
  for (const path of globSync(`{${folders.join()}}{/package.json,/*/package.json}`, {
    cwd: root,
  })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      name?: string;
      exports?: Record<string, string>;
    };
    for (const [entry, file] of Object.entries(exports))
      doors.set(`${name ?? ''}${entry.slice(1)}`, join(dirname(path), file));
  }
  return doors;
}

const statements = /^[ \t]*(?:import|export)\s+(type\s+)?([^'"`;]*?from\s*)?['"]([^'"\n]+)['"]/gm;
const dynamicImports = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

function importsOf({ path, text }: Source, doors: Map<string, string>): Import[] {
  const found = [...text.matchAll(statements)].map(([, types, names = '', to = '']) => ({
    to,
    typesOnly: types !== undefined || onlyTypes(names),
  }));
  for (const [, to = ''] of text.matchAll(dynamicImports)) found.push({ to, typesOnly: false });
  return found.flatMap(({ to, typesOnly }): Import[] => {
    if (to.startsWith('node:')) return [];
    if (to.startsWith('.')) {
      const target = relative('.', join(dirname(path), to));
      return [{ from: path, to: target, isPackage: false, typesOnly }];
    }
    const door = doors.get(to);
    if (to.startsWith('@jokko/'))
      assert.ok(door !== undefined, `${path} imports ${to}, which no workspace exports`);
    if (door !== undefined) return [{ from: path, to: door, isPackage: false, typesOnly }];
    return [{ from: path, to: /^(@[^/]+\/)?[^/]+/.exec(to)![0], isPackage: true, typesOnly }];
  });
}

/** `{ type A, type B } from`: nothing is left at run time. */
function onlyTypes(names: string): boolean {
  const list = /\{([^}]*)\}\s*from/.exec(names)?.[1];
  if (list === undefined || /^\s*[\w*]/.test(names)) return false;
  return list.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

/**
 * Groups of nodes that reach each other along the edges: Tarjan's strongly connected components of
 * more than one node.
 */
export function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return circles;
}
