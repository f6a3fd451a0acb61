// Proves that every answer is classified as the table says, and proves nothing more.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { HttpResult, SmsSubmitOutcome } from '@jokko/connectors/kit';
import { jsonAnswer as json } from '@jokko/connectors/kit/conformance';
import { readAnswer, readLookUp } from '../read-answer.ts';
import { recipientWords, requestWords } from '../status-table.ts';

const ourRef = 'B1-7-1';
const quiet = (): void => {};
const outcomeOf = (result: HttpResult): SmsSubmitOutcome =>
  readAnswer(result, ourRef, quiet).outcome;
const refusal = (code?: string): HttpResult =>
  json(200, { messages: [{ reference: ourRef, status: 'refused', code }] });
const failure = (status: number, code: string, headers = {}): HttpResult =>
  json(status, { error: { code, text: '' } }, headers);

test('accepted only under our reference and with an id', () => {
  assert.deepEqual(
    outcomeOf(json(200, { messages: [{ reference: ourRef, status: 'accepted', id: 'm1' }] })),
    {
      kind: 'accepted',
      id: 'm1',
    },
  );
  for (const body of [
    { messages: [{ reference: 'another', status: 'accepted', id: 'm1' }] },
    { messages: [{ reference: ourRef, status: 'accepted' }] },
    { messages: [{ reference: ourRef, status: 'accepted', id: 7 }] },
    { messages: [{ reference: ourRef, status: 'maybe', id: 'm1' }] },
    { messages: [] },
    [],
  ]) {
    assert.deepEqual(
      outcomeOf(json(200, body)),
      { kind: 'unknown', cause: 'garbled' },
      JSON.stringify(body),
    );
  }
});

test('every word about a recipient', () => {
  const expected: { [word: string]: string } = {
    invalid_number: 'bad_number',
    invalid_sender: 'bad_sender',
    invalid_text: 'bad_text',
    barred: 'barred',
    no_credit: 'no_credit',
    not_permitted: 'not_permitted',
    rejected: 'other',
    reference_conflict: 'other',
    busy: 'throttled',
    queue_full: 'queue_full',
  };
  assert.deepEqual([...recipientWords.keys()].toSorted(), Object.keys(expected).toSorted());
  for (const [word, meaning] of Object.entries(expected)) {
    const outcome = outcomeOf(refusal(word));
    assert.equal(
      outcome.kind === 'refused'
        ? outcome.reason
        : outcome.kind === 'busy'
          ? outcome.cause
          : outcome.kind,
      meaning,
      word,
    );
  }
  assert.deepEqual(outcomeOf(refusal('something_new')), {
    kind: 'refused',
    reason: 'other',
    code: 'something_new',
  });
  assert.deepEqual(outcomeOf(refusal()), { kind: 'refused', reason: 'other', code: 'refused' });
});

test('words about the whole request; a key that is refused is the connection’s fault, not the message’s', () => {
  const read = (
    status: number,
    code: string,
    headers = {},
  ): [SmsSubmitOutcome['kind'], boolean] => {
    const { outcome, connectionAtFault } = readAnswer(
      failure(status, code, headers),
      ourRef,
      quiet,
    );
    return [outcome.kind, connectionAtFault];
  };
  assert.deepEqual(
    [
      'malformed',
      'unauthorized',
      'forbidden',
      'not_found',
      'no_credit',
      'busy',
      'queue_full',
      'unavailable',
    ].map((code) => read(503, code)),
    [
      ['refused', false],
      ['busy', true],
      ['busy', true],
      ['busy', true],
      ['refused', false],
      ['busy', false],
      ['busy', false],
      ['busy', false],
    ],
  );
  assert.equal(requestWords.size, 8);
  assert.deepEqual(outcomeOf(failure(429, 'busy', { 'retry-after': '7' })), {
    kind: 'busy',
    cause: 'throttled',
    code: 'busy',
    pauseMs: 7_000,
  });
  assert.deepEqual(outcomeOf(failure(429, 'busy', { 'retry-after': 'soon' })), {
    kind: 'busy',
    cause: 'throttled',
    code: 'busy',
    pauseMs: 1_000,
  });
});

test('without the provider’s own words, 5xx and odd statuses prove nothing; 4xx that HTTP defines do', () => {
  const kinds = [200, 204, 301, 400, 401, 408, 413, 418, 429, 500, 502, 503, 504].map((status) => [
    status,
    outcomeOf({ kind: 'answer', status, headers: {}, body: Buffer.from('<html>') }).kind,
  ]);
  assert.deepEqual(Object.fromEntries(kinds), {
    200: 'unknown',
    204: 'unknown',
    301: 'unknown',
    400: 'refused',
    401: 'busy',
    408: 'unknown',
    413: 'refused',
    418: 'unknown',
    429: 'busy',
    500: 'unknown',
    502: 'unknown',
    503: 'unknown',
    504: 'unknown',
  });
  assert.equal(outcomeOf(json(202, { error: { code: 'busy' } })).kind, 'unknown');
  assert.deepEqual(outcomeOf({ kind: 'lost', cause: 'timeout' }), {
    kind: 'unknown',
    cause: 'timeout',
  });
  assert.deepEqual(outcomeOf({ kind: 'not_sent', cause: 'ECONNREFUSED' }), {
    kind: 'not_sent',
    cause: 'ECONNREFUSED',
  });
});

test('no answer makes the reader throw, and none without our reference is an acceptance', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue(), (status, value) => {
      const { outcome } = readAnswer(json(status, value), ourRef, quiet);
      return outcome.kind !== 'accepted' && readLookUp(json(status, value), ourRef) === null;
    }),
  );
  assert.equal(readLookUp(json(200, { reference: ourRef, id: 'm1' }), ourRef), 'm1');
  assert.equal(readLookUp(json(404, { reference: ourRef, id: 'm1' }), ourRef), null);
});
