// Does the tree keep the arrows that ARCHITECTURE.md draws, and the few rules of form that no linter reads? The tables there are the input.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const workspaces = ['contract', 'connectors', 'gateway', 'simulator', 'portal', 'acceptance', 'bench', 'scripts'];
const linesMax = 400;
const medianLinesMax = 100;

interface Source {
  path: string;
  text: string;
}
interface Import {
  from: string;
  /** A path of the tree, or the name of a package. */
  to: string;
  isPackage: boolean;
  typesOnly: boolean;
}
interface Target {
  glob: string;
  typesOnly: boolean;
}
interface Row {
  from: string;
  targets: Target[];
}

const sources: Source[] = globSync(`{${workspaces.join()}}/**/*.{ts,tsx,mjs,js,css}`, {
  cwd: root,
  exclude: (path) => path.includes('node_modules') || path === 'portal/dist',
})
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .toSorted((one, other) => one.path.localeCompare(other.path));
const code = sources.filter(({ path }) => !path.endsWith('.css'));
const isTest = (path: string): boolean =>
  /\.test\.ts$|\/testing\.ts$|\/(test|testing|conformance|harness)\/|^(acceptance|bench)\//.test(path);

/** The tables of the section "Arrows", in their order: arrows, tests, packages. */
function readTables(): [Row[], Row[], Row[]] {
  const section =
    readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
      .split(/^## /m)
      .find((part) => part.startsWith('Arrows')) ?? '';
  const tables = section
    .split('\n\n')
    .filter((block) => block.startsWith('|'))
    .map((block) =>
      block
        .split('\n')
        .slice(2)
        .filter((line) => line.startsWith('|'))
        .map(readRow),
    );
  assert.equal(tables.length, 3, 'three tables');
  return tables as [Row[], Row[], Row[]];
}

function readRow(line: string): Row {
  const [, from = '', targets = ''] = line.split('|');
  const paths = [...targets.matchAll(/`([^`]+)`( \(types\))?/g)].map(([, glob = '', types]) => ({ glob, typesOnly: types !== undefined }));
  return { from: /`([^`]+)`/.exec(from)?.[1] ?? '', targets: paths };
}

/** `@jokko/kit/conformance` → its file, by the `exports` of the workspaces. */
function readDoors(): Map<string, string> {
  const doors = new Map<string, string>();
  for (const path of globSync(`{${workspaces.join()}}{/package.json,/*/package.json}`, { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
      name?: string;
      exports?: Record<string, string>;
    };
    for (const [entry, file] of Object.entries(exports)) doors.set(`${name ?? ''}${entry.slice(1)}`, join(dirname(path), file));
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
    if (to.startsWith('.')) return [{ from: path, to: relative('.', join(dirname(path), to)), isPackage: false, typesOnly }];
    const door = doors.get(to);
    if (to.startsWith('@jokko/')) assert.ok(door !== undefined, `${path} imports ${to}, which no workspace exports`);
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

const allowed = (path: string, typesOnly: boolean, targets: Target[]): boolean =>
  targets.some((target) => matchesGlob(path, target.glob) && (typesOnly || !target.typesOnly));

const tables = readTables();
const doors = readDoors();
const imports = code.flatMap((source) => importsOf(source, doors));

/** The row whose own files a file belongs to: the one that names it most exactly. */
function homeOf(path: string, rows: Row[]): Row | undefined {
  return rows.filter((row) => matchesGlob(path, row.from)).toSorted((one, other) => other.from.length - one.from.length)[0];
}

test('every import follows an arrow of ARCHITECTURE.md', () => {
  const [arrows, tests] = tables;
  const faults: string[] = [];
  for (const { from, to, isPackage, typesOnly } of imports) {
    if (isPackage) continue;
    const home = homeOf(from, arrows);
    if (home !== undefined && matchesGlob(to, home.from)) continue;
    const targets = [...arrows, ...tests].filter((row) => matchesGlob(from, row.from)).flatMap((row) => row.targets);
    if (!allowed(to, typesOnly, targets)) faults.push(`${from} → ${to}${typesOnly ? ' (types)' : ''}`);
  }
  assert.deepEqual(faults, []);
  assert.ok(imports.length > 500, 'imports were found');
});

test('every file has its row, and every row its files', () => {
  const [arrows, tests, packages] = tables;
  const homeless = code.filter(
    ({ path }) => !path.startsWith('scripts/') && !path.endsWith('.mjs') && homeOf(path, [...arrows, ...tests]) === undefined,
  );
  assert.deepEqual(
    homeless.map(({ path }) => path),
    [],
  );
  const rows = [
    ...arrows.map((row) => row.from),
    ...tests.map((row) => row.from),
    ...[...arrows, ...tests].flatMap((row) => row.targets.map(({ glob }) => glob)),
  ];
  const empty = rows.filter((glob) => !sources.some(({ path }) => matchesGlob(path, glob)));
  assert.deepEqual([...new Set(empty)], [], 'a path in the table that fits nothing');
  assert.ok(packages.length > 0);
});

test('packages are used where ARCHITECTURE.md says', () => {
  const [, , packages] = tables;
  const faults: string[] = [];
  for (const { from, to, isPackage, typesOnly } of imports) {
    if (!isPackage || /\.test\.ts$|\/(test|testing|conformance)\//.test(from)) continue;
    const row = packages.find((each) => each.from === to);
    if (row === undefined) faults.push(`${from} uses ${to}, which has no row`);
    else if (!allowed(from, typesOnly, row.targets)) faults.push(`${from} uses ${to}`);
  }
  assert.deepEqual(faults, []);
});

test('no file is longer than 400 lines, half of them at most 100', () => {
  const lengths = sources.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > linesMax),
    [],
  );
  const sorted = lengths.map(({ lines }) => lines).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  assert.ok(median <= medianLinesMax, `the median is ${median}`);
});

test('every source file says first which question it answers', () => {
  const silent = code.filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text));
  assert.deepEqual(
    silent.map(({ path }) => path),
    [],
  );
});

test('only the configuration reads the environment', () => {
  const readers = code.filter(({ path, text }) => text.includes('process.env') && !isTest(path) && path.includes('/src/'));
  assert.deepEqual(readers.map(({ path }) => path).toSorted(), ['gateway/src/config.ts', 'simulator/src/main.ts']);
});

test('an operation gets its state from the transition table and is written by the writer alone', () => {
  const states = 'READY|SENDING|ACCEPTED|UNKNOWN|SUCCESS|FAILED|CANCELED|REFUNDING|REFUNDED';
  const operations = 'gateway/src/domain/operations';
  const product = code.filter(({ path }) => path.startsWith('gateway/src/') && !isTest(path) && !/\/testing\//.test(path));
  const placesIn = (files: typeof product, pattern: RegExp): string[] =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  const places = (pattern: RegExp): string[] => placesIn(product, pattern);
  // Messages have states of their own; the folder of operations is not entered by them.
  const besidesSms = product.filter(({ path }) => !path.startsWith('gateway/src/domain/sms-delivery/'));
  // The next state is always a new object, made in advance.ts, or the opening's, made in batch.ts.
  assert.deepEqual(
    placesIn(besidesSms, /^\s*[\w.]+\.state = /m).filter((path) => !/\/(advance|batch)\.ts$/.test(path)),
    [],
  );
  // A state written down as a literal: the opening's, and an attempt's own first state.
  assert.deepEqual(
    placesIn(besidesSms, new RegExp(`[{,\\s]state: '(${states})'`)).filter((path) => !/\/(advance|batch|execute)\.ts$/.test(path)),
    [],
  );
  assert.deepEqual(places(/\binsert into operation\s*\(/i), [`${operations}/store-write.ts`]);
  assert.deepEqual(places(/\bupdate operation\b/i).toSorted(), [`${operations}/claim.ts`, `${operations}/store-write.ts`]);
  const claim = product.find(({ path }) => path === `${operations}/claim.ts`);
  assert.match(
    claim?.text ?? '',
    /update operation o set lease_owner = \$1, next_step_at = /,
    'a claim changes lease and alarm clock only',
  );
  assert.doesNotMatch(claim?.text ?? '', /set [^`]*\bstate = /, 'a claim changes lease and alarm clock only');
  assert.deepEqual(places(/\binsert into transfer\b/i), ['gateway/src/domain/ledger/store.ts']);
  assert.deepEqual(places(/\b(update|delete from) (transfer|operation_transition)\b/i), [], 'both are append-only');
});

test('a message is accepted in one place, claimed in one, and gets its later states in one', () => {
  const sms = code.filter(({ path }) => path.startsWith('gateway/src/') && !isTest(path) && !/\/testing\//.test(path));
  const places = (pattern: RegExp): string[] => sms.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.deepEqual(places(/\binsert into sms_message\b/), ['gateway/src/domain/sms/accept-store.ts']);
  assert.deepEqual(places(/\bupdate sms_message\b/).toSorted(), [
    'gateway/src/domain/sms-delivery/claim.ts',
    'gateway/src/domain/sms-delivery/record-store.ts',
  ]);
});

test('no test is left out or alone', () => {
  const faults = sources.filter(({ path, text }) => {
    if (!path.endsWith('.test.ts') || path.endsWith('architecture.test.ts')) return false;
    return /\b(test|it|describe|suite)\.(only|skip|todo)\b|\b(only|skip|todo): true\b/.test(text);
  });
  assert.deepEqual(
    faults.map(({ path }) => path),
    [],
  );
});
