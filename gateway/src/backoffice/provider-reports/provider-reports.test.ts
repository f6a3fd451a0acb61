// What providers report of themselves: pulled once by whichever node, compared with our books, and
// never half.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { StatementLine } from '@jokko/connectors/kit';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { openFloat, readFloats } from '../../payments/ledger/index.ts';
import type { Provider, Providers } from '../../payments/operations/index.ts';
import { runDoctor } from '../../node/doctor/index.ts';
import { stopClock } from '../../node/doctor/testing/postgres.ts';
import { findFile } from '../reconciliation/index.ts';
import {
  db,
  discrepanciesOf,
  file,
  hourMs,
  line,
  ref,
  useBooks,
} from '../reconciliation/testing/books.ts';
import { takeIn, workOff } from '../reconciliation/testing/files.ts';
import { listProviderBalances, listStatementPulls } from './index.ts';
import { createStatementPuller } from './pull-statements.ts';
import { createBalanceReader } from './read-balances.ts';

useBooks();
// No day ends while a test runs.
beforeEach(() => stopClock(db));

type Reports = Partial<Pick<Provider['connector'], 'statement' | 'balance'>>;

/** Two routes that lead to one account at a provider that reports this. */
function depsOf(reports: Reports, isSimulated = false) {
  const names = ['gsma-sandbox', 'another'];
  const { statement } = reports;
  const provider = {
    counterparty: 'one account',
    connector: reports,
    capabilities: { balance: reports.balance !== undefined },
    context: {},
    ...(statement === undefined
      ? {}
      : { statement: (day: string) => statement({} as Provider['context'], day) }),
  } as unknown as Provider;
  return {
    database: db.database,
    catalogue: () => ({ routes: names.map((name) => ({ name })) }) as unknown as Catalogue,
    providers: { of: () => provider } as unknown as Providers,
    isSimulated: () => isSimulated,
    log: { warn: () => undefined } as never,
  };
}

/**
 * A day and the two hours that a provider is given after its end: so long ago is a day whose
 * statement can be pulled.
 */
const agoHours = 26;
async function pulledDay(): Promise<string> {
  const [row] = await db.database.query<{ day: string }>({
    name: 'pulled_day',
    text: `select ((jokko_now() - interval '${agoHours} hours') at time zone 'UTC')::date::text
      as day`,
  });
  return row!.day;
}

/**
 * Puts what is in the books into that day, at noon: not over midnight, however long it took to
 * book.
 */
async function bookEarlier(): Promise<string> {
  const day = await pulledDay();
  const noon = `timestamptz '${day} 12:00 UTC' - now()`;
  await db.sql(`set session_replication_role = replica;
    update transfer set created_at = created_at + (${noon})
      where created_at > now() - interval '1 day';
    update attempt set sent_at = sent_at + (${noon})`);
  return day;
}

async function pullAll(reports: Reports, nodes = 1): Promise<void> {
  const pullers = Array.from({ length: nodes }, () => createStatementPuller(depsOf(reports)));
  await Promise.all(
    pullers.map(async (puller) => {
      while (await puller.runOnce());
    }),
  );
}

const lineOf = (said: Partial<StatementLine>): StatementLine => ({
  theirs: 'X1',
  type: 'payout',
  direction: 'out',
  amount: 50_000_000n,
  fee: 500_000n,
  currency: 'XOF',
  status: 'succeeded',
  atMs: Date.now() - agoHours * 3_600_000,
  ...said,
});

test('each day is pulled once, by one of two nodes, and read by the reconciliation', async () => {
  const asked: string[] = [];
  await pullAll(
    {
      async *statement(_context, day) {
        asked.push(day);
        await Promise.resolve();
        yield lineOf({
          theirs: `T, "${day}"`,
          ours: ref('collected'),
          atMs: Date.parse(`${day}T10:00:00Z`),
        });
      },
    },
    2,
  );
  assert.equal(asked.length, 7, 'the seven days before');
  assert.equal(new Set(asked).size, 7);
  const pulls = await listStatementPulls(db.database, 20);
  assert.deepEqual(
    pulls.map(({ route, state, lines }) => [route, state, lines]),
    Array.from({ length: 7 }, () => ['another', 'pulled', 1]),
  );
  await workOff(db);
  const file = await findFile(db.database, pulls[0]!.fileId!);
  assert.deepEqual(
    [file?.state, file?.lines, file?.routes],
    ['done', 1, ['another', 'gsma-sandbox']],
  );
});

test('a day before the route came into the catalogue is not asked for', async () => {
  const said = (await pulledDay()).slice(0, 10);
  const document = JSON.stringify({ services: [], routes: [{ name: 'another' }] });
  const enter = (day: string) =>
    db.sql(
      `insert into catalogue (document, created_at) values ('${document}', '${day} 23:30 UTC')`,
    );
  const asked: string[] = [];
  const reports: Reports = {
    async *statement(_context, day) {
      asked.push(day);
      yield* await Promise.resolve<StatementLine[]>([]);
    },
  };
  await enter(said);
  await enter(new Date().toISOString().slice(0, 10));
  await pullAll(reports);
  assert.deepEqual(asked, [said]);
});

test('a day of which the provider says nothing lacks what we booked', async () => {
  const day = await bookEarlier();
  await pullAll({
    async *statement() {
      yield* await Promise.resolve<StatementLine[]>([]);
    },
  });
  await workOff(db);
  const pull = (await listStatementPulls(db.database, 20)).find((each) => each.day === day)!;
  const file = (await findFile(db.database, pull.fileId!))!;
  assert.equal(file.state, 'done');
  const classes = new Set((await discrepanciesOf(file.id)).map((each) => each.class));
  assert.deepEqual([...classes], ['missing_there']);
});

test('half a statement is none: it is tried again, and then pulled whole', async () => {
  let tries = 0;
  const reports: Reports = {
    async *statement() {
      yield lineOf({});
      await Promise.resolve();
      if ((tries += 1) <= 7) throw new Error('the connection broke');
    },
  };
  await pullAll(reports);
  const broken = await listStatementPulls(db.database, 20);
  assert.deepEqual(
    [...new Set(broken.map(({ state, fileId, problem }) => [state, fileId, problem].join()))],
    ['failed,,the connection broke'],
  );
  await pullAll(reports);
  assert.equal(tries, 7, 'not at once');
  await db.sql(`update statement_pull set next_at = jokko_now()`);
  await pullAll(reports);
  assert.ok((await listStatementPulls(db.database, 20)).every(({ state }) => state === 'pulled'));
});

test('a balance stands beside what our books say of all routes of the account', async () => {
  let asked = 0;
  const reports: Reports = {
    balance() {
      asked += 1;
      return Promise.resolve([{ currency: 'XOF', available: 77n }]);
    },
  };
  const floats = await readFloats(db.database);
  const booked = floats
    .filter(({ route, currency }) => route === 'gsma-sandbox' && currency === 'XOF')
    .reduce((sum, { amount }) => sum + amount, 0n);
  assert.notEqual(booked, 0n);
  for (let round = 0; round < 2; round += 1) await createBalanceReader(depsOf(reports)).runOnce();
  assert.equal(asked, 1, 'one account, once in ten minutes');
  const [balance] = await listProviderBalances(db.database);
  assert.deepEqual(
    [balance?.routes, balance?.available, balance?.booked],
    [['another', 'gsma-sandbox'], 77n, booked],
  );
});

const unit = 10_000n;
const lent = 1_000_000_000n * unit;
const booked = async () => {
  const floats = await readFloats(db.database);
  const own = floats.filter(({ route, currency }) => route !== 'other' && currency === 'XOF');
  return own.reduce((sum, { amount }) => sum + amount, 0n);
};
const ofOpening = () =>
  db.database.query<{ debit: string; amount: bigint }>({
    name: 'openings',
    text: `select debit, amount from transfer where credit = 'opening'`,
  });
/** The ten minutes between two readings are over. */
const readAgain = () => db.sql(`update provider_balance_reading set next_at = now()`);
const telling = (available: bigint): Reports => ({
  balance: () => Promise.resolve([{ currency: 'XOF', available }]),
});

test('an account whose turn has come again waits until the others have had theirs', async () => {
  const deps = depsOf(telling(0n));
  const asked: string[] = [];
  const of = (catalogue: Catalogue, name: string): Provider => ({
    ...deps.providers.of(catalogue, name)!,
    counterparty: name,
    connector: {
      async balance() {
        asked.push(name);
        await readAgain();
        return [];
      },
    } as unknown as Provider['connector'],
  });
  await createBalanceReader({ ...deps, providers: { of } as unknown as Providers }).runOnce();
  assert.deepEqual(asked.toSorted(), ['another', 'gsma-sandbox']);
});

test('the float of a simulated provider is opened once, by one of two nodes, whatever moved before', async () => {
  const reports = telling(lent + (await booked()) - 5n * unit);
  const nodes = [
    createBalanceReader(depsOf(reports, true)),
    createBalanceReader(depsOf(reports, true)),
  ];
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(nodes.map((node) => node.runOnce()));
    await readAgain();
  }
  assert.deepEqual(await ofOpening(), [{ debit: 'provider:another', amount: lent }]);
  const [balance] = await listProviderBalances(db.database);
  assert.equal(balance!.available - balance!.booked, -5n * unit, 'what else differs is told');
  const { checks } = await runDoctor(db.database);
  assert.deepEqual(
    checks.filter(({ violations }) => violations > 0),
    [],
  );
});

test('two nodes that open one float at the same moment open it once', async () => {
  const float = { route: 'another', currency: 'XOF', amount: lent };
  const opened = await Promise.all([1, 2, 3].map(() => openFloat(db.database, float)));
  assert.deepEqual(opened.toSorted(), [false, false, true]);
  assert.equal((await ofOpening()).length, 1);
});

test('no float is opened at a real provider, nor one that the books have already', async () => {
  await createBalanceReader(depsOf(telling(lent), false)).runOnce();
  assert.deepEqual(await ofOpening(), []);
  await readAgain();
  await createBalanceReader(depsOf(telling((await booked()) + 7n), true)).runOnce();
  assert.deepEqual(await ofOpening(), []);
});

test('I-51 a fee that only the statement tells is booked once, however often it is read', async () => {
  const day = await bookEarlier();
  const reports: Reports = {
    async *statement(_context, asked) {
      await Promise.resolve();
      if (asked !== day) return;
      const atMs = Date.parse(`${day}T12:00:00Z`);
      const common = { ours: ref('success'), atMs };
      yield lineOf({ ...common, theirs: 'X1' });
      yield lineOf({ ...common, theirs: 'X1', fee: 900_000n });
    },
  };
  await pullAll(reports);
  await workOff(db);
  await db.sql(
    `update reconciliation_file set state = 'matching', position = 0 where state = 'done'`,
  );
  await workOff(db);
  const fees = await db.database.query({
    name: 'fees',
    text: `select t.amount, t.credit, t.account_id as account, a.fee from transfer t
      join attempt a on a.operation_id = t.operation_id and a.fee is not null
        where t.verb = 'provider_fee'`,
  });
  assert.deepEqual(fees, [
    { amount: 500_000n, credit: 'provider:gsma-sandbox', account: 0, fee: 500_000n },
  ]);
  const { checks } = await runDoctor(db.database);
  assert.deepEqual(
    checks.filter(({ id, violations }) => id === 'I-51' && violations > 0),
    [],
  );
});

test('I-51 a day that a user added by hand before is completed with the fees that the fetched statement tells', async () => {
  const day = await bookEarlier();
  const atMs = Date.parse(`${day}T12:00:00Z`);
  const from = new Date(`${day}T00:00:00Z`);
  const { begun } = await takeIn(db, {
    content: file([
      line({ ours: ref('success'), theirs: 'X1', fee: '', at: new Date(atMs) }),
      line({ ours: ref('success'), theirs: 'X1', fee: '', at: new Date(atMs + 1_000) }),
    ]),
    period: { from, until: new Date(from.getTime() + 24 * hourMs) },
    route: 'another',
    mapping: { fees: { in: null, out: null }, routes: ['gsma-sandbox'] },
  });
  assert.deepEqual(begun, { ok: true });
  await workOff(db);
  await pullAll({
    async *statement(_context, asked) {
      await Promise.resolve();
      if (asked !== day) return;
      yield lineOf({ ours: ref('success'), theirs: 'X1', atMs });
      yield lineOf({ ours: ref('success'), theirs: 'X1', atMs: atMs + 1_000 });
    },
  });
  await workOff(db);
  const fees = await db.database.query({
    name: 'fees',
    text: `select t.amount, a.fee from transfer t
      join attempt a on a.operation_id = t.operation_id and a.fee is not null
        where t.verb = 'provider_fee'`,
  });
  assert.deepEqual(fees, [{ amount: 500_000n, fee: 500_000n }]);
  const { checks } = await runDoctor(db.database);
  assert.deepEqual(
    checks.filter(({ id, violations }) => ['I-08', 'I-51'].includes(id) && violations > 0),
    [],
  );
});
