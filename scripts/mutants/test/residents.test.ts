// Proves that one process tries mutant after mutant: each time with the mutant alone, in all that
// depends on its source file, and up to the first failure; and that a process that ends is noticed.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startResident, type Resident } from '../residents.ts';

const source = `export const fee = (amount: bigint): bigint => amount + 5n;\n`;
const tests = `import { after, beforeEach, test } from 'node:test';
import { all } from './between.ts';
let hooks = 0;
beforeEach(() => void (hooks += 1));
after(() => { if (hooks > 2) throw new Error('hooks of another trial'); });
test('of one', () => { if (all(1n) !== 6n) throw new Error('six'); });
test('of none', (t) => { t.after(() => {}); if (all(0n) < 0n) process.exit(3); });
`;
const maxMs = 100_000;
let directory: string;
let resident: Resident;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'residents-'));
  writeFileSync(join(directory, 'fee.ts'), source);
  writeFileSync(join(directory, 'between.ts'), `export { fee as all } from './fee.ts';\n`);
  writeFileSync(join(directory, 'fee.test.ts'), tests);
  resident = startResident(directory, directory, { JOKKO_TEST_SEED: '1' });
});
after(() => {
  resident.end();
  rmSync(directory, { recursive: true });
});

async function attempt(from: string, to: string, names: string) {
  const start = source.indexOf(from);
  const mutant = { path: join(directory, 'fee.ts'), start, end: start + from.length };
  const files = [{ path: join(directory, 'fee.test.ts'), names }];
  const trial = { mutant: { ...mutant, replacement: to }, files };
  const { passed, isClean } = await resident.attempt(trial, maxMs);
  return { passed, isClean };
}

test('mutants are noticed one after the other, and what is as it was passes between them', async () => {
  const noticed = { passed: false, isClean: true };
  const passes = { passed: true, isClean: true };
  assert.deepEqual(await attempt('+', '-', 'of one'), noticed);
  assert.deepEqual(await attempt('+', '+', '.*'), passes);
  assert.deepEqual(await attempt('5n', '6n', 'of one|of none'), noticed);
  assert.deepEqual(await attempt('5n', '6n', 'of none'), passes, 'no test that is named sees it');
  assert.deepEqual(await attempt('5n', '(-5n)', 'of none'), { passed: false, isClean: false });
});
