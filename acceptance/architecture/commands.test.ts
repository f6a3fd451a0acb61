// Keeps commands free of SQL: they call the rules of their noun, or, beside the portal, the handler
// of its route.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readImports, readSources } from './imports.ts';

const isCommand = (path: string): boolean =>
  /^gateway\/src\/.*\/cli-[\w-]+\.ts$/.test(path) && !isTest(path);
const commands = readSources().filter(({ path }) => isCommand(path));

/** Commands that read their noun's tables themselves, and why no other way leads there. */
const readers: { readonly [path: string]: string } = {
  'gateway/src/node/commands/cli-archive.ts': 'the archive has no page',
  'gateway/src/payments/breakers/cli-breaker.ts':
    'the handlers of breakers are of the back office, which payments do not know',
};

const holdsSql = (text: string): boolean =>
  /: Statement\b|\.query[(<]|\btext: *[`'"]\s*(?:select|insert|update|delete|with)\b/.test(text);

test('a command has no SQL of its own, beside a route of the portal or not', () => {
  assert.ok(commands.length > 30, 'commands were found');
  assert.deepEqual(
    commands.filter(({ text }) => holdsSql(text)).map(({ path }) => path),
    [],
  );
  const ofStores = readImports(commands).filter(
    ({ to, typesOnly }) => /\/[\w-]*store[\w-]*\.ts$/.test(to) && !typesOnly,
  );
  assert.deepEqual(
    [...new Set(ofStores.map(({ from }) => from))].toSorted(),
    Object.keys(readers),
    'call the route with callRoute (gateway/src/cli/portal-command.ts), or the noun’s index.ts',
  );
});

test('a handler of the portal is called through its checks', () => {
  const faults = commands.filter(
    ({ text }) =>
      /from '\.[^']*\/http-[\w-]+\.ts'/.test(text) &&
      !/\b(callRoute|definePortalCommand)\b/.test(text),
  );
  assert.deepEqual(
    faults.map(({ path }) => path),
    [],
  );
});

test('SQL in a command is noticed however it is written', () => {
  for (const line of [
    'const select: Statement = {',
    'await database.query(statement)',
    'text: `\n    select 1`',
  ])
    assert.ok(holdsSql(line), line);
});
