// Checks that what an operating system starts says by what: without its first line a program is
// read as commands of a shell, and no other test starts an installed one.

import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const folders =
  'acceptance,bench,connectors,contract,deploy,docs,examples,gateway,portal,scripts,sdks,simulator';
const files = globSync(['*', '.ci/*', `{${folders}}/**/*`], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
});
const interpreter = /^#!\/(usr\/bin\/env (node|bash|php|python3)|bin\/(ba)?sh)\n/;

const isProgram = (path: string): boolean => {
  const stat = statSync(join(root, path));
  return stat.isFile() && (stat.mode & 0o111) !== 0;
};

test('a file that may be executed begins with its interpreter', () => {
  const programs = files.filter(isProgram);
  assert.ok(programs.includes('gateway/bin/jokko.mjs'), programs.join(' '));
  const without = programs.filter(
    (path) => !interpreter.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(without, []);
});

test('a command that a package brings begins with its interpreter', () => {
  const commands = files
    .filter((path) => path.endsWith('package.json'))
    .flatMap((path) => {
      const { bin = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return Object.values<string>(bin).map((file) => join(dirname(path), file));
    });
  assert.ok(commands.includes('gateway/bin/jokko.mjs'), commands.join(' '));
  for (const path of commands)
    assert.match(readFileSync(join(root, path), 'utf8'), interpreter, path);
});
