// S10: the audit log is one chain, whoever writes at the same time, and any damage shows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inTransaction } from '../../db/transaction.ts';
import { startTestPostgres } from '../../doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../doctor/testing/postgres.ts';
import { canonicalJson } from './canonical.ts';
import { listAudit, recordAudit, verifyAudit } from './index.ts';

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());

async function withLog(entries: number, work: (db: TestDatabase) => Promise<void>): Promise<void> {
  const db = await postgres.database();
  try {
    const write = (n: number) =>
      inTransaction(db.database, (session) =>
        recordAudit(session, {
          who: { kind: 'system' },
          action: n % 2 ? 'odd.do' : 'even.do',
          accountId: n,
          subject: `thing/${n}`,
          new: { n, b: 'é', a: null },
        }),
      );
    await Promise.all(Array.from({ length: entries }, (_, index) => write(index + 1)));
    await work(db);
  } finally {
    await db.close();
  }
}

test('entries written at once are one chain without gaps, and are found by what they are about', async () => {
  await withLog(12, async (db) => {
    const verdict = await verifyAudit(db.database);
    assert.deepEqual([verdict.ok, verdict.entries, verdict.brokenAt], [true, 12, null]);
    const all = await listAudit(db.database, { limit: 100 });
    assert.deepEqual(
      all.map(({ number }) => number),
      Array.from({ length: 12 }, (_, index) => 12 - index),
    );
    assert.equal((await listAudit(db.database, { action: 'odd.do', limit: 100 })).length, 6);
    assert.deepEqual((await listAudit(db.database, { subject: 'thing/3', limit: 9 }))[0]!.new, { n: 3, b: 'é', a: null });
    assert.equal((await listAudit(db.database, { accountId: 5, action: 'even.do', limit: 9 })).length, 0);
    assert.equal((await listAudit(db.database, { before: 3, limit: 9 })).length, 2);
  });
});

test('a change that is rolled back leaves no entry', async () => {
  await withLog(1, async (db) => {
    const rolledBack = inTransaction(db.database, async (session) => {
      await recordAudit(session, { who: { kind: 'command' }, action: 'x.y' });
      throw new Error('not after all');
    });
    await assert.rejects(rolledBack, /not after all/);
    assert.equal((await verifyAudit(db.database)).entries, 1);
  });
});

test('entries cannot be changed or removed', async () => {
  await withLog(2, async (db) => {
    for (const sql of [`update audit_entry set body = '{}'`, 'delete from audit_entry', 'truncate audit_entry']) {
      await assert.rejects(db.sql(sql), /append-only/, sql);
    }
  });
});

test('whoever gets around that is found out, at the entry', async () => {
  const damages: [sql: string, brokenAt: number][] = [
    [`update audit_entry set body = replace(body, 'thing/', 'other/') where number = 3`, 3],
    [
      `update audit_entry set body = replace(body, 'do', 'be') where number = 3;
      update audit_entry set hash = sha256(previous_hash || convert_to(body, 'UTF8')) where number = 3`,
      4,
    ],
    ['delete from audit_entry where number = 2', 2],
    ['delete from audit_entry where number = 4', 4],
    ['delete from audit_entry', 1],
    [`update audit_head set hash = '\\x00'`, 5],
  ];
  for (const [sql, brokenAt] of damages) {
    await withLog(4, async (db) => {
      await db.sql(`set session_replication_role = replica; ${sql}`);
      const verdict = await verifyAudit(db.database);
      assert.deepEqual([verdict.ok, verdict.brokenAt], [false, brokenAt], sql);
    });
  }
});

test('canonical JSON does not depend on the order of members', () => {
  assert.equal(
    canonicalJson({ b: 1, a: [true, { d: undefined, c: null }], z: new Date(0), big: 5n }),
    canonicalJson({ big: 5n, z: new Date(0), a: [true, { c: null }], b: 1 }),
  );
});
