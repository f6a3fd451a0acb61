// Proves that a notification is trusted only as far as it is proven, and that malformed ones do no
// harm.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { ourRef } from '@jokko/connectors/kit/conformance';
import fc from 'fast-check';
import type { Notice } from '@jokko/connectors/kit';
import { gsmaConnector } from '../index.ts';
import { liveConfig } from './scripted.ts';

const body = Buffer.from(
  JSON.stringify({
    transactionReference: 'T1',
    transactionStatus: 'completed',
    requestingOrganisationTransactionReference: ourRef,
  }),
);
const bodyHash = hash('sha256', body, 'hex');

function receive(notice: Partial<Notice>) {
  return gsmaConnector.receive(liveConfig, {
    method: 'PUT',
    path: '/',
    headers: {},
    body,
    receivedAtMs: 0,
    ...notice,
  });
}

test('a notice with the right content hash names the attempt and carries no outcome to book', () => {
  const { reply, events } = receive({
    headers: { 'x-correlationid': ourRef, 'x-content-hash': bodyHash },
  });
  assert.equal(reply.status, 204);
  assert.equal(events.length, 1);
  assert.deepEqual(events[0]?.match, { ours: ourRef, theirs: 'T1' });
  assert.equal(events[0]?.authenticated, true);
  assert.equal(events[0]?.outcome, undefined);
});

test('the reference in the body serves when the header is missing', () => {
  assert.deepEqual(receive({ headers: { 'x-content-hash': bodyHash } }).events[0]?.match, {
    ours: ourRef,
    theirs: 'T1',
  });
});

test('F24 a notice that names only the operator’s transaction is taken', () => {
  const bare = Buffer.from(JSON.stringify({ transactionReference: 'T1' }));
  const { reply, events } = receive({
    headers: { 'x-content-hash': hash('sha256', bare, 'hex') },
    body: bare,
  });
  assert.equal(reply.status, 204);
  assert.deepEqual([events[0]?.match, events[0]?.authenticated], [{ theirs: 'T1' }, true]);
});

test('without a content hash it is a hint, and no copy of it hides the genuine one', () => {
  const bare = receive({ headers: { 'x-correlationid': ourRef } }).events[0];
  const hashed = receive({ headers: { 'x-correlationid': ourRef, 'x-content-hash': bodyHash } })
    .events[0];
  assert.equal(bare?.authenticated, false);
  assert.notEqual(bare?.dedupeKey, hashed?.dedupeKey);
});

test('a wrong content hash is refused', () => {
  const receipt = receive({
    headers: { 'x-correlationid': ourRef, 'x-content-hash': hash('sha256', 'other', 'hex') },
  });
  assert.deepEqual(receipt, { reply: { status: 401 }, events: [] });
});

test('the same notice twice has one key', () => {
  const once = () =>
    receive({ headers: { 'x-correlationid': ourRef, 'x-content-hash': bodyHash } }).events[0]
      ?.dedupeKey;
  assert.equal(once(), once());
});

test('garbage is answered 4xx and gives no event', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.option(fc.string(), { nil: undefined }),
      fc.constantFrom('PUT', 'POST', 'GET'),
      (raw, ref, method) => {
        const { reply, events } = receive({
          method,
          body: Buffer.from(raw),
          headers: { 'x-correlationid': ref },
        });
        return reply.status >= 400 && reply.status < 500 && events.length === 0;
      },
    ),
  );
  for (const text of [
    '{}',
    '[]',
    'null',
    '{"requestingOrganisationTransactionReference":"../../etc"}',
    '{"requestingOrganisationTransactionReference":7}',
  ]) {
    assert.deepEqual(
      receive({ body: Buffer.from(text) }),
      { reply: { status: 400 }, events: [] },
      text,
    );
  }
});
