// Proves which items an SMS connection has by what its carrier can do, and which of them a word may
// stand for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsGoLiveIds, smsGoLiveProblems } from '../../../../connectors/kit/go-live.ts';
import { smsChecklistOf, type SmsFacts } from './sms-checklist.ts';

const nowMs = Date.parse('2026-11-30T12:00:00Z');
const at = new Date(nowMs);
const facts: SmsFacts = {
  evidence: { operators: 2, backup: 'taken', nowMs },
  confirmations: [{ item: 'sender-names', confirmedBy: 'Awa', word: 'JOKKO', at }],
  connection: { ok: true, detail: 'provider: bound' },
  expiries: [],
  publicUrl: 'https://pay.example',
  binds: [
    { connection: 'A', slot: 1, state: 'bound', detail: null, updatedAt: at, node: 'n1' },
    { connection: 'A', slot: 2, state: 'closed', detail: null, updatedAt: at, node: null },
  ],
  traffic: { accepted: true, delivered: true, reported: true },
  hasReceipts: true,
  takesNotices: true,
  balance: { wasRead: true, minimum: 50 },
  goLive: [],
};
const idsOf = (changed: Partial<SmsFacts>): string[] =>
  smsChecklistOf({ ...facts, ...changed }).map(({ id }) => id);
const missing = (changed: Partial<SmsFacts>): string[] =>
  smsChecklistOf({ ...facts, ...changed })
    .filter(({ done }) => !done)
    .map(({ id }) => id);

test('all seen and confirmed: nothing is missing', () => assert.deepEqual(missing({}), []));

test('a carrier that posts nothing and tells no balance is asked neither', () => {
  const has = idsOf({ takesNotices: false, balance: null, publicUrl: null });
  for (const id of ['notice', 'public-url', 'balance', 'balance-minimum'])
    assert.ok(!has.includes(id) && idsOf({}).includes(id), id);
});

test('where no receipts are asked for, an accepted message is enough', () => {
  const traffic = { accepted: true, delivered: false, reported: false };
  const asked = { traffic, takesNotices: false };
  assert.deepEqual(missing(asked), ['delivered']);
  assert.deepEqual(missing({ ...asked, hasReceipts: false }), []);
  const none = { ...traffic, accepted: false };
  assert.deepEqual(missing({ ...asked, traffic: none, hasReceipts: false }), ['accepted']);
});

test('only what was not seen here, or is seen by no program, is a person’s word', () => {
  const confirmable = smsChecklistOf(facts).filter((item) => item.confirmable);
  assert.deepEqual(
    confirmable.map(({ id }) => id),
    ['delivered', 'notice', 'sender-names'],
  );
});

test('what a connector brings waits for somebody’s word; no id of its own is one of all connections', () => {
  const own = { id: 'bundle', text: { fr: 'acheté', en: 'bought' } };
  assert.deepEqual(missing({ goLive: [own] }), ['bundle']);
  const confirmations = [
    ...facts.confirmations,
    { item: 'bundle', confirmedBy: 'Awa', word: 'A', at },
  ];
  assert.deepEqual(missing({ goLive: [own], confirmations }), []);
  const general = new Set([...idsOf({}), ...idsOf({ hasReceipts: false })]);
  assert.deepEqual([...general].toSorted(), [...smsGoLiveIds].toSorted());
  for (const id of general)
    assert.equal(smsGoLiveProblems({ goLive: [{ ...own, id }] }).length, 1, id);
});

test('a node that holds several binds is named once', () => {
  const [first] = facts.binds;
  const binds = [first!, { ...first!, slot: 3 }, { ...first!, slot: 4, node: 'n2' }];
  const bound = smsChecklistOf({ ...facts, binds }).find(({ id }) => id === 'bound');
  assert.equal(bound?.detail.fr, 'n1: bound; n2: bound');
});

test('a secret that expires soon, an unread balance and no minimum are missing', () => {
  const label = { fr: 'x', en: 'x' };
  const expiries = [{ field: 'token', label, atMs: nowMs + 86_400_000 }];
  const balance = { wasRead: false, minimum: null };
  assert.deepEqual(missing({ expiries, balance }), ['balance', 'balance-minimum', 'secrets-valid']);
});
