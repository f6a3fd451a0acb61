// S10: the audit log is one chain, whoever writes at the same time, and any damage shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { holdAuditKey, loadSecrets } from '../secrets/index.ts';
import { canonicalJson } from './canonical.ts';
import { createAuditWatch, listAudit, recordAudit, verifyAudit } from './index.ts';

const postgres = usePostgres();

async function withLog(entries: number, work: (db: TestDatabase) => Promise<void>): Promise<void> {
  const db = await postgres.database();
  try {
    const write = (n: number) =>
      inTransaction(db.database, (session) =>
        recordAudit(session, {
          who: { kind: 'system' },
          action: n % 2 ? 'key.create' : 'key.revoke',
          accountId: n,
          subject: `key/${n}`,
          new: { number: n, name: String('é'), note: null },
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
    assert.equal((await listAudit(db.database, { action: 'key.create', limit: 100 })).length, 6);
    assert.deepEqual((await listAudit(db.database, { subject: 'key/3', limit: 9 }))[0]!.new, {
      number: 3,
      name: 'é',
      note: null,
    });
    assert.equal(
      (await listAudit(db.database, { accountId: 5, action: 'key.revoke', limit: 9 })).length,
      0,
    );
    assert.equal((await listAudit(db.database, { before: 3, limit: 9 })).length, 2);
  });
});

test('of addresses only the host is written and read, whoever recorded them', async () => {
  await withLog(0, async (db) => {
    const url = 'https://hooks.example/s3cr3t';
    const entry = { who: { kind: 'system' }, action: 'account.change' } as const;
    await inTransaction(db.database, (session) =>
      recordAudit(session, {
        ...entry,
        subject: `address/${url}`,
        old: {
          hooks: [{ url: String('postgres://u:s3cr3t@db/jokko') }],
          from: new Date(0),
          number: 5n,
        },
        new: { reason: String(`to ${url}, as agreed`) },
      }),
    );
    const [{ body } = { body: '' }] = await db.database.query<{ body: string }>({
      name: 'body of the entry',
      text: 'select body from audit_entry',
    });
    assert.doesNotMatch(body, /s3cr3t/);
    const [read] = await listAudit(db.database, { limit: 1 });
    assert.deepEqual(
      [read?.subject, read?.old, read?.new],
      [
        'address/https://hooks.example/…',
        { hooks: [{ url: 'postgres://db/…' }], from: '1970-01-01T00:00:00.000Z', number: '5' },
        { reason: 'to https://hooks.example/…, as agreed' },
      ],
    );
    assert.equal((await verifyAudit(db.database)).ok, true);
  });
});

test('a change that is rolled back leaves no entry', async () => {
  await withLog(1, async (db) => {
    const rolledBack = inTransaction(db.database, async (session) => {
      await recordAudit(session, { who: { kind: 'command' }, action: 'key.create' });
      throw new Error('not after all');
    });
    await assert.rejects(rolledBack, /not after all/);
    assert.equal((await verifyAudit(db.database)).entries, 1);
  });
});

test('entries cannot be changed or removed', async () => {
  await withLog(2, async (db) => {
    for (const sql of [
      `update audit_entry set body = '{}'`,
      'delete from audit_entry',
      'truncate audit_entry',
    ]) {
      await assert.rejects(db.sql(sql), /append-only/, sql);
    }
  });
});

test('whoever gets around that is found out, at the entry', async () => {
  const damages: [sql: string, brokenAt: number][] = [
    [`update audit_entry set body = replace(body, 'key/', 'other/') where number = 3`, 3],
    [
      `update audit_entry set body = replace(body, 'key.', 'kex.') where number = 3;
      update audit_entry set hash = sha256(previous_hash || convert_to(body, 'UTF8'))
        where number = 3`,
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

/** Every hash and the head made anew, as somebody can who has the database and nothing else. */
const bindAnew = (what: string) => `set session_replication_role = replica; ${what};
  do $$ declare e record; before bytea := decode(repeat('00', 32), 'hex'); begin
    for e in select number, body from audit_entry order by number loop
      update audit_entry set previous_hash = before, hash = sha256(before || convert_to(e.body,
        'UTF8')) where number = e.number
        returning hash into before;
    end loop;
    update audit_head set hash = before, number = (select coalesce(max(number), 0)
      from audit_entry);
  end $$`;

const add = (db: TestDatabase) =>
  inTransaction(db.database, (session) =>
    recordAudit(session, { who: { kind: 'system' }, action: 'key.roll' }),
  );

test('whoever has only the database cannot write the log anew; what was written before there was a key is proven without it', async () => {
  await withLog(3, async (db) => {
    assert.equal((await verifyAudit(db.database)).keyedFrom, null);
    const keys = { current: Buffer.alloc(32, 7), old: [] };
    holdAuditKey(db.database, await loadSecrets(db.database, keys));
    await add(db);
    await add(db);
    // The next process knows where it began.
    holdAuditKey(db.database, await loadSecrets(db.database, keys));
    const { ok, entries, keyedFrom } = await verifyAudit(db.database);
    assert.deepEqual([ok, entries, keyedFrom], [true, 5, 4]);
    const doctor = async () =>
      (await runDoctor(db.database)).checks.find(({ id }) => id === 'I-40')!.examples;
    assert.deepEqual(await doctor(), []);
    await db.sql(
      bindAnew(
        `update audit_entry set body = replace(body, 'key.revoke', 'other.do') where number <= 3`,
      ),
    );
    const forged = await verifyAudit(db.database);
    assert.deepEqual([forged.ok, forged.brokenAt], [false, 4]);
    assert.deepEqual(await doctor(), ['audit entry 4 was changed', 'audit entry 5 was changed']);
  });
});

test('an installation of before the key notes once where the key begins', async () => {
  await withLog(2, async (db) => {
    const keys = { current: Buffer.alloc(32, 7), old: [] };
    const { hashKey, seal, auditKey } = await loadSecrets(db.database, keys);
    assert.equal(auditKey.plainUntil, 2);
    const before = seal(
      Buffer.alloc(32, 9).toString('base64'),
      'installation_secret/value_sealed/pepper',
    ).toString('hex');
    await db.sql(`update installation_secret set value_sealed = '\\x${before}'`);
    await add(db);
    const begun = await Promise.all([
      loadSecrets(db.database, keys),
      loadSecrets(db.database, keys),
    ]);
    await add(db);
    const later = await loadSecrets(db.database, keys);
    for (const secrets of [...begun, later]) {
      assert.equal(secrets.auditKey.plainUntil, 3);
      assert.deepEqual(secrets.hashKey('k'), later.hashKey('k'));
    }
    assert.notDeepEqual(later.hashKey('k'), hashKey('k'));
  });
});

test('entries that are taken from the end are missed by whoever has seen them: a node, or a line of its log', async () => {
  await withLog(3, async (db) => {
    const reported: [string, object][] = [];
    const log = {
      info: (details: object) => void reported.push(['info', details]),
      error: (details: object) => void reported.push(['error', details]),
    };
    const watch = createAuditWatch(db.database, log);
    await watch.check();
    const { head: hash } = await verifyAudit(db.database);
    assert.deepEqual(reported, [['info', { entry: 3, hash }]]);
    await db.sql(`set session_replication_role = replica; update audit_head
      set number = 2, hash = (select previous_hash from audit_entry where number = 3);
      delete from audit_entry where number = 3`);
    assert.equal((await verifyAudit(db.database)).ok, true, 'nothing inside the log tells it');
    assert.deepEqual((await verifyAudit(db.database, watch.marks)).brokenAt, 3);
    await add(db);
    assert.equal(
      (await verifyAudit(db.database, [{ number: 3, hash }])).brokenAt,
      3,
      'nor does another entry in its place',
    );
    await watch.check();
    assert.deepEqual(reported[1], ['error', { entry: 3 }]);
  });
});

test('canonical JSON does not depend on the order of members', () => {
  assert.equal(
    canonicalJson({ b: 1, a: [true, { d: undefined, c: null }], z: new Date(0), big: 5n }),
    canonicalJson({ big: 5n, z: new Date(0), a: [true, { c: null }], b: 1 }),
  );
});

test('a member or a word of the program that has no name for people does not compile', () => {
  const session = {} as Session;
  const who = { kind: 'system' } as const;
  const never = (): unknown => [
    // @ts-expect-error The member has no name in audit-fields.ts.
    recordAudit(session, { who, action: 'key.create', new: { unheardOf: 1 } }),
    // @ts-expect-error Nor has the word.
    recordAudit(session, { who, action: 'key.create', new: { state: 'UNHEARD_OF' } }),
    // @ts-expect-error However deep it stands.
    recordAudit(session, { who, action: 'key.create', old: { routes: [{ unheardOf: 1 }] } }),
    recordAudit(session, { who, action: 'key.create', new: { state: 'open', name: String(who) } }),
  ];
  assert.equal(typeof never, 'function');
});
