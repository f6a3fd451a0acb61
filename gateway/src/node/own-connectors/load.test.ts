// Proves that connectors of folders and of packages are loaded, in both languages, and that what
// cannot be used is refused in words.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { paymentConnectors } from '@jokko/connectors';
import { connectorProblems } from '@jokko/connectors/kit';
import { loadOwnConnectors } from './index.ts';

const base = mkdtempSync(join(tmpdir(), 'jokko-own-'));
after(() => rmSync(base, { recursive: true }));

function write(files: { [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
}

const load = (...given: string[]) =>
  loadOwnConnectors(given, { base, taken: ['gsma'], report: () => {} });

/** A connector in JavaScript that imports the kit, which is nowhere near it. */
const connectorNamed = (name: string): string => `
import { queryOnly } from '@jokko/connectors/kit';
const nothing = () => { throw new Error('not written yet'); };
export default {
  name: ${JSON.stringify(name)}, configForm: [], checkConfig: () => [],
  capabilities: () => ({ resolution: queryOnly(1_000) }),
  validate: () => null, prepare: nothing, execute: nothing, query: nothing, receive: nothing,
  connectionTest: { target: nothing, call: nothing },
};`;

test('a folder in TypeScript and an installed package in JavaScript import the kit from outside', async () => {
  write({
    'water/index.ts': `type Unused = string;\n${connectorNamed('water')}`,
    'node_modules/@acme/power/package.json': JSON.stringify({
      name: '@acme/power',
      type: 'module',
      exports: { '.': { import: './lib/power.js' } },
    }),
    'node_modules/@acme/power/lib/power.js': connectorNamed('power'),
  });
  const { loaded, problems } = await load('./water', '@acme/power');
  assert.deepEqual(problems, []);
  assert.deepEqual(
    loaded.map(({ connector }) => connector.name),
    ['water', 'power'],
  );
});

test('every problem is told in words, and none hides another', async () => {
  write({
    'empty/readme.txt': '',
    'broken/index.js': 'export default {',
    'half/index.js': 'export default { name: "half", configForm: [{ name: "a b" }] };',
    'taken/index.js': connectorNamed('gsma'),
    'enum/index.ts': `enum Kind { One }\n${connectorNamed('enum')}`,
    'node_modules/typed/package.json': JSON.stringify({ name: 'typed', main: './index.ts' }),
    'node_modules/typed/index.ts': connectorNamed('typed'),
  });
  const { loaded, problems } = await load(
    './empty',
    './broken',
    './half',
    './taken',
    './enum',
    './nowhere',
    'typed',
    'stranger',
  );
  assert.deepEqual(loaded, []);
  const expected = [
    /empty has no index/,
    /broken could not be loaded/,
    /half is no connector:[^]*`execute` must be a function[^]*configForm: a b must have a `label`/,
    /the name "gsma" is taken by the program/,
    /enum could not be loaded: [^]*types only/,
    /nowhere does not exist/,
    /TypeScript inside node_modules/,
    /no package stranger installed/,
  ];
  assert.equal(problems.length, expected.length, problems.join('\n'));
  for (const [at, pattern] of expected.entries()) assert.match(problems[at]!, pattern);
});

test('an SMS connector is known by its shape, and what it lacks is told', async () => {
  const sms = (name: string, open: string) => `export const connector = {
    name: '${name}', configForm: [], checkConfig: () => [], capabilities: () => ({}), open: ${open},
    confirm() {}, receive() {},
  };`;
  write({
    'pigeon/index.js': sms('pigeon', '() => {}'),
    'dove/index.js': sms('dove', '7').replace('receive() {},', 'connectionTest: {},'),
  });
  const { loaded, problems } = await load('./pigeon', './dove');
  assert.deepEqual(
    loaded.map(({ carries, connector }) => [carries, connector.name]),
    [['SMS', 'pigeon']],
  );
  assert.match(
    problems.join(),
    /dove is no connector:[^]*`open` must be a function[^]*`confirm` needs[^]*`connectionTest` must have/,
  );
});

test('two connectors of one name are refused', async () => {
  write({ 'one/index.js': connectorNamed('twin'), 'two/index.js': connectorNamed('twin') });
  const { loaded, problems } = await load('./one', './two');
  assert.deepEqual([loaded.length, problems.length], [1, 1]);
  assert.match(problems[0]!, /taken by \.\/one/);
});

test('an item of the go-live list has an id of its own, also among those of every route', async () => {
  const item = (id: string) => ({ id, check: 'person', text: { fr: 'f', en: 'e' } });
  const goLive = JSON.stringify([item('float'), item('contract'), item('contract')]);
  write({
    'items/index.js': connectorNamed('items').replace('name:', `goLive: ${goLive}, name:`),
  });
  const { problems } = await load('./items');
  assert.match(problems.join(), /the id "float" is taken[^]*the id "contract" is taken/);
  for (const connector of Object.values(paymentConnectors)) {
    const wrong = connectorProblems(connector).filter((problem) => problem.startsWith('goLive'));
    assert.deepEqual(wrong, [], connector.name);
  }
});

test('a list of checks is of sights: a person’s word stands for no connection test', () => {
  const [connector] = Object.values(paymentConnectors);
  const wrong = (check: unknown): string[] =>
    connectorProblems({
      ...connector,
      goLive: [{ id: 'of-both', check, text: { fr: 'f', en: 'e' } }],
    }).filter((problem) => problem.startsWith('goLive'));
  for (const check of ['connection', 'person', 'payout', ['collection', 'payout']])
    assert.deepEqual(wrong(check), []);
  for (const check of [[], ['connection', 'payout'], ['person'], 'nothing', undefined])
    assert.equal(wrong(check).length, 1, JSON.stringify(check));
});
