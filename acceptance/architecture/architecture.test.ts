// Checks every import of the tree against rules.ts, and the few rules of form that no linter reads.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';
import { findCircles, isTest, readImports, readSources, type Import } from './imports.ts';
import { nouns, rooms } from './nouns.ts';
import { findTableStars, tablesOf } from './table-stars.ts';
import {
  commandContext,
  edges,
  entrances,
  groups,
  packages,
  readingThread,
  bankReading,
  bankReader,
  bankReadingThread,
  readInThread,
  workspaces,
} from './rules.ts';

const linesMax = 400;
const medianLinesMax = 100;

const sources = readSources();
const code = sources.filter(({ path }) => !path.endsWith('.css'));
const imports = readImports(sources);
const paths = new Set(sources.map(({ path }) => path));

const fits = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

/**
 * `gateway/src/payments/ledger/http-balance.ts` → group payments, noun payments/ledger, edge http.
 */
function placeOf(path: string): { group: string; noun: string; edge: string | null } | null {
  const found = /^gateway\/src\/([\w-]+)\/(?:([\w-]+)\/.*)?/.exec(path);
  if (found === null) return null;
  const [, group = '', folder] = found;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const inApi = folder === 'api' || (group === 'platform' && folder === 'http');
  const edge = inApi
    ? 'http'
    : (edges.find((each) => new RegExp(`^${each}\\b`).test(name)) ?? null);
  return { group, noun: folder === undefined ? group : `${group}/${folder}`, edge };
}

/** Why the gateway may not have this import; null when it may. */
function faultInGateway({ from, to, typesOnly }: Import): string | null {
  const source = placeOf(from)!;
  const target = placeOf(to);
  // main.ts starts the node; nothing but the composition lies beside the rooms.
  if (target === null || from === 'gateway/src/main.ts') return null;
  if (from === commandContext && typesOnly) return null;
  if (source.noun === target.noun || source.group === 'node') return null;
  const reached = [source.group, ...(groups[source.group] ?? [])];
  const mayUseFrame = target.group === 'cli' && source.edge === 'cli';
  if (!mayUseFrame && !reached.includes(target.group) && !reached.includes(target.noun))
    return 'its group may not';
  const isNoun = target.noun in nouns;
  if (source.edge === null && isNoun && nouns[source.noun] !== undefined) {
    if (target.edge !== null) return 'rules know nothing of edges';
    if (!nouns[source.noun]!.includes(target.noun)) return 'not among its nouns';
  }
  const door = `gateway/src/${target.noun}/index.ts`;
  const sameEdge = source.edge !== null && source.edge === target.edge;
  return paths.has(door) && to !== door && !sameEdge ? 'not through its index.ts' : null;
}

function faultOf(each: Import): string | null {
  const { from, to, typesOnly } = each;
  if (from.startsWith('gateway/') && to.startsWith('gateway/')) return faultInGateway(each);
  if (from.startsWith('gateway/'))
    return fits(to, [
      'contract/src/{index,html}.ts',
      'contract/src/portal/index.ts',
      'docs/site/src/index.ts',
      'connectors/kit/index.ts',
      'connectors/kit/{xml,bank-statement}/index.ts',
      // Only where the node is put together is it known which protocols there are.
      ...(from.startsWith('gateway/src/node/')
        ? ['connectors/index.ts', 'connectors/offer-kit.ts']
        : []),
    ])
      ? null
      : 'not through its index.ts';
  if (from.split('/')[0] === to.split('/')[0] && !from.startsWith('connectors/')) return null;
  if (
    fits(
      to,
      entrances.filter((row) => fits(from, [row.from])).flatMap((row) => row.to),
    )
  )
    return null;
  const own = workspaces.find((row) => fits(from, [row.from]));
  if (own === undefined) return 'has no row';
  if (from.startsWith('connectors/') && from.split('/')[1] === to.split('/')[1]) return null;
  const may = [...own.to, ...(typesOnly ? (own.types ?? []) : [])];
  return fits(to, may) ? null : 'its workspace may not';
}

test('every import follows the rules of rules.ts', () => {
  const faults = imports
    .filter(
      ({ from, isPackage }) => !isPackage && !(isTest(from) && !/^(acceptance|bench)\//.test(from)),
    )
    .flatMap((each) => {
      const fault = faultOf(each);
      return fault === null ? [] : [`${each.from} → ${each.to}: ${fault}`];
    });
  assert.deepEqual(faults, []);
  assert.ok(imports.length > 500, 'imports were found');
});

test('folders inside a noun build on each other as nouns.ts says', () => {
  const roomOf = (noun: string, path: string): string | undefined =>
    path.slice(`gateway/src/${noun}/`.length).match(/^([\w-]+)\//)?.[1];
  for (const [noun, allowed] of Object.entries(rooms)) {
    const inside = imports.filter(({ from, to }) =>
      [from, to].every((path) => path.startsWith(`gateway/src/${noun}/`)),
    );
    const found = new Set(inside.map(({ from }) => roomOf(noun, from)));
    assert.deepEqual(
      [...found].filter((room) => room !== undefined && !(room in allowed)),
      [],
    );
    assert.deepEqual(
      inside
        .filter(({ from }) => !isTest(from))
        .map(({ from, to }) => ({ from, to, room: roomOf(noun, from), target: roomOf(noun, to) }))
        .filter(({ room, target }) => room !== undefined && room !== target)
        .filter(({ room, target }) => target === undefined || !allowed[room!]!.includes(target))
        .map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  }
});

test('every noun of nouns.ts is there', () => {
  const missing = Object.keys(nouns).filter(
    (noun) => ![...paths].some((path) => path.startsWith(`gateway/src/${noun}/`)),
  );
  assert.deepEqual(missing, []);
});

test('no import runs in a circle, type-only ones included', () => {
  const product = imports.filter(({ from, isPackage }) => !isPackage && !isTest(from));
  const edgesOf = (nameOf: (path: string) => string | null): Map<string, Set<string>> => {
    const graph = new Map<string, Set<string>>();
    for (const { from, to } of product) {
      const [source, target] = [nameOf(from), nameOf(to)];
      if (source === null || target === null || source === target) continue;
      graph.set(source, (graph.get(source) ?? new Set()).add(target));
    }
    return graph;
  };
  assert.deepEqual(findCircles(edgesOf((path) => path)), [], 'files');
  const rulesOf = (path: string): string | null => {
    const place = placeOf(path);
    return place !== null && place.edge === null && place.noun in nouns ? place.noun : null;
  };
  assert.deepEqual(findCircles(edgesOf(rulesOf)), [], 'nouns');
});

test('packages are used where rules.ts says', () => {
  const faults = imports
    .filter(
      ({ from, isPackage }) =>
        isPackage && !/\.test\.ts$|\/(test|testing|conformance)\//.test(from),
    )
    .filter(({ from, to }) => !fits(from, packages[to] ?? []))
    .map(({ from, to }) => `${from} uses ${to}`);
  assert.deepEqual(faults, []);
});

test('files that people send are read in a thread of their own, and nowhere else', () => {
  const product = imports.filter(({ from, isPackage }) => !isPackage && !isTest(from));
  const readers = product.filter(({ to }) => fits(to, [readInThread]));
  assert.ok(readers.length > 5, 'imports were found');
  assert.deepEqual(
    readers
      .filter(({ from }) => !fits(from, [readInThread, readingThread]))
      .map(({ from, to }) => `${from} reads with ${to}`),
    [],
  );
  assert.deepEqual(
    product.filter(({ to, typesOnly }) => to === readingThread && !typesOnly),
    [],
  );
});

test('statements of banks are read in a thread of their own, and nowhere else', () => {
  const product = imports.filter(
    ({ from, typesOnly }) => from.startsWith('gateway/src/') && !isTest(from) && !typesOnly,
  );
  assert.deepEqual(
    product.filter(({ to }) => to === bankReading).map(({ from }) => from),
    [bankReader],
  );
  assert.deepEqual(
    product.filter(({ to }) => to === bankReader).map(({ from }) => from),
    [bankReadingThread],
  );
  assert.deepEqual(
    product.filter(({ to }) => to === bankReadingThread),
    [],
  );
});

test('files of providers are read in a thread of their own, and nowhere else', () => {
  const product = code.filter(({ path }) => path.startsWith('gateway/src/') && !isTest(path));
  const calls = /\b(?:files|protocol)\??\.(?:read|statement)\(/;
  assert.deepEqual(
    product.filter(({ text }) => calls.test(text)).map(({ path }) => path),
    ['gateway/src/node/file-reader/read-thread.ts'],
  );
  assert.deepEqual(
    product.filter(({ text }) => /\bnew Worker\(/.test(text)).map(({ path }) => path),
    ['gateway/src/platform/limited-thread/limited-thread.ts'],
  );
});

test('CSV files are written in one place, which keeps their texts as they are', () => {
  const product = code.filter(
    ({ path }) => path.startsWith('gateway/src/') && !isTest(path) && !/\/testing\//.test(path),
  );
  const writers = (pattern: RegExp): string[] =>
    product.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  const place = 'gateway/src/platform/http/portal/csv.ts';
  assert.deepEqual(writers(/['"`]text\/csv/), [place]);
  // Lines that end as those of a table do; the other one is read by ourselves alone.
  assert.deepEqual(writers(/join\((?:'[,;]'|separator)\)\}\\r\\n/).toSorted(), [
    'gateway/src/backoffice/provider-reports/statement-csv.ts',
    place,
  ]);
  assert.deepEqual(writers(/'xl\/workbook\.xml'/).toSorted(), [
    'gateway/src/platform/spreadsheet/xlsx-book.ts',
    'gateway/src/platform/spreadsheet/xlsx-stream.ts',
  ]);
});

test('no file is longer than 400 lines, half of them at most 100', () => {
  // A test file holds the rules of one noun on one database, however many they are.
  const product = sources.filter(({ path }) => !path.endsWith('.test.ts'));
  const lengths = product.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > linesMax),
    [],
  );
  const sorted = lengths.map(({ lines }) => lines).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  assert.ok(median <= medianLinesMax, `the median is ${median}`);
});

test('every source file says first what it does', () => {
  const silent = code.filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text));
  assert.deepEqual(
    silent.map(({ path }) => path),
    [],
  );
});

test('only the configuration reads the environment', () => {
  const readers = code.filter(
    ({ path, text }) =>
      text.includes('process.env') && !isTest(path) && /\/src\/|^connectors\//.test(path),
  );
  assert.deepEqual(readers.map(({ path }) => path).toSorted(), [
    // Receivers that readers copy: text, run by their own Node.js.
    'docs/site/src/receivers.ts',
    'gateway/src/node/config/config.ts',
    'sdks/dev/src/main.ts',
    'simulator/src/main.ts',
  ]);
});

test('an operation gets its state from the transition table and is written by the writer alone', () => {
  const states = 'READY|SENDING|ACCEPTED|UNKNOWN|SUCCESS|FAILED|CANCELED|REFUNDING|REFUNDED';
  const operations = 'gateway/src/payments/operations';
  const product = code.filter(
    ({ path }) => path.startsWith('gateway/src/') && !isTest(path) && !/\/testing\//.test(path),
  );
  const placesIn = (files: typeof product, pattern: RegExp): string[] =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  const places = (pattern: RegExp): string[] => placesIn(product, pattern);
  // Messages have states of their own; the folder of operations is not entered by them.
  const besidesSms = product.filter(
    ({ path }) => !path.startsWith('gateway/src/messaging/delivery/'),
  );
  // The next state is always a new object, made in advance.ts, or the opening's, made in group.ts.
  assert.deepEqual(
    placesIn(besidesSms, /^\s*[\w.]+\.state = /m).filter(
      (path) => !/\/(advance|group)\.ts$/.test(path),
    ),
    [],
  );
  // A state written down as a literal: the opening's, that of what a restore had forgotten, and an
  // attempt's own first state.
  assert.deepEqual(
    placesIn(besidesSms, new RegExp(`[{,\\s]state: '(${states})'`)).filter(
      (path) => !/\/(advance|group|restore|prepare-attempt)\.ts$/.test(path),
    ),
    [],
  );
  assert.deepEqual(places(/\binsert into operation\s*\(/i), [
    `${operations}/writer/store-write.ts`,
  ]);
  assert.deepEqual(places(/\bupdate operation\b/i).toSorted(), [
    // Terms of finished operations: what names a person.
    'gateway/src/backoffice/privacy/remove.ts',
    `${operations}/attempts/lease.ts`,
    `${operations}/writer/store-write.ts`,
  ]);
  const privacy = product.find(({ path }) => path === 'gateway/src/backoffice/privacy/remove.ts');
  assert.match(
    privacy?.text ?? '',
    /update operation o set phone = g.phone, phone_given = g.shown, details = g.details,\s+client_data = g.client_data\n/,
    'the removal of personal data changes no state',
  );
  const lease = product.find(({ path }) => path === `${operations}/attempts/lease.ts`);
  assert.match(
    lease?.text ?? '',
    /update operation o set lease_owner = \$1,\s+next_step_at = /,
    'a lease changes its owner and the alarm clock only',
  );
  assert.doesNotMatch(
    lease?.text ?? '',
    /set [^`]*\bstate = /,
    'a lease changes its owner and the alarm clock only',
  );
  assert.deepEqual(places(/\binsert into transfer\b/i), ['gateway/src/payments/ledger/store.ts']);
  assert.deepEqual(
    places(/\b(update|delete from) (transfer|operation_transition)\b/i),
    [],
    'both are append-only',
  );
});

test('a message is accepted in one place, leased in one, and gets its later states in one', () => {
  const sms = code.filter(
    ({ path }) => path.startsWith('gateway/src/') && !isTest(path) && !/\/testing\//.test(path),
  );
  const places = (pattern: RegExp): string[] =>
    sms.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.deepEqual(places(/\binsert into sms_message\b/), [
    'gateway/src/messaging/applications/accept-store.ts',
  ]);
  assert.deepEqual(places(/\bupdate sms_message\b/).toSorted(), [
    // The number of finished messages.
    'gateway/src/backoffice/privacy/erase.ts',
    'gateway/src/messaging/delivery/lease.ts',
    'gateway/src/messaging/delivery/record-store.ts',
  ]);
});

test('F61 no statement returns all columns of a table: the next version may add some', () => {
  const tables = tablesOf(readFileSync('gateway/src/platform/db/schema.sql', 'utf8'));
  for (const star of [
    'select o.*, 1 from operation o',
    'delete from bill returning *',
    'select * from balance',
  ])
    assert.equal(findTableStars(star, tables).length, 1, `the check finds ${star}`);
  const faults = code
    .filter(({ path }) => path.startsWith('gateway/src/') && !isTest(path))
    .flatMap(({ path, text }) => findTableStars(text, tables).map((found) => `${path}: ${found}`));
  assert.deepEqual(faults, []);
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

test('a statement has a name of its own: a connection prepares it once, and refuses another text', () => {
  const texts = new Map<string, Set<string>>();
  for (const { path, text } of code)
    if (path.startsWith('gateway/src/') && !isTest(path))
      for (const [, name, statement] of text.matchAll(/name: '(\w+)',\s*text: (`[^`]*`|'[^']*')/g))
        texts.set(name!, (texts.get(name!) ?? new Set()).add(statement!));
  const shared = [...texts].filter(([, each]) => each.size > 1).map(([name]) => name);
  assert.ok(texts.size > 300, `${texts.size} statements`);
  assert.deepEqual(shared, []);
});
