// Proves that a cell moves to another PostgreSQL server under load without losing an order, that a
// command killed in the middle leaves it served and is taken up, and that a move can be given up.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  startOwnPostgres,
  type OwnPostgres,
} from '../../gateway/src/node/doctor/testing/postgres.ts';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import {
  createClient,
  payOut,
  startInstallation,
  uniqueId,
  uniquePhone,
  until,
  type Client,
  type Installation,
} from '../harness/index.ts';
import { gatewayMain } from '../harness/node.ts';
import { untilStatus } from '../harness/payment.ts';

const patient = { timeoutMs: 120_000 };
const accepted = 2000;
/** With `Retry-After`: the cell is not served. */
const away = 5000;
/** The connection was cut in the middle of a commit: the same order is sent again. */
const broken = 0;
/** A repeated order was stored before, and its provider did not take it. */
const failed = 4000;
const stored = 1;
/** XOF. */
const fund = 1_000_000;
const amount = 10;

let installation: Installation;
let rows: StoredRows;
let cell = 0;
/** Loads of the test that runs. */
const loads: Load[] = [];
const servers: OwnPostgres[] = [];
/** Empty databases, one in each server. */
const urls: string[] = [];

before(async () => {
  for (const name of ['one', 'two']) {
    const postgres = await startOwnPostgres({ wal_level: 'logical', max_wal_senders: 10 });
    servers.push(postgres);
    for (let cellNumber = 1; cellNumber <= 3; cellNumber++) {
      const db = await postgres.database();
      const empty = `${name}_${cellNumber}`;
      await db.sql(`create database ${empty}`);
      await db.close();
      urls.push(db.url.replace(`/${db.name}?`, `/${empty}?`));
    }
  }
  installation = await startInstallation();
  await installation.addNode();
  rows = openStoredRows(installation);
});
beforeEach(async () => {
  cell++;
  await installation.cli(['cell', 'add', `cell-${cell}`, oldUrl()]);
});
afterEach(async () => {
  await Promise.all(loads.splice(0).map(({ stop }) => stop().catch(() => {})));
  const { ok } = await installation.cli<{ ok: boolean }>(['doctor']);
  assert.ok(ok, 'the doctor finds the books in order');
});
after(async () => {
  await rows.close();
  await installation.stop();
  for (const postgres of servers) await postgres.close();
});

const oldUrl = (): string => urls[cell - 1]!;
const newUrl = (): string => urls[cell + 2]!;

async function openAccount(of: number): Promise<Client> {
  const { apiKey } = await installation.cli<{ apiKey: string }>([
    ...['account', 'create', '--name', 'Shop', '--cell', String(of)],
    ...['--activate', 'all', '--fund', String(fund)],
  ]);
  const client = createClient(installation.baseUrl, apiKey, 'answer');
  await untilServed(client);
  return client;
}

/** By all nodes. */
const untilServed = (client: Client): Promise<unknown> =>
  Promise.all(
    installation.nodes.map(({ baseUrl }) => {
      const there = createClient(baseUrl, client.apiKey, 'answer');
      return until('the cell is served', async () => (await order(there)) === accepted, patient);
    }),
  );

const newOrder = () => ({
  ...payOut({ phone: uniquePhone(), amount }),
  externalTransactionId: uniqueId(),
});

/** The code of its answer; `broken` where nobody knows what became of it. */
async function order(client: Client, given = newOrder()): Promise<number> {
  const answer = await client.operation(given).catch(() => null);
  if (answer === null) return broken;
  const { code, data } = answer.json;
  return code === failed && data?.transactionId !== undefined ? stored : (code as number);
}

interface Load {
  /** External ids of orders that were accepted. */
  accepted: string[];
  /** Codes of the others. */
  refused: number[];
  stop(): Promise<void>;
}

/** Orders one after the other, each repeated until it is accepted, as callers are told to. */
function startLoad(client: Client): Load {
  const load: Load = { accepted: [], refused: [], stop: () => ((stopped = true), ended) };
  let stopped = false;
  async function run(): Promise<void> {
    while (!stopped) {
      const given = newOrder();
      for (let done = false; !done && !stopped;) {
        const code = await order(client, given);
        done = code === accepted || code === stored;
        if (code === accepted) load.accepted.push(given.externalTransactionId);
        else if (!done) load.refused.push(code);
        if (!done) await sleep(100);
      }
    }
  }
  const ended = run();
  ended.catch(() => {});
  loads.push(load);
  return load;
}

async function assertKept(client: Client, { accepted: ids }: Load): Promise<void> {
  for (const id of new Set([...ids.slice(0, 5), ...ids.slice(-5)]))
    await untilStatus(client, id, 'SUCCESS', patient.timeoutMs);
}

const orders = (load: Load): Promise<unknown> => {
  const before = load.accepted.length;
  return until('more orders', () => load.accepted.length > before + 5, patient);
};

const stateOfMove = async (): Promise<string | undefined> =>
  (await rows.read<{ state: string }>('select state from cell_move where cell = $1', [cell]))[0]
    ?.state;

async function placeOfCell(): Promise<string> {
  const cells = await installation.cli<{ number: number; place: string }[]>(['cell', 'list']);
  return cells.find(({ number }) => number === cell)!.place;
}

test('a cell moves under load: no order is lost, other accounts notice nothing, the books are equal', async () => {
  const [moving, staying] = [await openAccount(cell), await openAccount(0)];
  const [ofMoving, ofStaying] = [startLoad(moving), startLoad(staying)];
  await Promise.all(loads.map(orders));
  const { pauseMs } = await installation.cli<{ pauseMs: number }>([
    ...['cell', 'move', String(cell), '--to', newUrl()],
  ]);
  await untilServed(moving);
  await Promise.all(loads.map(orders));
  await Promise.all(loads.map(({ stop }) => stop()));
  assert.ok(pauseMs > 0);
  assert.deepEqual(ofStaying.refused, []);
  assert.ok(ofMoving.refused.every((code) => code === away || code === broken));
  await assertKept(moving, ofMoving);
  assert.match(await placeOfCell(), new RegExp(`two_${cell}$`));
  assert.equal(await stateOfMove(), undefined);
});

test('a command killed while the cell is frozen leaves it served, and is taken up', async () => {
  const moving = await openAccount(cell);
  const load = startLoad(moving);
  await orders(load);
  const command = startMove();
  const isFrozen = async (): Promise<boolean> => (await stateOfMove()) === 'frozen';
  await until('the cell is frozen', isFrozen, { ...patient, everyMs: 2 });
  await kill(command);
  await untilServed(moving);
  const { moved } = await installation.cli<{ moved: boolean }>([
    ...['cell', 'move', String(cell), '--resume'],
  ]);
  assert.ok(moved);
  await untilServed(moving);
  await orders(load);
  await load.stop();
  await assertKept(moving, load);
  assert.match(await placeOfCell(), new RegExp(`two_${cell}$`));
});

test('a move that is given up leaves the cell where it was', async () => {
  const moving = await openAccount(cell);
  const load = startLoad(moving);
  const command = startMove();
  await until('the move is begun', async () => (await stateOfMove()) !== undefined, patient);
  await kill(command);
  await installation.cli(['cell', 'move', String(cell), '--cancel']);
  await untilServed(moving);
  await orders(load);
  await load.stop();
  await assertKept(moving, load);
  assert.match(await placeOfCell(), new RegExp(`one_${cell}$`));
  assert.equal(await stateOfMove(), undefined);
});

function startMove(): ChildProcess {
  return spawn(process.execPath, [gatewayMain, 'cell', 'move', String(cell), '--to', newUrl()], {
    env: installation.environment,
    stdio: 'inherit',
  });
}

async function kill(command: ChildProcess): Promise<void> {
  const ended = once(command, 'exit');
  if (!command.kill('SIGKILL')) return;
  await ended;
}
