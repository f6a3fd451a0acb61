// Proves that a routing survives storage in the database, that an invalid one changes nothing, and
// that ported numbers are imported whole or not at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../platform/db/database.ts';
import { usePostgres } from '../../node/doctor/testing/use-postgres.ts';
import type { TestDatabase } from '../../node/doctor/testing/postgres.ts';
import {
  exportRouting,
  importPorted,
  importRouting,
  listPorted,
  loadBinds,
  loadPorted,
  loadRouting,
  removePorted,
} from './index.ts';
import { testDocument, testSettings } from './testing.ts';

const postgres = usePostgres();
const who = { kind: 'command' } as const;

async function withDatabase(work: (test: TestDatabase) => Promise<void>): Promise<void> {
  const made = await postgres.database();
  try {
    await work(made);
  } finally {
    await made.close();
  }
}
const text = (changes: Parameters<typeof testDocument>[0] = {}) =>
  JSON.stringify(testDocument(changes));
const load = (database: Database) => loadRouting(database, testSettings);

test('an empty table routes nothing; an import is in force, and its export imports again', () =>
  withDatabase(async ({ database }) => {
    const none = await load(database);
    assert.deepEqual(
      [none.version, none.routeOf('221771234567')],
      [0, { ok: false, refusal: 'unknown_country' }],
    );
    assert.equal(await exportRouting(database), null);
    assert.deepEqual(await importRouting(database, text(), testSettings), { ok: true, version: 1 });
    const exported = await exportRouting(database);
    assert.deepEqual(await importRouting(database, exported ?? '', testSettings), {
      ok: true,
      version: 2,
    });
    assert.equal(await exportRouting(database), exported);
    const routing = await load(database);
    assert.deepEqual([routing.version, routing.routeOf('221771234567').ok], [2, true]);
    assert.equal(
      await loadRouting(database, testSettings, routing),
      routing,
      'what is in force is not made again',
    );
    assert.equal((await importRouting(database, '{}', testSettings)).ok, false);
    assert.equal((await load(database)).version, 2);
  }));

test('secrets are stored sealed, exported sealed, imported back and given to the connector in the clear', () =>
  withDatabase(async ({ database }) => {
    const links = [
      { name: 'A', connector: 'wire', config: { host: 'h', port: 1, password: 'my-secret' } },
      {
        name: 'B',
        connector: 'wire',
        config: { host: '${HOST}', port: '${PORT}', password: '${PASSWORD}' },
      },
    ];
    await importRouting(database, text({ links }), testSettings);
    const exported = (await exportRouting(database)) ?? '';
    assert.ok(
      !exported.includes('my-secret') &&
        exported.includes('"sealed"') &&
        exported.includes('${PASSWORD}'),
    );
    await importRouting(database, exported, testSettings);
    assert.deepEqual(
      (await load(database)).connections.map((connection) => connection.config['password']),
      ['my-secret', 'from the installation'],
    );
  }));

const waitingMessage = (connection: string, due: string) => `
  insert into sms_message (account_id, batch_id, position, msisdn, country, operator, connection,
    price, currency, refund_states, state, due_at, updated_at)
  select 1, 1, coalesce(max(position), 0) + 1, 221771234567, 'SN', 'OPA', '${connection}', 1, 'XOF',
    0, 'ACCEPTED', ${due}, now() from sms_message`;

test('a connection on which messages wait cannot be taken away; one that was only sent over can', () =>
  withDatabase(async ({ database, sql }) => {
    for (const connection of ['A', 'A', 'LOST', 'LOST', 'GONE'])
      await sql(waitingMessage(connection, 'now()'));
    await sql(waitingMessage('OLD', 'null'));
    const refused = await importRouting(database, text(), testSettings);
    assert.deepEqual(refused, {
      ok: false,
      problems: ['GONE', 'LOST'].map((connection) => ({
        line: 1,
        field: 'links',
        message: `"${connection}" is missing, and messages wait on it`,
      })),
    });
    await sql(`update sms_message set due_at = null where connection <> 'A'`);
    assert.equal((await importRouting(database, text(), testSettings)).ok, true);
  }));

test('a connection over which messages are being sent cannot be taken away', () =>
  withDatabase(async ({ database, sql }) => {
    await sql(waitingMessage('A', 'null'));
    await sql(waitingMessage('GONE', 'null'));
    await sql(`update sms_message set state = 'SENDING', lease_id = 1 where position = 2;
      insert into sms_lease (id, lease_owner, batch_ids, positions)
        values (1, 7, '{1,1}', '{1,2}')`);
    const problem = {
      line: 1,
      field: 'links',
      message: '"GONE" is missing, and messages are being sent over it',
    };
    assert.deepEqual(await importRouting(database, text(), testSettings), {
      ok: false,
      problems: [problem],
    });
    await sql(`update sms_message set lease_id = null`);
    assert.equal((await importRouting(database, text(), testSettings)).ok, true);
  }));

test('inbound messages go to applications that there are', () =>
  withDatabase(async ({ database, sql }) => {
    await sql(`insert into account (name, webhook_secret_sealed) values ('a', '\\x00')`);
    await sql(
      `insert into sms_app (account_id, name, key_hash, last_four)
        values (1, 'a', '\\x00', '1234')`,
    );
    const inbound = (app: string) => text({ inbound: [{ number: '40400', app }] });
    assert.equal((await importRouting(database, inbound('js_test_1'), testSettings)).ok, true);
    const refused = await importRouting(database, inbound('js_test_2'), testSettings);
    assert.ok(!refused.ok);
    assert.match(refused.problems[0]!.message, /no active SMS application js_test_2/);
    const elsewhere = await importRouting(database, inbound('js_live_1'), testSettings);
    assert.ok(!elsewhere.ok);
    assert.match((await exportRouting(database))!, /"app": "js_test_1"/);
  }));

test('ported numbers: imported, looked up for many at once, listed and removed', () =>
  withDatabase(async ({ database }) => {
    await importRouting(database, text(), testSettings);
    const before = await load(database);
    assert.equal(before.hasPorted, false);
    assert.equal((await loadPorted(database, before, ['221771234567'])).size, 0);
    const file =
      '\ufeffmsisdn,operator\r\n+221771234567,OPD\r\n\r\n"221761234567" ; "OPA"\r\n221771234567,OPA\r\n221771234567,OPD';
    assert.deepEqual(await importPorted(database, file, before, { replace: false, who }), {
      ok: true,
      numbers: 4,
    });
    const routing = await loadRouting(database, testSettings, before);
    assert.equal(routing.hasPorted, true, 'a copy is renewed when the first number is ported');
    const found = await loadPorted(database, routing, [
      '221771234567',
      '221770000000',
      '221761234567',
    ]);
    assert.deepEqual([...found].toSorted(), [
      ['221761234567', 'OPA'],
      ['221771234567', 'OPD'],
    ]);
    const listed = await listPorted(database, '0', 10);
    assert.deepEqual(listed, [
      { msisdn: '221761234567', operator: 'OPA' },
      { msisdn: '221771234567', operator: 'OPD' },
    ]);
    assert.deepEqual(await listPorted(database, '221761234567', 1), listed.slice(1));
    assert.deepEqual(
      [
        await removePorted(database, who, '221771234567'),
        await removePorted(database, who, '221771234567'),
      ],
      [true, false],
    );
    assert.deepEqual(
      await importPorted(database, '221781234567,OPD', routing, { replace: true, who }),
      {
        ok: true,
        numbers: 1,
      },
    );
    assert.deepEqual(await listPorted(database, '0', 10), [
      { msisdn: '221781234567', operator: 'OPD' },
    ]);
    const noted = await database.query<{ action: string; old: string | null; new: string | null }>({
      name: 'audit_of_ported',
      text: `select action, body::json ->> 'old' as old, body::json ->> 'new' as new
        from audit_entry
        where action like 'sms-ported.%' order by number`,
    });
    assert.deepEqual(
      noted.map((entry) => [entry.action, JSON.parse(entry.old ?? entry.new ?? '')]),
      [
        ['sms-ported.import', { lines: 4, replaces: false }],
        ['sms-ported.remove', { msisdn: '221771234567' }],
        ['sms-ported.import', { lines: 1, replaces: true }],
      ],
    );
  }));

test('O1 ported numbers of a file are read as requests are, or refused with their line', () =>
  withDatabase(async ({ database }) => {
    await importRouting(database, text(), testSettings);
    const routing = await load(database);
    const read = (lines: string[]) =>
      importPorted(database, lines.join('\n'), routing, { replace: true, who });
    const good = [
      '\u202a+221\u00a077\u2011123\u200945\ufe0d67\u202c;OPD',
      '"00221 (77) 123 45 68","OPD"',
      '221-77-123.45.69,OPD',
    ];
    const kept = ['221771234567', '221771234568', '221771234569'];
    assert.deepEqual(await read(good), { ok: true, numbers: 3 });
    const list = async () =>
      (await listPorted(database, '0', 10)).map(({ msisdn }: { msisdn: string }) => msisdn);
    assert.deepEqual(await list(), kept);
    const bad = ['771234567,OPD', '+2217712345678,OPD', '2.21771E+11,OPD', '221771234567/68,OPD'];
    const refused = await read([...good, ...bad]);
    assert.deepEqual(refused.ok ? [] : refused.problems.map(({ line }) => line), [4, 5, 6, 7]);
    assert.deepEqual(await list(), kept);
  }));

test('one faulty line, and no number of the file is taken in; each fault is told with its line', () =>
  withDatabase(async ({ database }) => {
    await importRouting(database, text(), testSettings);
    const routing = await load(database);
    await importPorted(database, '221781234567,OPD', routing, { replace: false, who });
    const good = Array.from({ length: 6_000 }, (_, at) => `${221_770_000_000 + at},OPD`);
    const bad = [
      '221771234567',
      '0771234567,OPD',
      '221331234567,OPD',
      '221771234567,OPZ',
      '33612345678,OPA',
      `221771234567,${'x'.repeat(100_000)}`,
      'é,OPA',
    ];
    const result = await importPorted(database, [...good, ...bad].join('\n'), routing, {
      replace: true,
      who,
    });
    assert.ok(!result.ok);
    assert.equal(result.faults, bad.length);
    assert.deepEqual(
      result.problems.map(({ line }) => line),
      bad.map((_, at) => good.length + at + 1),
    );
    const wordings = [
      /comma between/,
      /calling code/,
      /not a mobile number/,
      /no operator "OPZ" in its country; there are OPA, OPD/,
    ];
    wordings.forEach((wording, at) => assert.match(result.problems[at]!.message, wording));
    assert.match(result.problems[5]!.message, /longer than 200/);
    assert.deepEqual(await listPorted(database, '0', 10), [
      { msisdn: '221781234567', operator: 'OPD' },
    ]);
    const many = await importPorted(database, 'x\n'.repeat(500), routing, {
      replace: false,
      who,
    });
    assert.ok(!many.ok);
    assert.deepEqual([many.problems.length, many.faults], [100, 500]);
  }));

test('binds are listed with the live node that holds them', () =>
  withDatabase(async ({ database, sql }) => {
    await sql(
      `insert into sms_bind (connection, slot, state, detail) values ('A', 1, 'closed', 'refused'),
        ('A', 0, 'bound', null)`,
    );
    const binds = await loadBinds(database);
    assert.deepEqual(
      binds.map(({ connection, slot, state, detail, node }) => [
        connection,
        slot,
        state,
        detail,
        node,
      ]),
      [
        ['A', 0, 'bound', null, null],
        ['A', 1, 'closed', 'refused', null],
      ],
    );
  }));
