// Proves that a developer sees all callbacks of their account and none of another, page by page,
// with every filter, and can send them again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useDatabase } from '../../node/doctor/testing/use-postgres.ts';
import { replayAllOf, replayMatching, replayOne, stopNoted } from './own-replays.ts';
import { measureOn } from '../../node/level/testing/rows-read.ts';
import { loadCallback, pageCallbacks, type CallbackPlace } from './page.ts';
import { countByState } from './standing.ts';
import { listReplaysOf } from './replay.ts';
import type { CallbackFilter } from './select.ts';

const perAccount = 40;
const destination = 'https://a.example:443';
const command = { kind: 'command' } as const;

const db = useDatabase(async () => {
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('a', ''), ('b', '')`);
  // Four of the same moment each, so that pages end among equals.
  await db.sql(`
    insert into callback (account_id, operation_id, second, destination, url, status, state,
      attempts, created_at, next_attempt_at)
    select a, 1000000000000 + n * 10 + a, n % 10 = 0, '${destination}', '${destination}/',
      'SUCCESS',
      (array['due', 'delivered', 'abandoned'])[1 + n % 3], 1,
        timestamptz '2026-11-20Z' + (n / 4) * interval '1 second 123456 microseconds',
      case when n % 3 = 0 then now() + interval '1 hour' end
    from generate_series(1, 2) a, generate_series(0, ${perAccount - 1}) n;
    insert into callback_body (operation_id, account_id, second, body)
      select operation_id, account_id, second, '{}' from callback;
    insert into callback_attempt (account_id, operation_id, second, number, started_at, duration_ms,
      error_class)
    select account_id, operation_id, second, 1, created_at, 1, case
      when state <> 'delivered' then 'timeout' end from callback`);
});

async function walk(filter: CallbackFilter & { accountId: number }): Promise<string[]> {
  const found: string[] = [];
  let place: CallbackPlace | null = null;
  for (;;) {
    const page = await pageCallbacks(db.database, filter, { after: place, limit: 7 });
    found.push(...page.map(({ operationId }) => operationId));
    assert.ok(page.every(({ accountId }) => accountId === filter.accountId));
    if (page.length < 7) return found;
    place = page.at(-1)!;
  }
}

test('S03 pages of every filter bring each callback of the account once, and none of another', async () => {
  for (const [filter, count] of [
    [{}, perAccount],
    [{ state: 'due' }, 14],
    [{ state: 'delivered' }, 13],
    [{ state: 'abandoned' }, 13],
    [{ errorClass: 'timeout' }, 27],
    [{ destination: 'https://b.example:443' }, 0],
    [{ since: new Date('2026-11-20T00:00:01Z') }, perAccount - 4],
    [{ operationId: '1000000000011' }, 1],
    [{ operationId: '1000000000012' }, 0],
  ] as [CallbackFilter, number][]) {
    const found = await walk({ ...filter, accountId: 1 });
    assert.equal(new Set(found).size, found.length);
    assert.equal(found.length, count, JSON.stringify(filter));
  }
});

test('a page of callbacks in one state reads the newest of the account, not all that wait', async () => {
  // Two accounts whose receivers are down: of the third every callback waits, four made at each
  // moment; of the fourth the oldest wait alone, behind more delivered ones than are read by time.
  const waiting = 2_500;
  await db.sql(`
    insert into account (id, name, webhook_secret_sealed) overriding system value
      values (3, 'c', ''), (4, 'd', '');
    insert into callback (account_id, operation_id, second, destination, url, status, state,
      attempts, created_at, next_attempt_at)
    select a, 2000000000000 + n * 10 + a, false, '${destination}', '${destination}/', 'SUCCESS',
      case when a = 3 or n < 40 then 'due' else 'delivered' end,
      1, timestamptz '2026-11-20Z' + (n / 4) * interval '1 second', case when a = 3
        or n < 40 then now() + interval '1 hour' end
    from generate_series(3, 4) a, generate_series(0, ${waiting - 1}) n;
    analyze callback`);
  const measured = await measureOn(db.url);
  try {
    const filter = { accountId: 3, state: 'due' } as const;
    const page = await pageCallbacks(measured, filter, { after: null, limit: 51 });
    const { rows, plan } = measured.take();
    assert.ok(rows <= 300, `${rows} rows read\n${plan}`);
    const newest = Array.from({ length: 51 }, (_none, at) => waiting - 1 - at);
    assert.deepEqual(
      page.map(({ operationId }) => Number(operationId)),
      newest.map((n) => 2_000_000_000_003 + n * 10),
    );
    const behind = await pageCallbacks(
      measured,
      { ...filter, accountId: 4 },
      { after: null, limit: 51 },
    );
    assert.deepEqual(
      behind.map(({ operationId }) => Number(operationId)),
      Array.from({ length: 40 }, (_none, at) => 2_000_000_000_004 + (39 - at) * 10),
    );
  } finally {
    await measured.close();
  }
  const found = await walk({ accountId: 3, state: 'due' });
  assert.equal(new Set(found).size, waiting);
});

test('the counts of each state are those of the account, of all days or of some', async () => {
  const none = { since: null, until: null };
  const exact = (count: number) => ({ count, more: false });
  assert.deepEqual(await countByState(db.database, 1, none), {
    all: exact(perAccount),
    due: exact(14),
    delivered: exact(13),
    abandoned: exact(13),
  });
  const since = new Date('2026-11-20T00:00:01Z');
  const { all, due, abandoned } = await countByState(db.database, 1, { since, until: null });
  assert.deepEqual([all.count, due.count + abandoned.count], [perAccount - 4, 24]);
  assert.deepEqual((await countByState(db.database, 9, none)).all, exact(0));
});

test('S03 the callback of another account is not found, and not sent again', async () => {
  const others = { operationId: '1000000000012', accountId: 1, second: false };
  assert.equal(await loadCallback(db.database, others), null);
  assert.equal(await replayOne(db.database, command, others), false);
});

test('C4 one callback or all that fit are sent again; a second list waits for the first', async () => {
  assert.equal(
    await replayOne(db.database, command, {
      operationId: '1000000000011',
      accountId: 1,
      second: false,
    }),
    true,
  );
  assert.equal(
    await replayAllOf(db.database, command, { accountId: 1, state: 'abandoned' }, 5),
    13,
  );
  assert.equal(await replayAllOf(db.database, command, { accountId: 1 }, 5), null);
  const [list, one] = await listReplaysOf(db.database, 1);
  assert.deepEqual([list!.total, one!.total], [13, 1]);
  assert.deepEqual(await listReplaysOf(db.database, 2), []);
  assert.equal(await stopNoted(db.database, command, list!.id, 2), false);
  assert.equal(await stopNoted(db.database, command, list!.id, 1), true);
});

test('a replay that a command starts or stops is in the audit log, of whichever accounts it is', async () => {
  const { id, total } = await replayMatching(db.database, command, { state: 'abandoned' }, 50);
  assert.equal(total, 26);
  assert.equal(await stopNoted(db.database, command, id, null), true);
  assert.equal(await stopNoted(db.database, command, id, null), false, 'it was stopped');
  const noted = await db.database.query({
    name: 'audit_of_replay',
    text: `select body::jsonb ->> 'action' as action, body::jsonb -> 'who' ->> 'kind' as who,
      body::jsonb ->> 'accountId' as account
      from audit_entry where body::jsonb ->> 'subject' = 'replay/${id}' order by number`,
  });
  assert.deepEqual(noted, [
    { action: 'callback.replay-all', who: 'command', account: null },
    { action: 'replay.stop', who: 'command', account: null },
  ]);
});
