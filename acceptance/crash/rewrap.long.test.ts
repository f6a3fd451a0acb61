// F63, T19: the key-encryption key changes while the gateway works, and the command that seals
// everything anew is killed at any moment.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  createClient,
  makeRandom,
  payOut,
  startInstallation,
  startReceiver,
  until,
} from '../harness/index.ts';
import type { Installation, Receiver } from '../harness/index.ts';
import { openStoredRows } from '../harness/database.ts';
import type { StoredRows } from '../harness/database.ts';
import { runCommand } from '../harness/commands.ts';
import { environmentOf } from '../harness/installation.ts';
import { gatewayMain } from '../harness/node.ts';
import { sealingKey } from '../harness/sealing.ts';

const nightly = process.env['JOKKO_NIGHTLY'] === '1';
const seed = randomInt(1_000_000_000);
const kills = nightly ? 25 : 6;
const killAfterMax = 40;
const rowsMade = kills * killAfterMax + 150;

const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const [under, underNew] = [sealingKey(oldKey), sealingKey(newKey)];
const duringChange = { JOKKO_SECRET_KEY: newKey, JOKKO_SECRET_KEY_OLD: oldKey };

const closing: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closing.reverse()) await close();
});

const columns = `select table_name as "table", column_name as "column"
  from information_schema.columns
  where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed'`;
/** Where it is not `id`. */
const keyOfTable: { readonly [table: string]: string } = {
  installation_secret: 'name',
  cell: 'number',
  cell_move: 'cell',
  alert_webhook: 'name',
};
interface Sealed {
  context: string;
  sealed: Buffer;
}

/** Every sealed value there is, found by the names of columns alone. */
async function sealedValues(rows: StoredRows): Promise<Sealed[]> {
  const found: Sealed[] = [];
  for (const { table, column } of await rows.read<{ table: string; column: string }>(columns)) {
    const key = keyOfTable[table] ?? 'id';
    found.push(
      ...(await rows.read<Sealed>(
        `select concat('${table}/${column}/', ${key}) as context, ${column} as sealed from ${table}
          where ${column} is not null`,
      )),
    );
  }
  const [{ document } = { document: '' }] = await rows.read<{ document: string }>(
    `select document::text as document from catalogue order by version desc limit 1`,
  );
  for (const [, text] of document.matchAll(/"sealed"\s*:\s*"([^"]+)"/g)) {
    found.push({ context: 'catalogue/route_secret', sealed: Buffer.from(text!, 'base64') });
  }
  return found;
}

/** Segments of send journals whose first line holds a key sealed under this one. */
function segmentsUnder(dataDir: string, keyId: string): number {
  const directory = join(dataDir, 'send-journal');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(directory, name), 'utf8').split('\n')[0]!)
    .filter((line) => {
      const { key } = JSON.parse(line.slice(line.indexOf('{'))) as { key: string };
      return isUnder(keyId, { context: '', sealed: Buffer.from(key, 'base64') });
    }).length;
}

const isUnder = (keyId: string, { sealed }: Sealed): boolean =>
  sealed.toString('hex', 1, 5) === keyId;

/** A life with a callback whose Standard Webhooks signature is right. */
async function liveOnce(
  baseUrl: string,
  account: { apiKey: string; webhookSecret: string },
  receiver: Receiver,
): Promise<void> {
  const client = createClient(baseUrl, account.apiKey);
  const body = payOut({ callbackUrl: receiver.url });
  assert.equal((await client.operation(body)).json.code, 2000);
  const { headers, text } = await receiver.waitFor(String(body['externalTransactionId']));
  const secret = Buffer.from(account.webhookSecret.slice('whsec_'.length), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const signature = `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
  assert.ok(
    String(headers['webhook-signature']).split(' ').includes(signature),
    'the callback is signed with the webhook secret',
  );
}

/** More keys than commands could make in a test's time. */
async function makeManyKeys(rows: StoredRows, accountId: number): Promise<void> {
  const [{ first } = { first: 0 }] = await rows.read<{ first: number }>(
    'select max(id) + 1000 as first from api_key',
  );
  const ids = Array.from({ length: rowsMade }, (_, index) => first + index);
  await rows.read(
    `insert into api_key (id, account_id, key_hash, last_four, key_sealed, scope) overriding system
      value
     select id, $1, sha256(sealed), 'test', sealed, 'read-only'
       from unnest($2::integer[], $3::bytea[]) as made (id, sealed)`,
    [accountId, ids, ids.map((id) => under.seal(`key ${id}`, `api_key/key_sealed/${id}`))],
  );
}

/** At most: it is given back as soon as the command was killed. */
const holdSeconds = 28;

/** Holds the row of the newest key, which the command comes to last. Answers how it is released. */
async function holdLastKey(rows: StoredRows): Promise<() => Promise<void>> {
  const last = '(select max(id) from api_key)';
  const holding = rows
    .read(
      `with held as materialized (select from api_key where id = ${last} for update)
        select pg_sleep(${holdSeconds}) from held`,
    )
    .catch(() => {});
  const free = `select from api_key where id = ${last} for update skip locked`;
  await until('it is held', async () => (await rows.read(free)).length === 0);
  return async () => {
    await rows.read(
      `select pg_cancel_backend(pid) from pg_stat_activity
        where query like '%pg_sleep(${holdSeconds})%' and pid <> pg_backend_pid()`,
    );
    await holding;
  };
}

const waitsForKey = async (rows: StoredRows): Promise<boolean> =>
  (
    await rows.read(
      `select from pg_stat_activity where wait_event_type = 'Lock'
        and query like 'update api_key%'`,
    )
  ).length > 0;

/** A secret in the catalogue, sealed by its import. */
async function sealRouteSecret(installation: Installation): Promise<void> {
  const { stdout } = await installation.runCli(['catalogue', 'export']);
  const file = join(installation.dataDir, 'catalogue-test.json');
  writeFileSync(file, stdout.replace('"${SIMULATOR_API_KEY}"', '"sandbox-api-key"'));
  await installation.cli(['catalogue', 'import', file]);
  rmSync(file);
}

test('F63 T19 a change of the key-encryption key, killed again and again', async () => {
  console.log(`seed ${seed}`);
  const random = makeRandom(seed);
  const installation = await startInstallation({
    env: { JOKKO_SECRET_KEY: oldKey },
    ownDatabase: true,
  });
  closing.push(() => installation.stop());
  const receiver = await startReceiver();
  closing.push(() => receiver.close());
  const { dataDir, accountId } = installation;
  const asOperator = (args: string[], keys: Record<string, string>) =>
    runCommand(args, { ...environmentOf(dataDir), ...keys });
  await installation.cli(['account', 'set', String(accountId), '--callback-grace-ms', '0']);
  await sealRouteSecret(installation);
  let rows = openStoredRows(installation);
  await makeManyKeys(rows, accountId);
  await liveOnce(installation.baseUrl, installation, receiver);

  const tooEarly = await asOperator(['secrets', 'rewrap'], duringChange);
  assert.equal(tooEarly.code, 1);
  assert.match(tooEarly.stderr, /do not seal under .*node-1/);
  const before = await sealedValues(rows);
  assert.ok(before.every((value) => isUnder(under.id, value)));
  const plain = new Map(
    before.map(({ context, sealed }) => [context, under.open(sealed, context)]),
  );
  assert.equal(plain.size, before.length);

  await rows.close();
  await installation.nodes[0]!.stop();
  const wrong = await asOperator(['secrets', 'status'], { JOKKO_SECRET_KEY: newKey });
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.stderr,
    /JOKKO_SECRET_KEY .*is not the key of this installation.*sealed under key [0-9a-f]{8}/,
  );
  for (const key of [oldKey, newKey]) assert.ok(!wrong.stderr.includes(key));

  const node = await installation.addNode({ env: duringChange, nodeId: 'node-1' });
  rows = openStoredRows(installation);
  const left = async (): Promise<number> =>
    (await sealedValues(rows)).filter((value) => isUnder(under.id, value)).length;
  for (let kill = 1; kill <= kills; kill++) {
    const target = (await left()) - 1 - Math.floor(random() * killAfterMax);
    // However late the kill is noticed: it does not get beyond the last of the keys.
    const release = await holdLastKey(rows);
    const child = spawn(process.execPath, [gatewayMain, 'secrets', 'rewrap', '--json'], {
      env: { ...environmentOf(dataDir), ...duringChange },
      stdio: 'ignore',
    });
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('close', (_, signal) => resolve(signal)),
    );
    await until(
      `${target} values are left, or it waits for the last key`,
      async () => (await left()) <= target || (await waitsForKey(rows)),
      { everyMs: 5, timeoutMs: 60_000 },
    );
    child.kill('SIGKILL');
    assert.equal(await ended, 'SIGKILL', 'it was killed before it was done');
    await release();
    for (const { context, sealed } of await sealedValues(rows)) {
      const key = isUnder(under.id, { context, sealed }) ? under : underNew;
      assert.equal(key.open(sealed, context), plain.get(context), context);
    }
    if (kill % 2 === 0) await liveOnce(node.baseUrl, installation, receiver);
  }

  const stillOld = await left();
  assert.ok(stillOld > 0);
  const journalsOld = segmentsUnder(dataDir, under.id);
  const finished = await asOperator(['secrets', 'rewrap', '--json'], duringChange);
  assert.equal(finished.code, 0, finished.stderr);
  assert.deepEqual(JSON.parse(finished.stdout), {
    keyId: underNew.id,
    rewrapped: stillOld + journalsOld,
    old: 0,
  });
  assert.ok(journalsOld > 0);
  assert.equal(segmentsUnder(dataDir, under.id), 0);
  const again = await asOperator(['secrets', 'rewrap', '--json'], duringChange);
  assert.equal(JSON.parse(again.stdout).rewrapped, 0);
  const done = await sealedValues(rows);
  assert.equal(done.length, before.length);
  for (const { context, sealed } of done)
    assert.equal(underNew.open(sealed, context), plain.get(context), context);

  await rows.close();
  await node.stop();
  const alone = await installation.addNode({ env: { JOKKO_SECRET_KEY: newKey }, nodeId: 'node-1' });
  assert.equal(alone.details.apiKey, installation.apiKey, 'the sandbox key can be shown as before');
  await liveOnce(alone.baseUrl, installation, receiver);
  const status = await asOperator(['secrets', 'status', '--json'], { JOKKO_SECRET_KEY: newKey });
  assert.deepEqual(
    [JSON.parse(status.stdout).old, JSON.parse(status.stdout).loadedKeyIds],
    [0, [underNew.id]],
  );
  const doctor = await asOperator(['doctor'], { JOKKO_SECRET_KEY: newKey });
  assert.equal(doctor.code, 0, doctor.stdout);
  const gone = await asOperator(['secrets', 'status'], { JOKKO_SECRET_KEY: oldKey });
  assert.equal(gone.code, 1, 'the old key opens nothing any more');
});
