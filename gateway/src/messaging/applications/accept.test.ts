// X4, X5: proves that whatever many requests on two nodes do at the same time, each is stored
// whole or not at all and charged once, and no opted-out recipient is written to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createScatteredIds } from '../../platform/db/scattered-ids.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import { type TestDatabase } from '../../node/doctor/testing/postgres.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import { fundAccount } from '../../payments/ledger/index.ts';
import type { Routing } from '../routing/index.ts';
import { testRouting } from '../routing/testing.ts';
import { acceptMessages, type Accepted } from './accept.ts';
import { startAcceptWriter } from './accept-writer.ts';
import { createAppDirectory, type SmsApp } from './app-directory.ts';
import { createApp, revokeApp, setApp } from './apps.ts';
import { findBatch, listMessages } from './batches.ts';
import type { SendRequest } from './compose.ts';
import { addOptOuts } from './opt-outs.ts';
import { purgeRecent } from './recent.ts';

const postgres = usePostgres();

const price = 10_0000n;
const sealed = Buffer.from(`0101020304${'00'.repeat(40)}`, 'hex');
const secrets = {
  hashKey: (key: string) => Buffer.from(key),
  seal: () => sealed,
} as unknown as Parameters<typeof createApp>[1];

async function openFixture(db: TestDatabase, fund: bigint) {
  const { database } = db;
  await db.sql(`insert into account (name, webhook_secret_sealed)
    values ('A', '\\x${sealed.toString('hex')}');
    insert into sms_routing (document) values ('{}');
    insert into installation_secret (name, value_sealed)
      values ('pepper', '\\x${sealed.toString('hex')}')`);
  await registerNodes(db, 1, 2);
  await fundAccount(database, { accountId: 1, currency: 'XOF', amountMinor: fund, note: '' });
  const reported: string[][] = [];
  const routing = testRouting();
  const fixture = { routing, refreshed: null as Routing | null };
  const nodes = [1, 2].map((node) => {
    const writer = startAcceptWriter({
      database,
      node,
      onAccepted: (connections) => reported.push(connections),
    });
    const apps = createAppDirectory(database, secrets);
    return {
      writer,
      apps,
      deps: {
        database,
        apps,
        routing: () => fixture.routing,
        refreshRouting: async () => void (fixture.routing = fixture.refreshed ?? fixture.routing),
        submit: writer.submit,
        ids: createScatteredIds('sms_batch'),
        now: Date.now,
      },
    };
  });
  const makeApp = async (
    settings = {},
  ): Promise<{ key: string; id: number; appOf(node: number): Promise<SmsApp> }> => {
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
    sender: 'JOKKO',
    content: 'Hello',
    msisdns,
    idempotencyKey: null,
    scheduleAtMs: null,
    reportUrl: null,
    ...more,
  });
  const close = async () => {
    for (const { writer } of nodes) await writer.close();
    await db.close();
  };
  return Object.assign(fixture, { database, nodes, reported, makeApp, request, close });
}

async function balanceOf({ database }: Pick<TestDatabase, 'database'>): Promise<bigint> {
  const [row] = await database.query<{ available: bigint }>({
    name: 'b',
    text: 'select available from balance where account_id = 1',
  });
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
        const fixture = await openFixture(db, messages * price + 5_0000n);
        try {
          const apps = [
            await fixture.makeApp(),
            await fixture.makeApp({ duplicateWindowSeconds: 3_600 }),
          ];
          const barred = '221770000007';
          await addOptOuts(fixture.database, apps[0]!.id, [barred], 'api');
          const caches = await Promise.all(
            [0, 1].map((node) => Promise.all(apps.map((app) => app.appOf(node)))),
          );
          const answers = await Promise.all(
            requests.map(({ numbers, text, key, app, node }) => {
              const msisdns = numbers.map((number) => `+22177${String(number).padStart(7, '0')}`);
              const order = fixture.request(msisdns, { content: text, idempotencyKey: key });
              return acceptMessages(
                fixture.nodes[node]!.deps,
                apps[app]!.key,
                caches[node]![app]!,
                order,
              );
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
            const found = await listMessages(
              fixture.database,
              { id: batchId, accountId: 1 },
              { after: 0, state: null, limit: 100 },
            );
            assert.deepEqual(
              found.map(({ msisdn }) => msisdn),
              numbers.map((number) => `22177${String(number).padStart(7, '0')}`),
            );
            if (app === 0) assert.ok(!found.some(({ msisdn }) => msisdn === barred));
            else
              for (const { msisdn } of found)
                assert.ok(
                  !sent.has(`${text} ${msisdn}`) && sent.add(`${text} ${msisdn}`),
                  'sent twice',
                );
          }
          assert.equal(await balanceOf(fixture), messages * price + 5_0000n - spent);
          const [count] = await fixture.database.query<{ batches: bigint }>({
            name: 'c',
            text: 'select count(*) as batches from sms_batch',
          });
          assert.equal(
            Number(count!.batches),
            stored.size,
            'nothing of a refused request is stored',
          );
          assert.ok(
            stored.size === 0 || fixture.reported.flat().every((connection) => connection === 'A'),
          );
          assert.deepEqual(
            (await runDoctor(fixture.database)).checks.filter(({ violations }) => violations > 0),
            [],
          );
        } finally {
          await fixture.close();
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('X4 a change of the app counts for what is accepted after it, whatever copy a node has', async () => {
  const db = await postgres.database();
  const fixture = await openFixture(db, 1_000n * price);
  try {
    const app = await fixture.makeApp();
    const copy = await app.appOf(0);
    await setApp(fixture.database, app.id, { transliterate: false, validityMinutes: 90 });
    const accepted = await acceptMessages(
      fixture.nodes[0]!.deps,
      app.key,
      copy,
      fixture.request(['+221770000001'], { content: 'forêt' }),
    );
    assert.ok(accepted.ok);
    const batch = await findBatch(fixture.database, accepted.batchId, {
      appId: app.id,
      accountId: 1,
    });
    assert.deepEqual(
      [batch?.encoding, batch!.validUntil.getTime() - batch!.createdAt.getTime()],
      ['ucs2', 90 * 60_000],
    );
    await revokeApp(fixture.database, app.id);
    const refused = await acceptMessages(
      fixture.nodes[0]!.deps,
      app.key,
      copy,
      fixture.request(['+221770000001']),
    );
    assert.deepEqual(refused, { ok: false, refusal: { type: 'appEnded' } });
  } finally {
    await fixture.close();
  }
});

test('X4 a request that was composed by an older routing is composed again: nothing is stored on a connection that is gone', async () => {
  const db = await postgres.database();
  const fixture = await openFixture(db, 1_000n * price);
  try {
    const app = await fixture.makeApp();
    fixture.refreshed = {
      ...testRouting({ routes: [{ country: 'SN', links: [{ name: 'B' }] }] }),
      version: 2,
    };
    await db.sql(`insert into sms_routing (document) values ('{}')`);
    assert.ok(
      (
        await acceptMessages(
          fixture.nodes[0]!.deps,
          app.key,
          await app.appOf(0),
          fixture.request(['+221770000001']),
        )
      ).ok,
    );
    assert.deepEqual(
      await fixture.database.query({ name: 'l', text: 'select connection from sms_message' }),
      [{ connection: 'B' }],
    );
  } finally {
    await fixture.close();
  }
});

test('X4 a key repeats a request whose numbers are written otherwise; a text without a visible character is refused', async () => {
  const db = await postgres.database();
  const fixture = await openFixture(db, 1_000n * price);
  try {
    const app = await fixture.makeApp();
    const { deps } = fixture.nodes[0]!;
    const send = async (msisdns: string[], more = {}) =>
      acceptMessages(
        deps,
        app.key,
        await app.appOf(0),
        fixture.request(msisdns, { idempotencyKey: 'k', ...more }),
      );
    const first = await send(['+221770000001', '+221770000002']);
    assert.ok(first.ok);
    assert.deepEqual(
      await send(['+221 77 000 00 01', '+221.77.000.00.02', '+221770000001']),
      first,
    );
    assert.deepEqual(await send(['+221770000001']), { ok: false, refusal: { type: 'keyUsed' } });
    for (const content of ['\u200b', '\u200b \ufeff\u2060', '\u00a0\u200d'])
      assert.deepEqual(await send(['+221770000001'], { content, idempotencyKey: null }), {
        ok: false,
        refusal: { type: 'emptyText' },
      });
  } finally {
    await fixture.close();
  }
});

test('X5 equal messages are forgotten when their time is over', async () => {
  const db = await postgres.database();
  const fixture = await openFixture(db, 1_000n * price);
  try {
    const app = await fixture.makeApp({ duplicateWindowSeconds: 60 });
    const send = async () =>
      (
        await acceptMessages(
          fixture.nodes[1]!.deps,
          app.key,
          await app.appOf(1),
          fixture.request(['+221770000001']),
        )
      ).ok;
    assert.deepEqual([await send(), await send()], [true, false]);
    await db.sql(`update sms_recent set until = jokko_now()`);
    assert.equal(await purgeRecent(fixture.database), false);
    assert.deepEqual(
      await fixture.database.query({ name: 'r', text: 'select 1 from sms_recent' }),
      [],
    );
    assert.equal(await send(), true);
  } finally {
    await fixture.close();
  }
});

test('X5 quiet hours: messages wait for the end, and their validity begins there', async () => {
  const db = await postgres.database();
  const fixture = await openFixture(db, 1_000n * price);
  try {
    const now = new Date();
    const at = (minutes: number) =>
      new Date(now.getTime() + minutes * 60_000).toISOString().slice(11, 16);
    const app = await fixture.makeApp({ quiet: { from: at(-60), until: at(60) } });
    const accepted = await acceptMessages(
      fixture.nodes[0]!.deps,
      app.key,
      await app.appOf(0),
      fixture.request(['+221770000001']),
    );
    assert.ok(accepted.ok);
    const [row] = await fixture.database.query<{ due: number; valid: number }>({
      name: 'd',
      text: `select extract(epoch from m.due_at - b.created_at)::float8 / 60 as due, extract(epoch
        from b.valid_until - m.due_at)::float8 / 3600 as valid
        from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id`,
    });
    assert.ok(row!.due > 57 && row!.due <= 60, `${row!.due} minutes`);
    assert.ok(Math.abs(row!.valid - 48) < 0.1, `${row!.valid} hours`);
  } finally {
    await fixture.close();
  }
});
