// Proves what an answer about a whole request means: the carrier's own code where it has one, else
// only what HTTP itself makes certain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequestError } from '../read-answer.ts';
import { busy, refused, type HttpAnswer, type Meaning, type Reading } from '../reading.ts';

const table: ReadonlyMap<string, Meaning> = new Map([
  ['busy', busy('throttled', 1_000)],
  ['no_credit', refused('no_credit')],
]);
const answer = (status: number, headers: HttpAnswer['headers'] = {}): HttpAnswer => ({
  kind: 'answer',
  status,
  headers,
  body: Buffer.from('<html>'),
});
function read(result: HttpAnswer, code?: string): Reading & { lines: number } {
  let lines = 0;
  const log = (): void => void (lines += 1);
  return {
    ...readRequestError(
      result,
      code,
      table,
      { connector: 'test', log, quote: (words) => words },
      [],
    ),
    lines,
  };
}

test('without a code of the carrier, 5xx and odd statuses prove nothing; 4xx that HTTP defines do', () => {
  const expected: { [status: number]: string } = {
    200: 'unknown',
    204: 'unknown',
    301: 'unknown',
    400: 'refused',
    401: 'busy*',
    402: 'refused',
    403: 'busy*',
    408: 'unknown',
    413: 'refused',
    418: 'unknown',
    429: 'busy',
    500: 'unknown',
    502: 'unknown',
    503: 'unknown',
    504: 'unknown',
  };
  for (const [status, meaning] of Object.entries(expected)) {
    const { outcome, connectionAtFault } = read(answer(Number(status)));
    assert.equal(`${outcome.kind}${connectionAtFault ? '*' : ''}`, meaning, status);
  }
});

test('a listed code decides beside a 4xx', () => {
  assert.deepEqual(read(answer(409), 'no_credit'), {
    outcome: { kind: 'refused', reason: 'no_credit', code: 'no_credit' },
    connectionAtFault: false,
    lines: 0,
  });
  assert.equal(read(answer(202), 'busy').outcome.kind, 'unknown');
});

test('beside a 5xx and a 408 no code refuses: the message may have been taken before the failure', () => {
  for (const status of [408, 500, 502, 503, 504, 599])
    for (const code of ['no_credit', 'new_one']) {
      const { outcome, lines } = read(answer(status), code);
      assert.equal(outcome.kind, 'unknown', `${status} ${code}`);
      assert.equal(lines, 1, 'logged');
    }
  assert.equal(read(answer(500), 'busy').outcome.kind, 'unknown');
  // It says itself that it is unavailable.
  assert.equal(read(answer(503), 'busy').outcome.kind, 'busy');
});

test('a code that is not listed refuses beside a 4xx, and is logged', () => {
  for (const status of [400, 406, 409, 410, 422, 451]) {
    const { outcome, lines } = read(answer(status), 'new_one');
    assert.deepEqual([outcome.kind, lines], ['refused', 1], String(status));
  }
});

test('the pause is what the carrier asks for, in seconds and at most a minute; else that of the table', () => {
  const pause = (retryAfter: string): number => {
    const { outcome } = read(answer(429, { 'retry-after': retryAfter }), 'busy');
    return outcome.kind === 'busy' ? outcome.pauseMs : NaN;
  };
  assert.deepEqual(['7', 'soon', '86400', '0'].map(pause), [7_000, 1_000, 60_000, 1_000]);
});
