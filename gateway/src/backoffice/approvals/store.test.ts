// Proves which approval requests a list has, and that one node at a time holds one.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { ApprovalKind } from '@jokko/contract/portal';
import { stopClock, type TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  findApprovalRequest,
  findOpenApprovalRequestAbout,
  holdApprovalRequest,
  listApprovalRequests,
  listApprovalRequestsOfKind,
  listLeft,
  listOpenApprovalRequests,
  storeApprovalRequest,
  storeDecision,
  storeOutcome,
} from './store.ts';

const postgres = usePostgres();
let db: TestDatabase;
beforeEach(async () => {
  db = await postgres.database();
  await db.sql(`insert into portal_user (email, email_key, name) values ('a', 'a', 'A'),
    ('b', 'b', 'B');
    insert into account (name, webhook_secret_sealed) values ('Teranga', ''), ('Autre', '')`);
});
afterEach(() => db.close());

async function store(kind: ApprovalKind, accountId: number | null): Promise<number> {
  const request = { kind, accountId, parameters: { transactionId: '7' }, reason: '', askedBy: 1 };
  return (await storeApprovalRequest(db.database, request))!;
}
const idsOf = (requests: readonly { id: number }[]): number[] => requests.map(({ id }) => id);
const approveIt = (id: number) =>
  storeDecision(db.database, { id, state: 'approved', decidedBy: 2, note: null });

test('lists have the newest first, and pages go on below the last one', async () => {
  const [first, second, third] = [
    await store('fund', 1),
    await store('adjust', null),
    await store('fund', 1),
  ];
  await store('account-refund', 1);
  const { database } = db;
  const list = async (page: Parameters<typeof listApprovalRequests>[1]) =>
    idsOf(await listApprovalRequests(database, page));
  assert.deepEqual(await list({ limit: 9 }), [third, second, first]);
  assert.deepEqual(await list({ limit: 2 }), [third, second]);
  assert.deepEqual(await list({ limit: 9, before: second }), [first]);
  assert.deepEqual(await list({ limit: 9, state: 'open' }), [third, second, first]);
  assert.deepEqual(await list({ limit: 9, state: 'open', before: third }), [second, first]);
  assert.deepEqual(await list({ limit: 9, accountId: 1 }), [third, first]);
  assert.deepEqual(await list({ limit: 9, accountId: 1, before: third }), [first]);
  assert.deepEqual(await list({ limit: 9, accountId: null }), [second]);
  const ofKind = async (before: number | null) =>
    idsOf(
      await listApprovalRequestsOfKind(database, { accountId: 1, kind: 'fund', before, limit: 9 }),
    );
  assert.deepEqual([await ofKind(null), await ofKind(third)], [[third, first], [first]]);
});

test('what expires waits for nobody from that very moment on; of two about a transaction the newest waits', async () => {
  await stopClock(db);
  const [first, second] = [await store('refund', 1), await store('refund', 1)];
  const about = () =>
    findOpenApprovalRequestAbout(db.database, {
      accountId: 1,
      transactionId: '7',
      kinds: ['refund'],
    });
  const open = async () => idsOf(await listOpenApprovalRequests(db.database, ['refund']));
  await db.sql(
    `update approval_request set expires_at = expires_at - interval '1 s' where id = ${first}`,
  );
  assert.deepEqual([await open(), await about()], [[second, first], second]);
  await db.sql(`update approval_request set expires_at = jokko_now() where id = ${second}`);
  assert.deepEqual([await open(), await about()], [[first], first]);
  assert.equal((await findApprovalRequest(db.database, second))!.state, 'expired');
});

test('one node holds what is approved for thirty seconds; its outcome is stored once', async () => {
  const id = await store('refund', 1);
  assert.deepEqual(
    [await holdApprovalRequest(db.database, id), await listLeft(db.database)],
    [false, []],
  );
  await approveIt(id);
  assert.deepEqual(await listLeft(db.database), [id]);
  // The time of a transaction stands.
  await inTransaction(db.database, async (session) => {
    const heldUntil = (moment: string) =>
      session.query({
        name: `held_${moment.length}`,
        text: `update approval_request set held_until = ${moment}`,
      });
    assert.equal(await holdApprovalRequest(session, id), true);
    const [held] = await session.query<{ exactly: boolean; tries: number }>({
      name: 'held',
      text: `select held_until = now() + interval '30 seconds' as exactly, tries
        from approval_request`,
    });
    assert.deepEqual({ ...held }, { exactly: true, tries: 1 });
    assert.deepEqual(
      [await holdApprovalRequest(session, id), await listLeft(session)],
      [false, []],
    );
    await heldUntil('now()');
    assert.deepEqual(
      [await holdApprovalRequest(session, id), await listLeft(session)],
      [false, []],
    );
    await heldUntil(`now() - interval '1 ms'`);
    assert.deepEqual(await listLeft(session), [id]);
    assert.equal(await holdApprovalRequest(session, id), true, 'that node has died');
  });
  assert.equal(await storeOutcome(db.database, id, true, {}), true);
  assert.equal(await storeOutcome(db.database, id, false, {}), false);
  assert.equal((await findApprovalRequest(db.database, id))!.state, 'done');
});
