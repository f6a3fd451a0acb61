// Checks what can be seen in the text of docs/testing.md: which files are in the gate, and that
// none of them measures or leaves anything to chance.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from './imports.ts';

const tests = readSources().filter(({ path }) => path.endsWith('.test.ts'));
const gate = tests.filter(({ path }) => !path.endsWith('.long.test.ts'));

/** What takes something away, drives a browser, runs seeds or reads a heap. */
const ofLongTier = /^acceptance\/(crash|portal|simulation|memory)\//;
/** What stands in the gate for all of that: one kill, one journey, and every page opened once. */
const smokes = ['acceptance/crash/node-killed.test.ts', 'acceptance/portal/smoke.test.ts'];

const stopwatchOrChance =
  /\b(performance\.now|hrtime|console\.time|cpuUsage|resourceUsage|memoryUsage|getHeapStatistics|Math\.random|undisturbed|watchLateness)\b|\bDate\.now\(\) - \w+ <|\.get(Hours|Day|Date|Month|TimezoneOffset)\(/;

test('kills, browsers, seeds and heaps are in the long tier, but for what stands for them', () => {
  const found = gate.filter(({ path }) => ofLongTier.test(path)).map(({ path }) => path);
  assert.deepEqual(found, smokes);
});

test('no test of the gate has a stopwatch, a meter, the hour of the machine, or chance without a seed', () => {
  const faults = gate.flatMap(({ path, text }) => {
    const [word] = stopwatchOrChance.exec(text) ?? [];
    return word === undefined || path.endsWith('/gate.test.ts') ? [] : [`${path}: ${word}`];
  });
  assert.deepEqual(faults, []);
});
