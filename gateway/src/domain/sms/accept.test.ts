// X4, X5: whatever many requests on two nodes do at the same time, is each stored whole or not at all, charged once, and is nobody written to
// who must not be?

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createScatteredIds } from '../../db/scattered-ids.ts';
import { runDoctor } from '../../doctor/index.ts';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '../../doctor/testing/postgres.ts';
import { fundAccount } from '../ledger/index.ts';
import type { Routing } from '../sms-routing/index.ts';
import { testRouting } from '../sms-routing/testing.ts';
import { acceptMessages, type Accepted } from './accept.ts';
import { startAcceptWriter } from './accept-writer.ts';
import { createAppDirectory, type SmsApp } from './app-directory.ts';
import { createApp, revokeApp, setApp } from './apps.ts';
import { findBatch, listMessages } from './batches.ts';
import type { SendRequest } from './compose.ts';
import { addOptOuts } from './opt-outs.ts';
import { forgetRecent } from './recent.ts';

let postgres: TestPostgres;
before(async () => {
  postgres = await startTestPostgres();
});
after(() => postgres.close());

const price = 10_0000n;
const sealed = Buffer.from(`0101020304${'00'.repeat(40)}`, 'hex');
const secrets = { hashKey: (key: string) => Buffer.from(key), seal: () => sealed } as unknown as Parameters<typeof createApp>[1];

async function openWorld(db: TestDatabase, fund: bigint) {
  const { database } = db;
  await db.sql(`insert into account (name, webhook_secret_sealed) values ('A', '\\x${sealed.toString('hex')}');
    insert into node (node_id, lease_until) values ('n1', now() + interval '1 hour');
    insert into sms_routing (document) values ('{}');
    insert into installation_secret (name, value_sealed) values ('pepper', '\\x${sealed.toString('hex')}')`);
  await fundAccount(database, { accountId: 1, currency: 'XOF', amountMinor: fund, note: '' });
  const told: string[][] = [];
  const routing = testRouting();
  const world = { routing, refreshed: null as Routing | null };
  const nodes = [1, 2].map((node) => {
    const writer = startAcceptWriter({ database, node, onAccepted: (links) => told.push(links) });
    const apps = createAppDirectory(database, secrets);
    return {
      writer,
      apps,
      deps: {
        database,
        apps,
        routing: () => world.routing,
        refreshRouting: async () => void (world.routing = world.refreshed ?? world.routing),
        submit: writer.submit,
        ids: createScatteredIds('sms_batch_block_seq', Buffer.from('k')),
        now: Date.now,
      },
    };
  });
  const makeApp = async (settings = {}): Promise<{ key: string; id: number; appOf(node: number): Promise<SmsApp> }> => {
    const made = await createApp(database, secrets, 1, '');
    assert.ok(made.ok);
    const id = Number.parseInt(made.appId.split('_')[2]!, 36);
    if (Object.keys(settings).length > 0) await setApp(database, id, settings);
    const appOf = async (node: number) => {
      nodes[node]!.apps.forget();
      const found = await nodes[node]!.apps.byKey(made.appKey);
      assert.ok(found.type === 'valid');
      return found.app;
    };
    return { key: made.appKey, id, appOf };
  };
  const request = (msisdns: readonly string[], more: Partial<SendRequest> = {}): SendRequest => ({
    ...{ sender: 'JOKKO', content: 'Hello', msisdns, idempotencyKey: null },
    ...more,
  });
  const close = async () => {
    for (const { writer } of nodes) await writer.close();
    await db.close();
  };
  return Object.assign(world, { database, nodes, told, makeApp, request, close });
}

async function balanceOf({ database }: Pick<TestDatabase, 'database'>): Promise<bigint> {
  const [row] = await database.query<{ available: bigint }>({ name: 'b', text: 'select available from balance where account_id = 1' });
  return row!.available;
}
const isOk = (accepted: Accepted): accepted is Extract<Accepted, { ok: true }> => accepted.ok;

test('X4 X5 property: on two nodes at once, books and rows agree with the answers', async () => {
  const oneRequest = fc.record({
    numbers: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 }),
    text: fc.constantFrom('one', 'two', 'x'.repeat(161)),
    key: fc.option(fc.constantFrom('k1', 'k2', 'k3')),
    app: fc.integer({ min: 0, max: 1 }),
    node: fc.integer({ min: 0, max: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(oneRequest, { minLength: 10, maxLength: 60 }),
      fc.bigInt({ min: 0n, max: 200n }),
      async (requests, messages) => {
        const db = await postgres.database();
        const world = await openWorld(db, messages * price + 5_0000n);
        try {
          const apps = [await world.makeApp(), await world.makeApp({ duplicateWindowSeconds: 3_600 })];
          const barred = '221770000007';
          await addOptOuts(world.database, apps[0]!.id, [barred], 'api');
          const copies = await Promise.all([0, 1].map((node) => Promise.all(apps.map((app) => app.appOf(node)))));
          const answers = await Promise.all(
            requests.map(({ numbers, text, key, app, node }) => {
              const msisdns = numbers.map((number) => `+22177${String(number).padStart(7, '0')}`);
              const order = world.request(msisdns, { content: text, idempotencyKey: key });
              return acceptMessages(world.nodes[node]!.deps, apps[app]!.key, copies[node]![app]!, order);
            }),
          );
          const stored = new Map<string, (typeof requests)[number]>();
          answers.forEach((answer, index) => {
            if (isOk(answer)) stored.set(answer.batchId, requests[index]!);
          });
          let spent = 0n;
          const sent = new Set<string>();
          for (const [batchId, { numbers, text, app }] of stored) {
            spent += BigInt(numbers.length) * price * (text.length > 160 ? 2n : 1n);
            const found = await listMessages(world.database, { id: batchId, accountId: 1 }, { after: 0, state: null, limit: 100 });
            assert.deepEqual(
              found.map(({ msisdn }) => msisdn),
              numbers.map((number) => `22177${String(number).padStart(7, '0')}`),
            );
            if (app === 0) assert.ok(!found.some(({ msisdn }) => msisdn === barred));
            else for (const { msisdn } of found) assert.ok(!sent.has(`${text} ${msisdn}`) && sent.add(`${text} ${msisdn}`), 'sent twice');
          }
          assert.equal(await balanceOf(world), messages * price + 5_0000n - spent);
          const [count] = await world.database.query<{ batches: bigint }>({ name: 'c', text: 'select count(*) as batches from sms_batch' });
          assert.equal(Number(count!.batches), stored.size, 'nothing of a refused request is stored');
          assert.ok(stored.size === 0 || world.told.flat().every((link) => link === 'A'));
          assert.deepEqual(
            (await runDoctor(world.database)).checks.filter(({ violations }) => violations > 0),
            [],
          );
        } finally {
          await world.close();
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('X4 a change of the app counts for what is accepted after it, whatever copy a node has', async () => {
  const db = await postgres.database();
  const world = await openWorld(db, 1_000n * price);
  try {
    const app = await world.makeApp();
    const copy = await app.appOf(0);
    await setApp(world.database, app.id, { transliterate: false, validityMinutes: 90 });
    const accepted = await acceptMessages(world.nodes[0]!.deps, app.key, copy, world.request(['+221770000001'], { content: 'forêt' }));
    assert.ok(accepted.ok);
    const batch = await findBatch(world.database, accepted.batchId, { appId: app.id, accountId: 1 });
    assert.deepEqual([batch?.encoding, batch!.validUntil.getTime() - batch!.createdAt.getTime()], ['ucs2', 90 * 60_000]);
    await revokeApp(world.database, app.id);
    const refused = await acceptMessages(world.nodes[0]!.deps, app.key, copy, world.request(['+221770000001']));
    assert.deepEqual(refused, { ok: false, refusal: { type: 'appEnded' } });
  } finally {
    await world.close();
  }
});

test('X4 a request that was composed by an older routing is composed again: nothing is stored on a link that is gone', async () => {
  const db = await postgres.database();
  const world = await openWorld(db, 1_000n * price);
  try {
    const app = await world.makeApp();
    world.refreshed = { ...testRouting({ routes: [{ country: 'SN', links: [{ name: 'B' }] }] }), version: 2 };
    await db.sql(`insert into sms_routing (document) values ('{}')`);
    assert.ok((await acceptMessages(world.nodes[0]!.deps, app.key, await app.appOf(0), world.request(['+221770000001']))).ok);
    assert.deepEqual(await world.database.query({ name: 'l', text: 'select link from sms_message' }), [{ link: 'B' }]);
  } finally {
    await world.close();
  }
});

test('X4 a key repeats a request whose numbers are written otherwise; a text without a visible character is refused', async () => {
  const db = await postgres.database();
  const world = await openWorld(db, 1_000n * price);
  try {
    const app = await world.makeApp();
    const { deps } = world.nodes[0]!;
    const send = async (msisdns: string[], more = {}) =>
      acceptMessages(deps, app.key, await app.appOf(0), world.request(msisdns, { idempotencyKey: 'k', ...more }));
    const first = await send(['+221770000001', '+221770000002']);
    assert.ok(first.ok);
    assert.deepEqual(await send(['+221 77 000 00 01', '+221.77.000.00.02', '+221770000001']), first);
    assert.deepEqual(await send(['+221770000001']), { ok: false, refusal: { type: 'keyUsed' } });
    for (const content of ['\u200b', '\u200b \ufeff\u2060', '\u00a0\u200d'])
      assert.deepEqual(await send(['+221770000001'], { content, idempotencyKey: null }), { ok: false, refusal: { type: 'emptyText' } });
  } finally {
    await world.close();
  }
});

test('X5 equal messages are forgotten when their time is over', async () => {
  const db = await postgres.database();
  const world = await openWorld(db, 1_000n * price);
  try {
    const app = await world.makeApp({ duplicateWindowSeconds: 60 });
    const send = async () => (await acceptMessages(world.nodes[1]!.deps, app.key, await app.appOf(1), world.request(['+221770000001']))).ok;
    assert.deepEqual([await send(), await send()], [true, false]);
    await db.sql(`update sms_recent set until = jokko_now()`);
    assert.equal(await forgetRecent(world.database), false);
    assert.deepEqual(await world.database.query({ name: 'r', text: 'select 1 from sms_recent' }), []);
    assert.equal(await send(), true);
  } finally {
    await world.close();
  }
});

test('X5 quiet hours: messages wait for the end, and their validity begins there', async () => {
  const db = await postgres.database();
  const world = await openWorld(db, 1_000n * price);
  try {
    const now = new Date();
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString().slice(11, 16);
    const app = await world.makeApp({ quiet: { from: at(-60), until: at(60) } });
    const accepted = await acceptMessages(world.nodes[0]!.deps, app.key, await app.appOf(0), world.request(['+221770000001']));
    assert.ok(accepted.ok);
    const [row] = await world.database.query<{ due: number; valid: number }>({
      name: 'd',
      text: `select extract(epoch from m.due_at - b.created_at)::float8 / 60 as due, extract(epoch from b.valid_until - m.due_at)::float8 / 3600 as valid
        from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id`,
    });
    assert.ok(row!.due > 57 && row!.due <= 60, `${row!.due} minutes`);
    assert.ok(Math.abs(row!.valid - 48) < 0.1, `${row!.valid} hours`);
  } finally {
    await world.close();
  }
});
