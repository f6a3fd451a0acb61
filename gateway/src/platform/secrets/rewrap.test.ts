// Proves that every sealed value is known and sealed again, also during concurrent writes, and
// that a value that cannot be opened is reported.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestPostgres } from '../../node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../node/doctor/testing/postgres.ts';
import { loadSecrets, makeSecretKey, readSecretsStatus, rewrap, sealedColumns } from './index.ts';
import type { Secrets } from './index.ts';
import { contextOf, carrierConnectionSecretContext, routeSecretContext } from './sealed-columns.ts';

let postgres: TestPostgres;
before(async () => (postgres = await startTestPostgres()));
after(() => postgres.close());

const quiet = (): void => {};

async function withDatabase(run: (db: TestDatabase) => Promise<void>): Promise<void> {
  const db = await postgres.database();
  try {
    await run(db);
  } finally {
    await db.close();
  }
}
function query<Row>(db: TestDatabase, text: string, values: unknown[] = []): Promise<Row[]> {
  return db.database.query<Row>({ name: text.slice(0, 60), text }, values);
}

/**
 * Something in every place that can hold a sealed value; two versions of the catalogue, one with
 * two secrets, and one of SMS routing.
 */
async function fill(db: TestDatabase, secrets: Secrets): Promise<void> {
  const seal = (...place: Parameters<typeof contextOf>) =>
    secrets.seal(`plain ${contextOf(...place)}`, contextOf(...place));
  for (const id of [1, 2, 3]) {
    await query(
      db,
      `insert into account (name, webhook_secret_sealed, webhook_secret_previous_sealed,
        webhook_secret_previous_until) values ('a', $1, $2, now())`,
      [
        seal('account', 'webhook_secret_sealed', id),
        seal('account', 'webhook_secret_previous_sealed', id),
      ],
    );
    await query(
      db,
      `insert into api_key (account_id, key_hash, last_four, key_sealed)
        values ($1, $2, '1234', $3)`,
      [id, Buffer.of(id), seal('api_key', 'key_sealed', id)],
    );
    await query(
      db,
      `insert into portal_user (email, email_key, name, totp_sealed, totp_pending_sealed)
        values ($1, $1, '', $2, $3)`,
      [
        `p${id}`,
        seal('portal_user', 'totp_sealed', id),
        seal('portal_user', 'totp_pending_sealed', id),
      ],
    );
    await query(db, `insert into hmac_secret (account_id, secret_sealed) values ($1, $2)`, [
      id,
      seal('hmac_secret', 'secret_sealed', id),
    ]);
    await query(db, `insert into cell (number, name, url_sealed) values ($1, $2, $3)`, [
      id,
      `cell ${id}`,
      seal('cell', 'url_sealed', id),
    ]);
    await query(db, `insert into cell_move (cell, from_sealed, to_sealed) values ($1, $2, $3)`, [
      id,
      seal('cell_move', 'from_sealed', id),
      seal('cell_move', 'to_sealed', id),
    ]);
    await query(
      db,
      `insert into sms_app (account_id, name, key_hash, last_four, key_sealed)
        values ($1, 'a', $2, '1234', $3)`,
      [id, Buffer.of(id), seal('sms_app', 'key_sealed', id)],
    );
    const notification = `00000000-0000-4000-8000-00000000000${id}`;
    await query(
      db,
      `insert into notification (id, kind, channel, address, parameters, token_sealed, expires_at)
        values ($1, 'reset', 'email', 'a@b.sn', '{}', $2, now())`,
      [notification, seal('notification', 'token_sealed', notification)],
    );
  }
  await query(
    db,
    `insert into alert_webhook (name, url, secret_sealed) values ('operator', '', $1)`,
    [seal('alert_webhook', 'secret_sealed', 'operator')],
  );
  await query(
    db,
    `insert into api_key (account_id, key_hash, last_four) values (1, '\\x09', '1234')`,
  );
  const route = (name: string) => ({
    name,
    config: { apiKey: { sealed: secrets.seal(name, routeSecretContext).toString('base64') } },
  });
  for (const routes of [[route('a')], [route('a'), route('b')]]) {
    await query(db, 'insert into catalogue (document) values ($1)', [
      JSON.stringify({ routes, amount: 0 }, null, 2),
    ]);
  }
  const connection = {
    name: 'l',
    config: {
      password: { sealed: secrets.seal('l', carrierConnectionSecretContext).toString('base64') },
    },
  };
  await query(db, 'insert into sms_routing (document) values ($1)', [
    JSON.stringify({ links: [connection] }),
  ]);
}
const places = 3 * 11 + 1 + 2 + 1 + 1;
const values = 3 * 11 + 1 + 3 + 1 + 1;

/** Every value in the listed columns opens, says where it is, and is under the current key. */
async function assertAllOpen(db: TestDatabase, secrets: Secrets): Promise<void> {
  for (const { table, column, key: keys } of sealedColumns) {
    const [key] = keys;
    const rows = await query<{ key: string; sealed: Buffer }>(
      db,
      `select ${key}::text as key, ${column} as sealed from ${table} where ${column} is not null`,
    );
    assert.ok(rows.length > 0, `the test fills ${table}.${column}`);
    for (const row of rows) {
      const context = contextOf(table, column as never, row.key);
      const plain = secrets.unseal(row.sealed, context);
      if (key !== 'name') assert.equal(plain, `plain ${context}`);
    }
  }
  for (const { document } of await query<{
    document: { routes: { name: string; config: { apiKey: { sealed: string } } }[] };
  }>(db, 'select document from catalogue')) {
    for (const { name, config } of document.routes) {
      assert.equal(
        secrets.unseal(Buffer.from(config.apiKey.sealed, 'base64'), routeSecretContext),
        name,
      );
    }
  }
  const [routing] = await query<{ sealed: string }>(
    db,
    `select document #>> '{links,0,config,password,sealed}' as sealed from sms_routing`,
  );
  assert.equal(
    secrets.unseal(Buffer.from(routing!.sealed, 'base64'), carrierConnectionSecretContext),
    'l',
  );
}

test('I-35 the list names exactly the columns that hold sealed values, with the primary keys of their tables', () =>
  withDatabase(async (db) => {
    const there = await query<{ place: string }>(
      db,
      `select concat(table_name, '.', column_name) as place from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed'`,
    );
    assert.deepEqual(
      there.map((row) => row.place).sort(),
      sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
    );
    for (const { table, key } of sealedColumns) {
      const primary = await query<{ name: string }>(
        db,
        `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
          and a.attnum = any(i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary`,
        [table],
      );
      assert.deepEqual(primary.map((row) => row.name).sort(), [...key].sort(), table);
    }
    assert.equal(sealedColumns.at(-1)?.table, 'installation_secret', 'the pepper is the last');
  }));

test('F63 everything is sealed under the new key; the old one opens nothing any more', () =>
  withDatabase(async (db) => {
    const [first, second] = [makeSecretKey(), makeSecretKey()];
    await fill(db, await loadSecrets(db.database, { current: first, old: [] }));
    const secrets = await loadSecrets(db.database, { current: second, old: [first] });
    const [{ text: before } = { text: '' }] = await query<{ text: string }>(
      db,
      'select document::text as text from catalogue where version = 1',
    );
    assert.equal((await readSecretsStatus(db.database, secrets)).old, values);
    let last = { done: 0, of: 0 };
    const result = await rewrap(db.database, secrets, (progress) => (last = progress));
    assert.deepEqual(result, { ok: true, keyId: secrets.keyIds[0], values });
    assert.deepEqual(last, { done: places, of: places });
    const alone = await loadSecrets(db.database, { current: second, old: [] });
    await assertAllOpen(db, alone);
    assert.deepEqual(alone.hashKey('x'), secrets.hashKey('x'));
    const status = await readSecretsStatus(db.database, alone);
    assert.deepEqual(
      [status.old, new Set(status.counts.map((count) => count.keyId))],
      [0, new Set([alone.keyIds[0]])],
    );
    const [{ text } = { text: '' }] = await query<{ text: string }>(
      db,
      'select document::text as text from catalogue where version = 1',
    );
    const blank = (document: string) => document.replace(/"sealed": "[^"]+"/g, '');
    assert.equal(
      blank(text),
      blank(before),
      'nothing else of the catalogue changes, not even its layout',
    );
    assert.deepEqual(await rewrap(db.database, alone, quiet), {
      ok: true,
      keyId: alone.keyIds[0],
      values: 0,
    });
    await assert.rejects(loadSecrets(db.database, { current: first, old: [] }));
  }));

test('F63 what others write meanwhile stays, and is sealed under the new key in the end', () =>
  withDatabase(async (db) => {
    const [first, second] = [makeSecretKey(), makeSecretKey()];
    const before = await loadSecrets(db.database, { current: first, old: [] });
    await fill(db, before);
    const secrets = await loadSecrets(db.database, { current: second, old: [first] });
    const context = contextOf('api_key', 'key_sealed', 3);
    const write = (plain: string) =>
      query(db, 'update api_key set key_sealed = $1 where id = 3', [before.seal(plain, context)]);
    // Between the reading of the old value and its exchange: the exchange must not undo the other
    // writer's change.
    const racing: Secrets = {
      ...secrets,
      unseal(sealed, place) {
        const plain = secrets.unseal(sealed, place);
        if (place === context && plain.startsWith('plain')) pending = write('written meanwhile');
        return plain;
      },
    };
    let pending: Promise<unknown> = Promise.resolve();
    const session = {
      query: async <Row>(...call: Parameters<typeof db.database.query>) => {
        await pending;
        return db.database.query<Row>(...call);
      },
    };
    assert.equal((await rewrap(session, racing, quiet)).ok, true);
    const [row] = await query<{ key_sealed: Buffer }>(
      db,
      'select key_sealed from api_key where id = 3',
    );
    assert.equal(
      (await loadSecrets(db.database, { current: second, old: [] })).unseal(
        row!.key_sealed,
        context,
      ),
      'written meanwhile',
    );
  }));

test('F63 values that no key opens are named, the others are done, and the pepper stays behind', () =>
  withDatabase(async (db) => {
    const [lost, first, second] = [makeSecretKey(), makeSecretKey(), makeSecretKey()];
    await fill(db, await loadSecrets(db.database, { current: first, old: [] }));
    const stranger = await loadSecrets(db.database, { current: lost, old: [first] });
    const damaged = (id: number) => contextOf('account', 'webhook_secret_sealed', id);
    await query(db, 'update account set webhook_secret_sealed = $1 where id = 1', [
      stranger.seal('x', damaged(1)),
    ]);
    const secrets = await loadSecrets(db.database, { current: second, old: [first] });
    const result = await rewrap(db.database, secrets, quiet);
    assert.deepEqual(result, {
      ok: false,
      refusal: 'unopened',
      values: values - 2,
      places: [damaged(1)],
    });
    await assert.rejects(
      loadSecrets(db.database, { current: second, old: [] }),
      'a node without the old key does not start',
    );
    const all = await loadSecrets(db.database, { current: second, old: [first, lost] });
    assert.deepEqual(await rewrap(db.database, all, quiet), {
      ok: true,
      keyId: all.keyIds[0],
      values: 2,
    });
  }));

test('F63 nothing is sealed under a key that a running node does not seal with', () =>
  withDatabase(async (db) => {
    const [first, second] = [makeSecretKey(), makeSecretKey()];
    const before = await loadSecrets(db.database, { current: first, old: [] });
    await fill(db, before);
    const secrets = await loadSecrets(db.database, { current: second, old: [first] });
    const node = (id: string, keyIds: readonly string[], until: string) =>
      query(
        db,
        `insert into node (node_id, lease_until, secret_key_ids)
          values ($1, now() + $3::interval, $2)`,
        [id, keyIds, until],
      );
    await node('gone', before.keyIds, '-1 second');
    await node('ready', secrets.keyIds, '1 hour');
    await node('behind', before.keyIds, '1 hour');
    const result = await rewrap(db.database, secrets, quiet);
    assert.deepEqual(result, {
      ok: false,
      refusal: 'nodes without the key',
      nodes: [{ nodeId: 'behind', keyIds: [...before.keyIds] }],
    });
    assert.equal((await readSecretsStatus(db.database, secrets)).old, values);
  }));
