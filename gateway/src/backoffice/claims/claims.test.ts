// Rule S5 on a real database: one open claim, the table of states, reopening within seven days.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScatteredIds, drawId } from '../../platform/db/scattered-ids.ts';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { claimMoves } from './claim.ts';
import { moveClaim, openClaim } from './index.ts';
import { presentClaim } from './present.ts';
import { selectClaim, selectOpenClaim } from './store.ts';
import type { ClaimStatus } from './index.ts';

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
});
const complaint = {
  accountId: 1,
  subject: 'Not received',
  message: 'The recipient has nothing',
  callbackUrl: null,
};
const ids = createScatteredIds('operation');
const moving = () => ({ database: db.database, nextId: () => drawId(ids, db.database) });

/** A claim of operation `operationId` led to `status` along the table. */
async function claimIn(status: ClaimStatus, operationId: bigint): Promise<string> {
  const opened = await openClaim(db, { ...complaint, operationId });
  assert.ok(opened.ok);
  const paths: { [end in ClaimStatus]: ClaimStatus[] } = {
    OPENED: [],
    IN_PROGRESS: ['IN_PROGRESS'],
    RESOLVED: ['IN_PROGRESS', 'RESOLVED'],
    REJECTED: ['IN_PROGRESS', 'REJECTED'],
    CLOSED: ['IN_PROGRESS', 'RESOLVED', 'CLOSED'],
  };
  for (const to of paths[status])
    assert.ok(
      (await moveClaim(moving(), { accountId: 1, reference: opened.claim.reference, to })).ok,
    );
  return opened.claim.reference;
}

test('S5 a new claim is OPENED with a reference of C and 14 digits', async () => {
  const opened = await openClaim(db, { ...complaint, operationId: 2n ** 52n + 1n });
  assert.ok(opened.ok);
  assert.match(opened.claim.reference, /^C\d{14}$/);
  assert.deepEqual(
    { ...opened.claim, id: 0, reference: '', openedAt: 0 },
    {
      ...complaint,
      operationId: 2n ** 52n + 1n,
      status: 'OPENED',
      comment: null,
      updatedAt: null,
      closedAt: null,
      id: 0,
      reference: '',
      openedAt: 0,
    },
  );
  assert.deepEqual(await selectClaim(db.database, 1, opened.claim.reference), opened.claim);
  assert.equal(
    await selectClaim(db.database, 2, opened.claim.reference),
    null,
    'another account does not see it',
  );
});

test('S5 a second open claim is refused with the open one, also when sixteen come at once', async () => {
  const results = await Promise.all(
    Array.from({ length: 16 }, () => openClaim(db, { ...complaint, operationId: 20n })),
  );
  const winner = results.find((result) => result.ok);
  assert.equal(results.filter((result) => result.ok).length, 1);
  for (const result of results) if (!result.ok) assert.deepEqual(result.open, winner?.claim);
});

test('S5 another claim may be opened once the first is closed', async () => {
  const first = await claimIn('CLOSED', 30n);
  assert.equal(await selectOpenClaim(db.database, 1, 30n), null);
  const second = await openClaim(db, { ...complaint, operationId: 30n });
  assert.ok(second.ok);
  assert.notEqual(second.claim.reference, first);
  const reopening = await moveClaim(moving(), {
    accountId: 1,
    reference: first,
    to: 'IN_PROGRESS',
  });
  assert.deepEqual(reopening, { ok: false, refusal: 'otherOpen', open: second.claim });
});

test('S5 a drawn reference that exists is drawn again', async () => {
  const connection = await db.database.connect();
  try {
    const seed = { name: 'seed', text: 'select setseed(0.25)' };
    await connection.query(seed);
    const first = await openClaim({ database: connection }, { ...complaint, operationId: 40n });
    await connection.query(seed);
    const second = await openClaim({ database: connection }, { ...complaint, operationId: 41n });
    assert.ok(first.ok && second.ok);
    assert.notEqual(first.claim.reference, second.claim.reference);
  } finally {
    await connection.close();
  }
});

test('S5 only the moves of the table are allowed', async () => {
  const states = Object.keys(claimMoves) as ClaimStatus[];
  let operationId = 100n;
  for (const from of states) {
    for (const to of states) {
      const reference = await claimIn(from, operationId++);
      const moved = await moveClaim(moving(), { accountId: 1, reference, to, comment: 'seen' });
      assert.equal(moved.ok, claimMoves[from].includes(to), `${from} → ${to}`);
      const stored = await selectClaim(db.database, 1, reference);
      assert.equal(stored?.status, moved.ok ? to : from);
      if (moved.ok)
        assert.deepEqual(
          [moved.claim.comment, moved.claim.closedAt !== null],
          ['seen', to === 'CLOSED'],
        );
    }
  }
});

test('S5 a move without a comment keeps the comment', async () => {
  const reference = await claimIn('OPENED', 50n);
  await moveClaim(moving(), {
    accountId: 1,
    reference,
    to: 'IN_PROGRESS',
    comment: 'asked the provider',
  });
  const moved = await moveClaim(moving(), { accountId: 1, reference, to: 'RESOLVED' });
  assert.equal(moved.ok && moved.claim.comment, 'asked the provider');
});

test('S5 reopening is allowed for seven days after closing', async () => {
  const early = await claimIn('CLOSED', 60n);
  const late = await claimIn('CLOSED', 61n);
  await db.sql(`update claim set closed_at = closed_at - interval '6 days 23 hours'
    where reference = '${early}';
    update claim set closed_at = closed_at - interval '7 days 1 hour' where reference = '${late}'`);
  const reopened = await moveClaim(moving(), { accountId: 1, reference: early, to: 'IN_PROGRESS' });
  assert.ok(reopened.ok);
  assert.equal(reopened.claim.closedAt, null);
  const refused = await moveClaim(moving(), { accountId: 1, reference: late, to: 'IN_PROGRESS' });
  assert.equal(!refused.ok && refused.refusal, 'notAllowed');
});

test('S5 an unknown reference and another account move nothing', async () => {
  const reference = await claimIn('OPENED', 70n);
  assert.deepEqual(
    await moveClaim(moving(), { accountId: 1, reference: 'C00000000000000', to: 'IN_PROGRESS' }),
    {
      ok: false,
      refusal: 'unknown',
    },
  );
  assert.deepEqual(await moveClaim(moving(), { accountId: 2, reference, to: 'IN_PROGRESS' }), {
    ok: false,
    refusal: 'unknown',
  });
});

test('S5 each change of state writes its callback in the same commit; a claim without an address writes none', async () => {
  const callbackUrl = 'https://client.example/claims';
  const opened = await openClaim(db, { ...complaint, callbackUrl, operationId: 90n });
  assert.ok(opened.ok);
  const { reference } = opened.claim;
  const told = () =>
    db.database.query<{ id: string; status: string; body: string; destination: string }>({
      name: 'told',
      text: `select operation_id::text as id, status, body, destination
        from callback join callback_body using (operation_id, account_id, second)
          order by created_at, operation_id`,
    });
  assert.deepEqual(await told(), [], 'the opening is answered, not told');
  const moves = ['IN_PROGRESS', 'RESOLVED', 'CLOSED', 'IN_PROGRESS'] as const;
  for (const [index, to] of moves.entries()) {
    const comment = `change ${index}`;
    const moved = await moveClaim(moving(), { accountId: 1, reference, to, comment });
    assert.ok(moved.ok);
    const last = (await told()).find(({ body }) => body.includes(comment))!;
    assert.deepEqual(JSON.parse(last.body), {
      event: 'claim.updated',
      id: last.id,
      claim: presentClaim(moved.claim),
    });
    assert.deepEqual([last.status, last.destination], [to, 'https://client.example:443']);
  }
  assert.equal((await told()).length, moves.length);
  const refused = await moveClaim(moving(), { accountId: 1, reference, to: 'CLOSED' });
  assert.equal(refused.ok, false);
  await claimIn('RESOLVED', 91n);
  assert.equal((await told()).length, moves.length);
});

test('S5 a change whose callback cannot be written is not made', async () => {
  const callbackUrl = 'https://client.example/claims';
  const opened = await openClaim(db, { ...complaint, callbackUrl, operationId: 92n });
  assert.ok(opened.ok);
  const { reference } = opened.claim;
  const taken = await drawId(ids, db.database);
  const same = { database: db.database, nextId: () => Promise.resolve(taken) };
  assert.ok((await moveClaim(same, { accountId: 1, reference, to: 'IN_PROGRESS' })).ok);
  await assert.rejects(
    moveClaim(same, { accountId: 1, reference, to: 'RESOLVED' }),
    /callback_p1_pkey/,
  );
  assert.equal((await selectClaim(db.database, 1, reference))!.status, 'IN_PROGRESS');
});
