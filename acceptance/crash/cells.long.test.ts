// Proves that accounts live in further cells as they do at home: each in a PostgreSQL server of its
// own, found by the key, in order for the doctor; and that a cell which goes silent stops its
// accounts alone.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  startOwnPostgres,
  type OwnPostgres,
  type TestDatabase,
} from '../../gateway/src/node/doctor/testing/postgres.ts';
import {
  createClient,
  payOut,
  startInstallation,
  uniquePhone,
  until,
  type Client,
  type Installation,
} from '../harness/index.ts';
import { untilStatus } from '../harness/payment.ts';
import { begin, open as openPage, pay } from '../harness/payer-pages.ts';
import { undisturbed } from '../harness/undisturbed.ts';

const numbersPerCell = 10_000_000;

interface CellServer {
  postgres: OwnPostgres;
  db: TestDatabase;
}

interface CellAccount {
  accountId: number;
  apiKey: string;
}

let installation: Installation;
const servers: CellServer[] = [];
const accounts: CellAccount[] = [];

before(async () => {
  installation = await startInstallation();
  for (const name of ['west', 'east']) {
    const postgres = await startOwnPostgres({ wal_level: 'logical', max_wal_senders: 10 });
    const db = await postgres.database();
    servers.push({ postgres, db });
    await installation.cli(['cell', 'add', name, db.url]);
  }
  for (const cell of ['0', '1', '2']) accounts.push(await openAccount(cell));
  for (const { apiKey } of accounts)
    await until('its cell is served', async () => (await order(clientOf(apiKey))) === 2000);
});
after(async () => {
  await installation.stop();
  for (const { postgres, db } of servers) {
    await db.close();
    await postgres.close();
  }
});

const openAccount = (cell: string) =>
  installation.cli<CellAccount>([
    ...['account', 'create', '--name', `Shop ${cell}`, '--cell', cell],
    ...['--activate', 'all', '--fund', '1000000'],
  ]);

const clientOf = (apiKey: string): Client => createClient(installation.baseUrl, apiKey, 'answer');

/** The code of its answer; null where there is none. */
async function order(client: Client): Promise<number | null> {
  const given = payOut({ phone: uniquePhone('8007'), amount: 10 });
  const answer = await client.operation(given).catch(() => null);
  return answer === null ? null : (answer.json.code as number);
}

test('accounts of a cell have numbers of its range, and keys that lead to it', () => {
  assert.deepEqual(
    accounts.map(({ accountId }) => Math.floor(accountId / numbersPerCell)),
    [0, 1, 2],
  );
});

test('an operation in a cell succeeds, and its balance is the cell’s', async () => {
  for (const { apiKey } of accounts) {
    const client = createClient(installation.baseUrl, apiKey);
    const before = await client.balance();
    const externalTransactionId = randomUUID();
    const given = payOut({ phone: uniquePhone(), amount: 1_000, externalTransactionId });
    const { json } = await client.operation(given);
    assert.equal(json.code, 2000, JSON.stringify(json));
    await untilStatus(client, externalTransactionId, 'SUCCESS');
    assert.ok((await client.balance()) <= before - 1_000);
  }
});

test('payers of a link reach the cell of its account, and are counted there', async () => {
  for (const { apiKey } of accounts) {
    const client = createClient(installation.baseUrl, apiKey);
    const { json, text } = await client.post('/api-services/payment-links', {
      apiKey,
      id: randomUUID(),
      uses: 'one',
      amount: 1_500,
      description: 'Class 7',
      services: ['OPA_SN_API_CASH_OUT'],
    });
    assert.equal(json.code, 2000, text);
    const { id, url } = json.data as { id: string; url: string };
    const paid = await pay(await begin(url, await openPage(url)), uniquePhone('0000'));
    assert.equal(paid.status, 303, paid.text);
    const path = `/api-services/payment-links/${id}`;
    await until('it is used', async () => {
      const { data } = (await client.get(path, { Secretkey: apiKey })).json;
      return data.status === 'USED' && data.payments.count === 1;
    });
    assert.match((await openPage(url)).text, /Link already used/);
    // The same address as one of another cell's account names nothing.
    const elsewhere = url.replace(/link\/[0-9a-z]+-/, `link/${numbersPerCell.toString(36)}-`);
    assert.equal((await openPage(elsewhere)).status, 404);
  }
});

test('commands find an account by its number, and refuse what a cell does not do yet', async () => {
  const id = String(accounts[1]!.accountId);
  await installation.cli(['account', 'fund', id, '500']);
  const { keys } = await installation.cli<{ keys: unknown[] }>(['key', 'list', id]);
  assert.equal(keys.length, 1);
  const refused = await installation.runCli(['account', 'invite', id, 'a@b.sn']);
  assert.match(refused.stderr, /in cell 1: this command works for accounts of the home database/);
});

test('the doctor goes cell by cell', async () => {
  const { ok, cells } = await installation.cli<{ ok: boolean; cells: { away: unknown }[] }>([
    'doctor',
  ]);
  assert.deepEqual([ok, cells.map(({ away }) => away)], [true, [null, null]]);
});

test('commands about the whole installation go over all cells', async () => {
  const { counts } = await installation.cli<{ counts: { column: string }[] }>([
    'secrets',
    'status',
  ]);
  for (const cell of ['cell 1: ', 'cell 2: '])
    assert.ok(
      counts.some(({ column }) => column.startsWith(cell)),
      `secrets of ${cell}`,
    );
  assert.equal((await installation.cli<{ old: number }>(['secrets', 'rewrap'])).old, 0);
  const { epoch } = await installation.cli<{ epoch: number }>([
    ...['recover', 'status', '--cell', '2'],
  ]);
  assert.equal(epoch, 1);
});

test('one person’s data is exported from all cells', async () => {
  const phone = uniquePhone();
  for (const { apiKey } of accounts) {
    const client = createClient(installation.baseUrl, apiKey);
    const externalTransactionId = randomUUID();
    await client.operation(payOut({ phone, amount: 10, externalTransactionId }));
    await untilStatus(client, externalTransactionId, 'SUCCESS');
  }
  const number = `+221${phone.slice(-9)}`;
  const data = await installation.cli<{ cells: { operations: unknown[] }[] }>([
    ...['privacy', 'export', number],
  ]);
  assert.deepEqual(
    data.cells.map(({ operations }) => operations.length),
    [1, 1],
  );
});

test('the clock of a sandbox is moved in all cells', async () => {
  const { behind } = await installation.cli<{ behind: string[] }>(['clock', 'advance', '60']);
  assert.deepEqual(behind, []);
  for (const { db } of servers) {
    const [row] = await db.database.query<{ seconds: number }>({
      name: 'offset',
      text: 'select extract(epoch from clock_offset)::integer as seconds from installation',
    });
    assert.equal(row!.seconds, 60);
  }
});

test('a database that is used cannot become a cell', async () => {
  const { stderr } = await installation.runCli(['cell', 'add', 'again', servers[0]!.db.url]);
  assert.match(stderr, /cell 1 of an installation already/);
});

test('a cell that goes silent stops its accounts alone', async () => {
  const [home, west, east] = accounts.map(({ apiKey }) => clientOf(apiKey));
  // Its callers wait, and repeat: what a silent cell did to them would be seconds for nearly each.
  const patient = [home!, east!].map(({ apiKey }) => createClient(installation.baseUrl, apiKey));
  const quickMs = await usualOf(patient);
  servers[0]!.postgres.freeze();
  try {
    // Generous: the machine is busy with other tests. A wait for the silent cell would be seconds,
    // each time.
    const limitMs = quickMs + 1_000;
    const besideMs = await undisturbed(
      async () => {
        const refused = order(west!);
        const usualMs = await usualOf(patient);
        assert.notEqual(await refused, 2000);
        return usualMs;
      },
      (usualMs) => usualMs < limitMs,
    );
    assert.ok(besideMs < limitMs, `${besideMs} ms beside it, ${quickMs} ms before`);
  } finally {
    servers[0]!.postgres.thaw();
  }
  await until('the cell answers again', async () => (await order(west!)) === 2000, {
    timeoutMs: 60_000,
  });
});

/**
 * What nine of ten of 50 orders at each keep, ms: a machine that stands still does so for few of
 * them. All must be accepted.
 */
async function usualOf(clients: readonly Client[]): Promise<number> {
  const took: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const began = performance.now();
    for (const code of await Promise.all(clients.map(order))) assert.equal(code, 2000);
    took.push(performance.now() - began);
  }
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.9)]!;
}
