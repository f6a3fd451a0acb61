// F2: a database that a release has filled is upgraded by this tree, and nothing in it is lost:
// books, keys, sign-ins, sealed secrets, audit log, and payments on their way.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { startTestPostgres } from '../../gateway/src/node/doctor/testing/postgres.ts';
import type { TestDatabase, TestPostgres } from '../../gateway/src/node/doctor/testing/postgres.ts';
import { migrate } from '../../gateway/src/platform/db/migrate.ts';
import { checksumOf, readMigrations } from '../../gateway/src/platform/db/migration-files.ts';
import { dumpSchema } from '../../gateway/src/platform/db/testing/schema-dump.ts';
import { oneTimeCode } from '../portal/one-time-code.ts';
import { createClient, hostInstallation, payOut, sendRequest, until } from '../harness/index.ts';
import type { HostedInstallation, Json } from '../harness/index.ts';
import { untilStatus } from '../harness/payment.ts';
import { createSmsApp, createSmsClient } from '../harness/sms.ts';
import { restoreDump } from './dump.ts';
import { findLosses, readFacts, type Facts } from './facts.ts';
import { signatureOf } from './fill/payments.ts';
import { readReleases, type Release } from './releases.ts';
import { findAbsent } from './states.ts';
import { isExplained, unreached } from './unreached.ts';

/** Tables and columns that a migration removes on purpose, each with the reason. */
const givenUp: { readonly [name: string]: string } = {};

/** Checks that find what a dump has on purpose. */
const waiting: { readonly [check: string]: string } = {
  'I-30': 'a notice of a provider that fits nothing',
};

let postgres: TestPostgres;
before(async () => (postgres = await startTestPostgres()));
after(() => postgres.close());

/** The release's database, at the moment at which it was taken, on the server that it was on. */
async function restore({ dump, keys }: Release): Promise<TestDatabase> {
  const database = await postgres.database('template0');
  await restoreDump(database.url, dump);
  await database.sql(`
    update installation set home = null,
      clock_offset = clock_offset + (timestamptz '${keys.takenAt}' - jokko_now());
    -- Sessions live in real time.
    update portal_session set seen_at = now(), idle_until = now() + idle, ends_at = now() + idle
      where ended_at is null`);
  return database;
}

/** Without the partitions of periods, of which a database has the more the longer it was used. */
async function schemaOf({ database }: TestDatabase): Promise<string> {
  const text = await dumpSchema(database);
  const parts = text.split('\n\n').filter((part) => !/^create table \w+_p\d+\b/.test(part));
  return parts.join('\n\n').replaceAll(/^alter table \w+_p\d+ .*\n/gm, '');
}

/**
 * The simulator begins anew: until so many orders have come, it names transactions as those of a
 * dump are named.
 */
const referencesInDump = 200;

async function useReferences(simulatorUrl: string): Promise<void> {
  const order = {
    amount: '500',
    currency: 'XOF',
    creditParty: [{ key: 'msisdn', value: '+221770000000' }],
    debitParty: [{ key: 'msisdn', value: '+221770000009' }],
  };
  for (let times = 0; times < referencesInDump; times++) {
    const { status, text } = await sendRequest(
      `${simulatorUrl}/gsma/v1.2/mm/transactions/type/disbursement`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-correlationid': randomUUID() },
        body: JSON.stringify(order),
      },
    );
    assert.equal(status, 202, text);
  }
}

/** What the doctor finds. */
async function violationsOf({ runCli }: HostedInstallation): Promise<{ id: string }[]> {
  const { stdout } = await runCli(['doctor', '--json']);
  const { checks } = JSON.parse(stdout) as { checks: { id: string; violations: number }[] };
  return checks.filter(({ id, violations }) => violations > 0 && !(id in waiting));
}

const changed = (text: string) => [
  ...readMigrations(),
  { name: '9999_faulty.sql', text, checksum: checksumOf(text) },
];

test('F2 each released version has a dump', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version]) => version);
  const kept = readReleases().map(({ version }) => version);
  assert.deepEqual(kept.toSorted(), released.toSorted());
});

for (const release of readReleases()) {
  describe(`F2 an upgrade from ${release.version}`, () => {
    const { keys } = release;
    let database: TestDatabase;
    let installation: HostedInstallation;
    let earlier: Facts;
    before(async () => {
      database = await restore(release);
      earlier = await readFacts(database.database);
    });
    after(async () => {
      await installation?.stop();
      await database.close();
    });

    test('its database has every state that its schema knows, or it is said why not', async () => {
      const { known, absent } = await findAbsent(database.database);
      assert.deepEqual(
        absent.filter((each) => !isExplained(each)),
        [],
        'neither in the dump nor in unreached.ts',
      );
      assert.deepEqual(
        Object.keys(unreached).filter((each) => known.includes(each) && !absent.includes(each)),
        [],
        'in unreached.ts, and in the dump after all',
      );
    });

    test('a migration that loses something is found', async () => {
      for (const [text, loss] of [
        ['alter table attempt drop column refs', /^attempt\.refs is gone$/],
        ['drop table operation_note', /^operation_note is gone$/],
        ['update api_key set key_sealed = null', /^api_key\.key_sealed: \d+ before, 0 after$/],
        ['delete from payout_line where number = 1', /^payout_line: \d+ before, \d+ after$/],
        ['update balance set available = available + 1', /^no longer so: balance/],
        [
          'alter table audit_entry disable trigger all; delete from audit_entry where number = 7',
          /^no longer so: audit log: 7/,
        ],
      ] as const) {
        const copy = await restore(release);
        try {
          await migrate(copy.url, changed(text));
          const losses = findLosses(earlier, await readFacts(copy.database));
          assert.ok(
            losses.some((each) => loss.test(each)),
            `${text}: ${losses.join('; ')}`,
          );
        } finally {
          await copy.close();
        }
      }
    });

    test('the schema becomes that of a fresh database, and no row and no value is lost', async () => {
      await migrate(database.url);
      const fresh = await postgres.database();
      assert.equal(await schemaOf(database), await schemaOf(fresh));
      await fresh.close();
      assert.deepEqual(findLosses(earlier, await readFacts(database.database), givenUp), []);
    });

    test('the sandbox’s connection by `sms-http` goes over to Infobip’s interface; all else of the routing is as it was written', async () => {
      const copy = await restore(release);
      const written = (table: string) =>
        copy.database.query<{ document: string }>({
          name: `documents_of_${table}`,
          text: `select document::text as document from ${table} order by 1`,
        });
      const kept = '"window": 3, "timeoutMs": 9000 }, "senders": { "allowed": ["ACME"] }';
      try {
        for (const table of ['sms_routing', 'sms_routing_draft'])
          await copy.sql(`update ${table} set document = replace(document::text,
            '"noticeSecret": "\${SIMULATOR_NOTICE_SECRET}" }',
            '"window": 3, "noticeSecret": "x", "timeoutMs": 9000 }, "senders": { "allowed": ["ACME"] }')::json`);
        const tables = ['sms_routing', 'sms_routing_draft'];
        const before = await Promise.all(tables.map(written));
        await migrate(copy.url);
        const config = '"baseUrl": "${SIMULATOR_URL}/sms/v1", "apiKey": "${SIMULATOR_API_KEY}", ';
        const expected = before.map((rows) =>
          rows.map(({ document }) => {
            const edited = kept.replace(', "timeoutMs"', ', "noticeSecret": "x", "timeoutMs"');
            assert.ok(document.includes(config + edited), document);
            return {
              document: document
                .replace('"connector": "sms-http"', '"connector": "infobip"')
                .replace(
                  config + edited,
                  `"baseUrl": "\${SIMULATOR_URL}/infobip", "apiKey": "\${SIMULATOR_INFOBIP_KEY}", ${kept}`,
                ),
            };
          }),
        );
        assert.ok(before.flat().length > 1);
        assert.deepEqual(await Promise.all(tables.map(written)), expected);
      } finally {
        await copy.close();
      }
    });

    test('its keys and signatures are taken, sealed secrets open, audit log and books are whole', async () => {
      installation = await hostInstallation({
        env: { DATABASE_URL: database.url, JOKKO_SECRET_KEY: keys.secretKey },
      });
      const { baseUrl, cli } = installation;
      const [row] = await database.database.query<{ available: string }>({
        name: 'available',
        text: `select (available / 10000.0)::text as available from balance
          where account_id = ${keys.accountId} and currency = 'XOF'`,
      });
      assert.equal(await createClient(baseUrl, keys.apiKey).balance(), Number(row!.available));
      const body = JSON.stringify(payOut({ apiKey: keys.signing.apiKey }));
      const signed = await sendRequest(`${baseUrl}/api-services/operation`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signatureOf(keys.signing.hmacSecret, body),
        },
        body,
      });
      assert.equal(signed.json.code, 2000, signed.text);
      const shown = await cli(['webhook-secret', 'show', String(keys.accountId)]);
      assert.ok(JSON.stringify(shown).includes(keys.webhookSecret));
      assert.equal((await cli<{ ok: boolean }>(['audit', 'verify'])).ok, true);
      // The node serves before its first sweep takes over what the dead one was sending.
      const isTakenOver = async () =>
        !(await violationsOf(installation)).some(({ id }) => id === 'I-36');
      await until('the work of the dead node is taken over', isTakenOver, {
        timeoutMs: 30_000,
        everyMs: 200,
      });
      assert.deepEqual(await violationsOf(installation), []);
    });

    test('a session goes on, and people sign in with their second factors', async () => {
      const { email, password, totpSecret, recoveryCode, cookie } = keys.operator;
      const call = async (path: string, of: string, body?: object) => {
        const answer = await sendRequest(`${installation.baseUrl}/portal/api/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            cookie: of,
            origin: installation.baseUrl,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
        assert.equal(answer.status, 200, `${path}: ${answer.text}`);
        const [set] = answer.headers['set-cookie'] ?? [];
        return { json: answer.json as Json, cookie: set?.split(';')[0] ?? of };
      };
      assert.equal((await call('me', cookie)).json.user.email, email);
      for (const second of [
        { path: 'sign-in/totp', code: oneTimeCode(totpSecret) },
        { path: 'sign-in/recovery', code: recoveryCode },
      ]) {
        const first = await call('sign-in', '', { email, password });
        const { code, path } = second;
        const entered = await call(path, first.cookie, { code });
        await call('operator/overview', entered.cookie);
      }
    });

    test('a message to Benin leaves over the connection whose protocol is gone, and the routing is as it was written', async () => {
      const { baseUrl, cli } = installation;
      const routing = await cli<Json>(['sms', 'routing', 'export']);
      const [written] = await database.database.query<{ app: string }>({
        name: 'inbound_app',
        text: `select document #>> '{inbound,0,app}' as app from sms_routing order by version desc
          limit 1`,
      });
      assert.deepEqual(routing.inbound, [{ number: '40404', app: written!.app }]);
      assert.deepEqual(
        routing.links.map(({ name, connector }: Json) => [name, connector]),
        [
          ['SIM_SMPP', 'smpp'],
          ['SIM_HTTP', 'infobip'],
        ],
      );
      const { appKey } = await createSmsApp(installation, keys.accountId);
      const sms = createSmsClient(() => baseUrl, appKey);
      await sms.untilState(await sms.accept('+2290197120001'), 'DELIVERED');
    });

    test('a payment that waited goes on to its end, and a new one too', async () => {
      const client = createClient(installation.baseUrl, keys.apiKey);
      const { externalTransactionId, route } = keys.parked;
      await useReferences(installation.simulatorUrl);
      await installation.cli(['route', 'breaker', route, 'close', '--reason', 'upgraded']);
      await untilStatus(client, externalTransactionId, 'SUCCESS');
      const order = payOut();
      assert.equal((await client.operation(order)).json.code, 2000);
      await untilStatus(client, String(order['externalTransactionId']), 'SUCCESS');
      assert.deepEqual(await violationsOf(installation), []);
    });
  });
}
