// Proves that the load generator counts, measures and journals correctly, against a small server
// with known behavior.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { holdTime, type HeldTime } from '../../acceptance/harness/held-time.ts';
import { until } from '../../acceptance/harness/until.ts';
import { startEngine, type Engine } from '../src/load/engine.ts';
import {
  type LoadCommand,
  type LoadResult,
  readJournal,
  refused,
  runLoad,
  sentUnanswered,
} from '../src/load/index.ts';

const seen: string[] = [];
const directory = mkdtempSync(join(tmpdir(), 'jokko-bench-test-'));
let port = 0;

// Answers by the last digit of the number: 3 refuses, 7 closes the connection, 9 answers in chunks,
// the rest accept.
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const id = (JSON.parse(body) as { externalTransactionId: string }).externalTransactionId;
    seen.push(id);
    if (id.endsWith('7')) return request.socket.destroy();
    const code = id.endsWith('3') ? 4000 : 2000;
    const answer = JSON.stringify({
      code,
      error: code !== 2000,
      data: { transactionId: `8${id.slice(-6)}` },
    });
    if (id.endsWith('9')) {
      response.write(answer.slice(0, 40));
      return setTimeout(() => response.end(answer.slice(40)), 2);
    }
    return response
      .writeHead(200, { 'x-batch-id': `9${id.slice(-6)}`, 'content-length': answer.length })
      .end(answer);
  });
});

function command(part: Partial<LoadCommand>): LoadCommand {
  return {
    host: '127.0.0.1',
    port,
    path: '/',
    bodyTemplate: '{"externalTransactionId":"test-{{n}}","again":"{{n}}"}',
    numberDigits: 6,
    firstNumber: 1,
    connections: 4,
    seconds: 0.4,
    ...part,
  };
}

/** An engine begins when its connections have had so long to open. */
const connectTimeMs = 300;

/** Lets time pass until it is done. */
async function resultOf(engine: Engine, time: HeldTime): Promise<LoadResult> {
  let result: LoadResult | undefined;
  void engine.result.then((it) => (result = it));
  while (result === undefined) await time.pass(10);
  return result;
}

before(async () => {
  // A connection that is idle while the machine stands still is no fault.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(directory, { recursive: true });
});

test('every number is sent once, every answer is counted by its code, and the journal says what became of each', async () => {
  const journalFile = join(directory, 'journal');
  seen.length = 0;
  const result = await runLoad(command({ requestsMax: 100, seconds: 60, journalFile }));
  assert.equal(result.started, 100);
  assert.deepEqual(
    new Set(seen),
    new Set(Array.from({ length: 100 }, (_, i) => `test-${String(i + 1).padStart(6, '0')}`)),
  );
  assert.equal(seen.length, 100);
  assert.deepEqual(result.codes, { '2000': 80, '4000': 10 });
  assert.deepEqual(result.faults, { closed: 10 });
  const { p50, p99, max } = result.latencyMs;
  assert.ok(p50 > 0 && p50 <= p99 && p99 <= max, JSON.stringify(result.latencyMs));
  const journal = readJournal(journalFile);
  assert.equal(journal.length, 100);
  assert.equal(journal[0], 8_000_001);
  assert.equal(journal[2], refused);
  assert.equal(journal[6], sentUnanswered);
  assert.equal(journal[99], 8_000_100);
});

test('an id may stand in a header, and another code may mean accepted', async () => {
  const journalFile = join(directory, 'headers');
  const acceptedAs = { code: '4000', idHeader: 'x-batch-id' };
  await runLoad(command({ requestsMax: 10, seconds: 60, journalFile, acceptedAs }));
  const journal = readJournal(journalFile);
  assert.equal(journal[0], refused, 'code 2000 is not the one');
  assert.equal(journal[2], 9_000_003);
});

test('open loop keeps its rate and wraps its numbers', async (t) => {
  const time = holdTime(t);
  seen.length = 0;
  const paced = { ratePerSec: 200, numberCount: 2, firstNumber: 10, requestsMax: 80, seconds: 60 };
  const engine = startEngine(command(paced));
  await time.pass(connectTimeMs);
  await until('the first is due at once', () => seen.length === 1);
  await time.pass(100);
  await until('twenty more are due in a tenth of a second', () => seen.length === 21);
  const result = await resultOf(engine, time);
  assert.equal(result.started, 80);
  assert.equal(seen.length, 80);
  assert.deepEqual([...new Set(seen)].sort(), ['test-000010', 'test-000011']);
});

test('the allowance holds back what is not allowed yet', async (t) => {
  const time = holdTime(t);
  seen.length = 0;
  const bodyTemplate = '{"externalTransactionId":"{{n}}0"}';
  const engine = startEngine(command({ allowance: 5, seconds: 3, bodyTemplate }));
  await time.pass(connectTimeMs + 1_000);
  await until('five have come', () => seen.length === 5);
  engine.allow(7);
  await until('seven have come', () => seen.length === 7);
  const result = await resultOf(engine, time);
  assert.equal(result.started, 7);
  assert.equal(result.answered, 7);
});
