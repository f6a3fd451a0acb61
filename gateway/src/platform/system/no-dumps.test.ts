// Proves that a process which has said so leaves nothing of its memory in files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dumpingFlags } from './no-dumps.ts';

const module = new URL('no-dumps.ts', import.meta.url).href;
const program = `
  import { readFileSync } from 'node:fs';
  import { keepMemoryHere } from ${JSON.stringify(module)};
  keepMemoryHere();
  const { reportOnFatalError, reportOnSignal, reportOnUncaughtException, excludeEnv } = process.report;
  const filter = process.platform === 'linux' ? readFileSync('/proc/self/coredump_filter', 'utf8').trim() : '00000000';
  console.log(JSON.stringify([filter, reportOnFatalError, reportOnSignal, reportOnUncaughtException, excludeEnv]));`;

test('G3 a core file holds none of the memory, and no report is written', () => {
  const flags = ['--report-on-fatalerror', '--report-on-signal', '--input-type=module'];
  const text = execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(text), ['00000000', false, false, false, true]);
});

test('G3 a node says so before anything else', () => {
  const start = readFileSync(new URL('../../node/start/start-node.ts', import.meta.url), 'utf8');
  assert.match(start, /\): Promise<StartedNode> \{\n {2}keepMemoryHere\(\);/);
});

test('G3 flags that write memory down or open it are found, in commands and in the environment', () => {
  const flags = [
    ...['--inspect', '--inspect-brk=0.0.0.0:9229', '--heapsnapshot-near-heap-limit=3'],
    ...['--heapsnapshot-signal=SIGUSR2', '--heap-prof', '--report-on-fatalerror'],
    ...['--report-uncaught-exception', '--abort-on-uncaught-exception'],
  ];
  assert.deepEqual(dumpingFlags(flags, ''), flags);
  assert.deepEqual(dumpingFlags([], flags.join(' ')), flags);
  const harmless = ['--max-semi-space-size=16', '--heap-growing-percent=60', '--disable-sigusr1'];
  assert.deepEqual(dumpingFlags(harmless, '--enable-source-maps'), []);
});
