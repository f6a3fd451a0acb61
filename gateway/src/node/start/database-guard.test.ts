// F52 F54 I-16: a database that is older than, or another one than, it was is noticed at the start,
// on the next connection of a writer and within a second, and by every node.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { OpenDatabase, Statement } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { noteForgotten, resolveForgotten } from '../../backoffice/recovery/store.ts';
import { testAttempt, testTerms } from '../../payments/operations/testing.ts';
import {
  journalsDirectory,
  nodeDirectory,
  type JournalEntry,
  type SentKey,
} from '../../payments/send-journal/index.ts';
import { openDatabaseGuard, RecoveryNeeded, type DatabaseGuard } from './database-guard.ts';
import { InstallationError } from './installation-error.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../doctor/testing/postgres.ts';

const root = mkdtempSync(join(tmpdir(), 'jokko-guard-'));
let postgres: TestPostgres;
let dataDirs = 0;
before(async () => {
  postgres = await startTestPostgres();
});
after(async () => {
  await postgres.close();
  rmSync(root, { recursive: true });
});

interface Node {
  db: TestDatabase;
  dataDir: string;
  newest: SentKey[];
  /** In the files of its DATA_DIR. */
  stored: SentKey[];
  fatal: unknown[];
  ended: number;
  start(nodeId?: string, dataDir?: string): Promise<DatabaseGuard>;
}

async function newNode(): Promise<Node> {
  const db = await postgres.database();
  const node: Node = {
    db,
    dataDir: join(root, String(++dataDirs)),
    newest: [],
    stored: [],
    fatal: [],
    ended: 0,
    async start(nodeId = 'one', dataDir = node.dataDir) {
      const [{ id }] = (await db.database.query<{ id: string }>({
        name: 'id',
        text: 'select id from installation',
      })) as [{ id: string }];
      const journals = journalsDirectory(dataDir, id);
      return openDatabaseGuard({
        database: db.database,
        nodeId,
        journals,
        directory: nodeDirectory(journals, nodeId),
        newest: () => node.newest,
        readNewest: () => Promise.resolve(node.stored),
        log: { fatal: (why: unknown) => node.fatal.push(why), warn: () => {} } as unknown as Log,
        onOtherEpoch: () => node.ended++,
      });
    },
  };
  return node;
}

const forgotten = (): JournalEntry => {
  const { number, purpose, route, prepared, sentAt } = testAttempt();
  return { terms: testTerms(), attempt: { number, purpose, route, prepared, sentAt } };
};

/** What a restore leaves, as SQL on the tables; each is to be found whoever looks. */
const rollbacks: { what: string; sql: string; says: RegExp }[] = [
  {
    what: 'its mark went back',
    sql: 'update high_water_mark set mark = mark - 1',
    says: /mark of node one is \d+, it was \d+/,
  },
  { what: 'its mark is missing', sql: 'delete from high_water_mark', says: /mark .* is missing/ },
  {
    what: 'it was dumped and restored elsewhere',
    sql: `update installation set home = '1/1'`,
    says: /restored or copied/,
  },
  {
    what: 'another node has found it out',
    sql: `update installation set recovery_reason = 'as told', recovery_found_at = now(),
      recovery_found_by = 'x'`,
    says: /as told/,
  },
  {
    what: 'its block of ids is missing',
    sql: 'delete from id_block',
    says: /id block 77 .*is not/,
  },
];

for (const { what, sql, says } of rollbacks) {
  test(`F54 a database of which ${what} is found at the start, on a new connection, and each second`, async () => {
    const node = await newNode();
    const { db } = node;
    try {
      await db.sql(`insert into id_block (kind, block) values ('operation', 77)`);
      const running = await node.start();
      running.watchIds([{ kind: 'operation', lastBlock: 77 }]);
      for (let second = 0; second < 3; second++) await running.runOnce();
      const other = await node.start('two', join(root, String(++dataDirs)));
      assert.deepEqual([running.reason, other.reason], [null, null]);
      await (await running.guard(db.database).connect()).close();
      await db.sql(sql);
      await assert.rejects(running.guard(db.database).connect(), RecoveryNeeded);
      assert.match(running.reason ?? '', says);
      const started = await node.start();
      assert.match(started.reason ?? '', says);
      // With an empty DATA_DIR too.
      await other.runOnce();
      assert.notEqual(other.reason, null);
      assert.notEqual((await node.start('three', join(root, String(++dataDirs)))).reason, null);
      // A node of this machine under another id finds it by the files of the first.
      await running.runOnce();
      assert.match(running.reason ?? '', says);
    } finally {
      await db.close();
    }
  });
}

test('F54 each second alone finds it, says so once, and moves no mark on', async () => {
  const node = await newNode();
  const { db } = node;
  try {
    const guard = await node.start();
    await guard.runOnce();
    await db.sql('update high_water_mark set mark = mark - 1');
    for (let second = 0; second < 3; second++) await guard.runOnce();
    assert.match(guard.reason ?? '', /mark of node one/);
    assert.equal(node.fatal.length, 1);
    const [row] = await db.database.query<{ mark: bigint; reason: string; entries: bigint }>({
      name: 'row',
      text: `select mark, recovery_reason as reason, (select count(*) from audit_entry) as entries
        from high_water_mark, installation`,
    });
    assert.equal(row!.mark, 1n);
    assert.equal(row!.reason, guard.reason);
    assert.equal(row!.entries, 1n);
  } finally {
    await db.close();
  }
});

test('I-16 what stands in the send journal and not in the database is found', async () => {
  const node = await newNode();
  try {
    const guard = await node.start();
    assert.equal(guard.reason, null);
    node.newest.push(forgotten());
    await guard.runOnce();
    assert.match(guard.reason ?? '', /attempt 1 of transaction 1000000000001 was sent/);
    const other = await newNode();
    other.stored.push(forgotten());
    assert.match((await other.start()).reason ?? '', /1000000000001 was sent/);
    await other.db.close();
  } finally {
    await node.db.close();
  }
});

test('F54 another cluster, an older position, an older timeline are found at the start; a newer timeline is no reason', async () => {
  const changes: [string, (mark: { [name: string]: unknown }) => void, RegExp | null][] = [
    ['cluster', (mark) => (mark['systemIdentifier'] = '7'), /cluster is \d+, it was 7/],
    ['position', (mark) => (mark['position'] = '99999999999999'), /write-ahead log ends at/],
    ['timeline', (mark) => (mark['timeline'] = 900), /timeline \d+, it was on 900/],
    ['failover', (mark) => Object.assign(mark, { timeline: 0, position: '99999999999999' }), null],
  ];
  for (const [what, change, says] of changes) {
    const node = await newNode();
    try {
      const guard = await node.start();
      await guard.runOnce();
      const file = markFileOf(node.dataDir, await installationOf(node.db));
      const mark = JSON.parse(readFileSync(file, 'utf8')) as { [name: string]: unknown };
      change(mark);
      writeFileSync(file, JSON.stringify(mark));
      // Whichever node starts on this DATA_DIR.
      const { reason } = await node.start('two');
      if (says === null) assert.equal(reason, null, what);
      else assert.match(reason ?? '', says, what);
    } finally {
      await node.db.close();
    }
  }
});

test('F54 a damaged high-water mark is named, and what to do with it', async () => {
  const node = await newNode();
  try {
    await node.start();
    const file = markFileOf(node.dataDir, await installationOf(node.db));
    for (const text of ['', '{}']) {
      writeFileSync(file, text);
      await assert.rejects(node.start(), InstallationError);
      await assert.rejects(node.start(), /high-water-mark\.json cannot be read: .*remove it/);
    }
  } finally {
    await node.db.close();
  }
});

test('F54 a damaged epoch file is named too', async () => {
  const node = await newNode();
  try {
    await node.start();
    const file = join(
      dirname(dirname(markFileOf(node.dataDir, await installationOf(node.db)))),
      'epoch',
    );
    for (const text of ['', 'x', '1e']) {
      writeFileSync(file, text);
      await assert.rejects(node.start(), /epoch cannot be read: .*remove it/);
    }
  } finally {
    await node.db.close();
  }
});

test('F54 no false alarm: a new DATA_DIR, an old one, a commit whose answer was lost, a new installation', async () => {
  const node = await newNode();
  const { db } = node;
  try {
    await (await node.start()).runOnce();
    const moved = await node.start('one', join(root, String(++dataDirs)));
    await moved.runOnce();
    const back = await node.start();
    assert.equal(back.reason, null);
    // The database has it, the file does not.
    await db.sql('update high_water_mark set mark = mark + 1');
    await back.runOnce();
    assert.deepEqual([moved.reason, back.reason], [null, null]);
    assert.deepEqual(node.fatal, []);
    // Another installation on the same DATA_DIR.
    const fresh = await newNode();
    await fresh.db.sql(`update installation set id = gen_random_uuid()`);
    assert.equal((await fresh.start('one', node.dataDir)).reason, null);
    await fresh.db.close();
  } finally {
    await db.close();
  }
});

test('F54 no false alarm: the mark moves on while the answer to a new connection is on its way', async () => {
  const node = await newNode();
  const { db } = node;
  try {
    const guard = await node.start();
    await guard.runOnce();
    const delayed: OpenDatabase = {
      ...db.database,
      async connect(purpose) {
        const connection = await db.database.connect(purpose);
        let isFirst = true;
        return {
          ...connection,
          close: () => connection.close(),
          async query<Row>(statement: Statement, values?: readonly unknown[]) {
            const rows = await connection.query<Row>(statement, values);
            if (isFirst) {
              isFirst = false;
              await guard.runOnce();
            }
            return rows;
          },
        };
      },
    };
    await (await guard.guard(delayed).connect('writer')).close();
    assert.equal(guard.reason, null);
  } finally {
    await db.close();
  }
});

test('F54 no false alarm: what a recovery could not make again and has noted, or was given up', async () => {
  const node = await newNode();
  const { db } = node;
  try {
    await node.start();
    const entry = forgotten();
    node.stored.push(entry);
    await noteForgotten(db.database, entry, 'the balance is too low');
    assert.equal((await node.start()).reason, null);
    const { accountId, id } = entry.terms;
    await resolveForgotten(db.database, { accountId, id, number: 1 }, 'paid by hand');
    assert.equal((await node.start()).reason, null);
  } finally {
    await db.close();
  }
});

test('F54 after a recovery a node hands in what it knew, and one that ran meanwhile ends itself', async () => {
  const node = await newNode();
  const { db } = node;
  try {
    await db.sql(`insert into id_block (kind, block) values ('operation', 77)`);
    const running = await node.start();
    running.watchIds([{ kind: 'operation', lastBlock: 77 }]);
    await running.runOnce();
    assert.equal(running.mustHandIn, false);
    await db.sql(
      `update installation set epoch = 2; delete from high_water_mark; delete from id_block`,
    );
    node.stored.push(forgotten());
    const next = await node.start();
    assert.deepEqual([next.reason, next.mustHandIn], [null, true]);
    assert.equal((await node.start()).mustHandIn, true, 'until it is done');
    node.stored.length = 0;
    next.handedIn();
    const after = await node.start();
    assert.deepEqual([after.reason, after.mustHandIn], [null, false]);
    await running.runOnce();
    assert.equal(node.ended, 1);
    // Restored once more, to before the recovery.
    await db.sql('update installation set epoch = 1');
    assert.notEqual((await node.start()).reason, null);
  } finally {
    await db.close();
  }
});

async function installationOf(db: TestDatabase): Promise<string> {
  const [row] = await db.database.query<{ id: string }>({
    name: 'id',
    text: 'select id from installation',
  });
  return row!.id;
}

const markFileOf = (dataDir: string, id: string): string =>
  join(nodeDirectory(journalsDirectory(dataDir, id), 'one'), 'high-water-mark.json');
