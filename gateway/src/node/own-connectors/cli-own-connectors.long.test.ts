// Proves that a connector that was just made passes the conformance suite from outside the
// repository, and that a wrong one is told so.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RuleResult } from './run-tests.ts';
import { makeConnector } from './scaffold.ts';

const program = fileURLToPath(new URL('../../../bin/jokko.mjs', import.meta.url));

/** Runs `jokko`; answers how it ended, and what it said. */
function run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof run>>>();
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
    resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  );
  return promise;
}

/** Runs `jokko connector test DIR`, in a process that does not know that it is itself a test. */
async function testPackage(folder: string): Promise<{ code: number; results: RuleResult[] }> {
  const { code, stdout } = await run('connector', 'test', folder, '--json');
  return { code, results: (JSON.parse(stdout) as { results: RuleResult[] }).results };
}

const base = mkdtempSync(join(tmpdir(), 'jokko-scaffold-'));
after(() => rmSync(base, { recursive: true }));

test('a connector that was just made passes at once, by its own name', async () => {
  const folder = join(base, 'my-water');
  makeConnector('my-water', folder);
  assert.ok(existsSync(join(folder, 'tsconfig.json')));
  assert.match(readFileSync(join(folder, 'index.ts'), 'utf8'), /MyWaterConfig[^]*name: 'my-water'/);
  const { code, results } = await testPackage(folder);
  const failed = results.filter(({ result }) => result === 'FAILED');
  assert.deepEqual([failed, code], [[], 0]);
  assert.ok(results.filter(({ result }) => result === 'ok').length > 40);
  assert.throws(() => makeConnector('my-water', folder), /is not empty/);
});

test('a rule that is broken is named with its reason', async () => {
  const folder = join(base, 'wrong');
  makeConnector('wrong', folder);
  const table = join(folder, 'outcome-table.ts');
  const text = readFileSync(table, 'utf8');
  writeFileSync(table, text.replace("PAID: 'succeeded'", "PAID: 'pending'"));
  const { code, results } = await testPackage(folder);
  assert.equal(code, 1);
  const broken = results.filter(({ result }) => result === 'FAILED');
  assert.ok(broken.some(({ part, rule }) => part === 'conformance' && /late success/.test(rule)));
  assert.ok(broken.every(({ detail }) => detail !== ''));
});

test('an SMS connector that was just made passes at once, and a code that it reads wrongly is named', async () => {
  const folder = join(base, 'sen-tel');
  const made = await run('connector', 'new', '--sms', 'sen-tel', folder);
  assert.equal(made.code, 0, made.stderr);
  assert.match(readFileSync(join(folder, 'index.ts'), 'utf8'), /httpCarrier[^]*name: 'sen-tel'/);
  const right = await testPackage(folder);
  assert.deepEqual(
    right.results.filter(({ result }) => result === 'FAILED'),
    [],
  );
  assert.equal(right.code, 0);
  const parts = new Set(right.results.map(({ part }) => part));
  assert.deepEqual([...parts], ['conformance', 'test/simulated-carrier.test.ts']);
  assert.ok(right.results.filter(({ result }) => result === 'ok').length > 25);
  const table = join(folder, 'code-table.ts');
  const text = readFileSync(table, 'utf8');
  writeFileSync(table, text.replace("refused('barred')", "busy('throttled', 1_000)"));
  const wrong = await testPackage(folder);
  const [broken] = wrong.results.filter(({ result }) => result === 'FAILED');
  assert.equal(wrong.code, 1);
  assert.match(`${broken?.rule}: ${broken?.detail}`, /of refusals: NUMBER_BARRED/);
});

test('an SMS connector of batches that was just made passes at once, with its messages in one request', async () => {
  const folder = join(base, 'sen-batch');
  const made = await run('connector', 'new', '--sms', '--batches', 'sen-batch', folder);
  assert.equal(made.code, 0, made.stderr);
  assert.match(readFileSync(join(folder, 'sending.ts'), 'utf8'), /partsMax/);
  assert.equal(existsSync(join(folder, 'sending-batches.ts')), false);
  const { code, results } = await testPackage(folder);
  assert.deepEqual(
    results.filter(({ result }) => result === 'FAILED'),
    [],
  );
  assert.equal(code, 0);
  const first = results.find(({ rule }) => rule.startsWith('one part is refused inside a success'));
  assert.equal(first?.result, 'ok');
  const alone = await run('connector', 'new', '--batches', 'sen-water', join(base, 'sen-water'));
  assert.deepEqual([alone.code, /add --sms/.test(alone.stderr)], [2, true], alone.stderr);
});

test('a new connector does not take the name of another one, with which no node would start', async () => {
  const folder = join(base, 'wave');
  const { code, stderr } = await run('connector', 'new', 'wave', folder);
  assert.equal(code, 1);
  assert.match(stderr, /there is a connector wave already/);
  assert.equal(existsSync(folder), false);
});
