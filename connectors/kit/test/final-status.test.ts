// Checks what a final status becomes: an entry of the catalogue, or `unknown_error` and one line of
// the log that holds nothing of the payer and nothing that could not be printed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedFor, noted, outcomeProblem, refusalRow, unlistedReason } from '../index.ts';
import { createTestContext, ourRef } from '../conformance/index.ts';

const refs = { ours: ourRef };
const found = { connector: 'c', operation: 'collect' };
const context = () => createTestContext({}, () => Promise.reject(new Error('no call')));

test('a listed reason is its entry of the catalogue and is not logged', () => {
  const outcome = failedFor(refs, refusalRow(57, 'never'), { status: 'FAILED', reason: 'LOW' });
  const { lines, log } = context();
  assert.equal(noted(log, found, outcome), outcome);
  assert.deepEqual([outcome.error.catalogueId, outcome.error.provider], [57, 'LOW']);
  assert.deepEqual(lines, []);
  // The simulator's own unknown_error is an entry that it named.
  const named = failedFor(refs, refusalRow(10, 'never'), { status: 'FAILED' });
  assert.equal(unlistedReason(named), null);
});

test('an unlisted reason, or none, is unknown_error and one line', () => {
  for (const reason of ['MOON', undefined]) {
    const outcome = failedFor(refs, undefined, { status: 'FAILED', reason });
    const { lines, log } = context();
    noted(log, found, outcome);
    assert.deepEqual(
      [outcome.kind, outcome.executed, outcome.error.catalogue, outcome.error.retryable],
      ['failed', 'no', 'unknown_error', 'never'],
    );
    assert.deepEqual(lines[0]?.details, { ...found, reason: reason ?? 'FAILED', ref: ourRef });
    assert.equal(lines.length, 1);
  }
});

test('what a provider writes into a reason stays short, printable and without numbers of people', () => {
  const said = (reason: string) => {
    const { lines, log } = context();
    const outcome = failedFor(refs, undefined, { status: 'FAILED', reason, message: reason });
    noted(log, found, outcome);
    assert.equal(outcomeProblem(outcome, ourRef, ['failed']), null);
    return [String(lines[0]?.details['reason']), outcome.error] as const;
  };
  const [long, error] = said('x'.repeat(1_000_000));
  assert.deepEqual([long.length, error.provider.length, error.message?.length], [64, 64, 256]);
  const [odd, stored] = said('a\u0000b\u001b[31m\nc\u202ed');
  for (const text of [odd, stored.provider, stored.message!]) assert.doesNotMatch(text, /[\p{C}]/u);
  for (const [reason, logged] of [
    ['MSISDN 221770000001 not found', 'MSISDN … not found'],
    ['call +221 77 000 00 01', 'call …'],
    ['4000000000002701', '…'],
    ['4000-0000-0000-2701', '…'],
    // Codes are no such numbers.
    ['DP00800001007', 'DP00800001007'],
    ['1006001', '1006001'],
    ['500.001.1001', '500.001.1001'],
  ] as const)
    assert.equal(said(reason)[0], logged);
});
