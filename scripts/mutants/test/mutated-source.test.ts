// Proves that a process that loads `mutated-source.ts` runs a source file with its mutant, that the
// file on the disk stays as it is.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findMutants } from '../find-mutants.ts';
import { mutantVariable, type MutatedFile } from '../mutated-source.ts';

const source = `export function due(amount: bigint, fee: bigint): bigint {
  if (amount > 5n) return amount + fee;
  return amount - fee;
}
`;
let directory: string;
let path: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'mutated-'));
  path = join(directory, 'due.ts');
  writeFileSync(path, source);
  writeFileSync(
    join(directory, 'main.ts'),
    `import { due } from './due.ts';\nconsole.log(String(due(7n, 2n)));\n`,
  );
});
after(() => rmSync(directory, { recursive: true }));

function run(variables: NodeJS.ProcessEnv): string {
  const loader = new URL('../mutated-source.ts', import.meta.url).href;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [`--import=${loader}`, join(directory, 'main.ts')],
    { env: { ...process.env, ...variables }, encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

test('each mutant runs in the place of its source file', () => {
  const results = findMutants(path, source)
    .filter(({ line }) => line === 2)
    .map(({ start, end, replacement }) => {
      const mutated: MutatedFile = { path, start, end, replacement };
      return run({ [mutantVariable]: JSON.stringify(mutated) });
    });
  // > as >=; 5n as 6n; + as -; without fee; without amount.
  assert.deepEqual(results.toSorted(), ['2', '5', '7', '9', '9']);
  assert.equal(readFileSync(path, 'utf8'), source);
});
