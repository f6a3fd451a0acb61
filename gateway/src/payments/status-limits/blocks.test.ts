// S2 on a real database: refusals on all nodes count together, blocks are rows that every node
// reads and that outlive it, and what two nodes have counted of one transaction is merged as it
// came.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { createBlocks, type Blocks } from './blocks.ts';
import { releaseBlocks } from './index.ts';
import { runCommand } from '../../cli/testing.ts';
import { commands } from './cli-blacklist.ts';
import { loadBlocks, mergeIntoWindows, removeStale } from './store.ts';

const thresholds = {
  perMinute: 3,
  refusalsBeforeBlock: 20,
  refusalWindowMs: 600_000,
  blockMs: 600_000,
};
const address = '192.0.2.1';
const db = useDatabase();
let now = Date.now();

beforeEach(async () => {
  now = Date.now();
  await db.sql('truncate status_window, status_refusal, status_block');
});

const node = (nodes = 2): Blocks =>
  createBlocks(
    db.database,
    thresholds,
    () => now,
    () => nodes,
  );
function refuse(
  blocks: Blocks,
  times: number,
  { account = 1, from = address, everyMs = 0 } = {},
): void {
  for (let count = 0; count < times; count++) {
    blocks.refuse(account, from, now);
    now += everyMs;
  }
}

test('S2 the refusal that is too many blocks account and address on its node at once, and nobody else', () => {
  const blocks = node(1);
  refuse(blocks, 19);
  assert.equal(blocks.isBlocked(1, address, now), false);
  refuse(blocks, 1);
  assert.equal(blocks.isBlocked(1, address, now), true);
  assert.equal(blocks.isBlocked(1, address, now + 599_999), true);
  assert.equal(blocks.isBlocked(1, address, now + 600_000), false);
  assert.equal(blocks.isBlocked(2, address, now), false, 'another account of this address');
  assert.equal(blocks.isBlocked(1, '192.0.2.2', now), false, 'this account from elsewhere');
});

test('S2 refusals spread over more than the window block nobody; after a block counting begins anew', () => {
  const blocks = node(1);
  refuse(blocks, 40, { everyMs: 35_000 });
  assert.equal(blocks.isBlocked(1, address, now), false);
  refuse(blocks, 20);
  now += 600_000;
  refuse(blocks, 19);
  assert.equal(blocks.isBlocked(1, address, now), false);
});

test('S2 refusals on two nodes count together; the block is a row that the other and a new node read', async () => {
  const [one, two] = [node(), node()];
  refuse(one, 12);
  refuse(two, 7);
  await one.exchange();
  await two.exchange();
  assert.equal(two.isBlocked(1, address, now), false, '19 in all');
  refuse(one, 1);
  await one.exchange();
  assert.equal(one.isBlocked(1, address, now), true);
  await two.reload();
  assert.equal(two.isBlocked(1, address, now), true);
  const fresh = node();
  await fresh.reload();
  assert.equal(fresh.isBlocked(1, address, now), true, 'after a restart');
  const [row, ...others] = await loadBlocks(db.database);
  assert.deepEqual([row?.accountId, row?.address, others.length], [1, address, 0]);
  assert.deepEqual(
    [row?.refusals, row?.withinMs],
    [thresholds.refusalsBeforeBlock, thresholds.refusalWindowMs],
    'and why',
  );
  assert.ok(Math.abs(row!.blockedUntil.getTime() - (now + 600_000)) <= 1);
});

test('S2 a released caller goes on at once on every node, and needs as many refusals as before to be blocked again', async () => {
  const [one, two] = [node(), node()];
  refuse(one, 15);
  refuse(two, 15);
  for (const blocks of [one, two, one]) await blocks.exchange();
  for (const blocks of [one, two]) await blocks.reload();
  assert.ok(one.isBlocked(1, address, now) && two.isBlocked(1, address, now));
  assert.deepEqual(
    await releaseBlocks(db.database, address, 2),
    [],
    'another account has no entry',
  );
  const released = await releaseBlocks(db.database, address, 1);
  assert.deepEqual(
    released.map(({ accountId }) => accountId),
    [1],
  );
  for (const blocks of [one, two]) {
    await blocks.reload();
    assert.equal(blocks.isBlocked(1, address, now), false);
    refuse(blocks, 9);
    await blocks.exchange();
  }
  assert.ok(!one.isBlocked(1, address, now) && !two.isBlocked(1, address, now), '18 anew');
  assert.deepEqual(await loadBlocks(db.database), []);
});

test('S2 refusals that could not be told are told the next time, once', async () => {
  let away = true;
  const session: typeof db.database = {
    ...db.database,
    query: (...query) => (away ? Promise.reject(new Error('away')) : db.database.query(...query)),
  };
  const [one, two] = [
    createBlocks(
      session,
      thresholds,
      () => now,
      () => 2,
    ),
    node(),
  ];
  refuse(one, 10);
  await assert.rejects(one.exchange(), /away/);
  refuse(one, 1);
  away = false;
  await one.exchange();
  await one.exchange();
  refuse(two, 8);
  await two.exchange();
  assert.equal(two.isBlocked(1, address, now), false, '19 in all');
  refuse(two, 1);
  assert.equal(two.isBlocked(1, address, now), true);
});

test('S2 merging keeps what came first, counts a moment told twice once, and forgets what is older than the window', async () => {
  const merge = (times: number[], cutoff = 0) =>
    mergeIntoWindows(db.database, [{ key: 7, times }], cutoff, 3);
  assert.deepEqual(await merge([500, 501]), [{ key: 7, times: [500, 501] }]);
  assert.deepEqual(
    await merge([500, 501, 100]),
    [{ key: 7, times: [500, 501, 100] }],
    'a clock that is behind displaces nobody',
  );
  assert.deepEqual(await merge([50]), [{ key: 7, times: [500, 501, 100] }], 'full');
  assert.deepEqual(await merge([900], 501), [{ key: 7, times: [501, 900] }]);
});

test('S2 merges of many nodes at once: the limit holds, and no two block each other', async () => {
  const keys = Array.from({ length: 50 }, (_, index) => 50 - index);
  const merged = await Promise.all(
    Array.from({ length: 8 }, (_, by) =>
      mergeIntoWindows(
        db.database,
        keys.map((key) => ({ key, times: [1_000 + by] })),
        0,
        3,
      ),
    ),
  );
  const kept = new Set(
    merged.flatMap((windows, by) =>
      windows.filter(({ times }) => times.includes(1_000 + by)).map(({ key }) => `${key} ${by}`),
    ),
  );
  assert.equal(kept.size, keys.length * 3);
});

test('rows that count no longer are removed, the others stay', async () => {
  await mergeIntoWindows(
    db.database,
    [
      { key: 1, times: [100] },
      { key: 2, times: [900] },
    ],
    0,
    3,
  );
  const blocks = node();
  refuse(blocks, 5);
  await blocks.exchange();
  await db.sql(
    `insert into status_block (address, account_id, blocked_until)
      values ('192.0.2.8', 1, now() - interval '1 s'), ('192.0.2.9', 1, now() + interval '1 h')`,
  );
  assert.equal(await removeStale(db.database, 500, now - 1, 100), 2, 'one window and one block');
  assert.equal(await removeStale(db.database, 500, now + 1, 100), 1, 'the refusals');
  assert.deepEqual(
    (await loadBlocks(db.database)).map((block) => block.address),
    ['192.0.2.9'],
  );
  assert.deepEqual(await mergeIntoWindows(db.database, [{ key: 2, times: [901] }], 0, 3), [
    { key: 2, times: [900, 901] },
  ]);
});

test('S2 a caller is released by command as in the portal, and the audit log says so', async () => {
  const one = node();
  refuse(one, 20);
  await one.exchange();
  const context = { mode: 'sandbox' as const, database: db.database };
  const release = (texts: Record<string, string>) =>
    runCommand(commands, 'release', { address, ...texts }, context);
  await assert.rejects(release({ account: '2' }), /has no entry of .* for account 2/);
  const { released } = await release({});
  assert.deepEqual(
    (released as { accountId: number }[]).map(({ accountId }) => accountId),
    [1],
  );
  assert.deepEqual(await loadBlocks(db.database), []);
  const noted = await db.database.query({
    name: 'audit_of_release',
    text: `select body::jsonb -> 'who' ->> 'kind' as who, body::jsonb ->> 'subject' as subject
      from audit_entry
      where body::jsonb ->> 'action' = 'block.release'`,
  });
  assert.deepEqual(noted, [{ who: 'command', subject: `address/${address}` }]);
});
