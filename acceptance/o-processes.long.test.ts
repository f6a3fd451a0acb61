// Proves that several node processes on one port are several nodes of one installation: what is
// called reaches each of them, nothing is done twice, and one that is killed, frozen or cannot
// start harms none of the others' work.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createServer } from 'node:net';
import { createClient, sendRequest, type Client } from './harness/client.ts';
import { freePort } from './harness/free-port.ts';
import { payOut, uniquePhone, until } from './harness/index.ts';
import { startInstallation, type Installation } from './harness/installation.ts';
import { startWithOpsPort } from './harness/ops-port.ts';
import { lookUp } from './harness/payment.ts';
import { executionsOf } from './harness/provider-book.ts';

const ids = ['node-1', 'node-1-2'];
/** Orders the sandbox's sending to a wallet, which succeeds. */
const order = () => payOut({ phone: uniquePhone(), amount: 10 });

interface Line {
  node: string;
  msg: string;
  [member: string]: unknown;
}

let installation: Installation;
let opsPort: number;
let client: Client;
before(async () => {
  const env = { JOKKO_LEASE_MS: '3000', JOKKO_THREADS: '2' };
  ({ installation, opsPort } = await startWithOpsPort(env, { processes: 2 }));
  client = createClient(installation.baseUrl, installation.apiKey);
  await until('both are ready', async () => (await readiness()).every(Boolean));
});
after(() => installation.stop());

const linesOf = (logs: string): Line[] =>
  logs.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
const lines = (): Line[] => linesOf(installation.logs());

/** The ids of all processes that have begun. */
const pidsIn = (logs: string, number?: number): number[] =>
  linesOf(logs)
    .filter(({ msg }) => msg === 'a node process begins')
    .filter(({ process }) => number === undefined || process === number)
    .map(({ pid }) => Number(pid));

const opsUrls = (path: string): string[] =>
  ids.map((_id, index) => `http://127.0.0.1:${opsPort + index}${path}`);

const readiness = (): Promise<boolean[]> =>
  Promise.all(
    opsUrls('/readyz').map((url) =>
      sendRequest(url).then(
        ({ status }) => status === 200,
        () => false,
      ),
    ),
  );

/** The newest process of this number, counted from 1. */
const pidOf = (number: number): number => pidsIn(installation.logs(), number).at(-1)!;

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Pays until `meanwhile` is over; every order must be answered, and found under its id. */
async function payWhile(meanwhile: () => Promise<void>): Promise<void> {
  let paying = true;
  const made: string[] = [];
  const loops = Array.from({ length: 4 }, async () => {
    while (paying) {
      const { json } = await client.operation(order());
      assert.equal(json.code, 2000, JSON.stringify(json));
      made.push(json.data.externalTransactionId);
    }
  });
  const paid = Promise.all(loops);
  try {
    await Promise.race([meanwhile(), paid]);
  } finally {
    paying = false;
  }
  await paid;
  assert.ok(made.length > 0);
  for (const id of made.slice(-20)) assert.equal((await lookUp(client, id)).json.code, 2000, id);
}

async function areBooksWhole(): Promise<void> {
  const { violations } = await installation.cli(['doctor']);
  assert.deepEqual(violations ?? [], []);
}

test('each process is a node: both answer on the port, each has an id, health and metrics of its own', async () => {
  for (let made = 0; made < 10; made++)
    assert.equal((await client.operation(order())).json.code, 2000);
  await until('both have answered', () => {
    const answered = lines().filter(({ route }) => route === '/api-services/operation');
    return new Set(answered.map(({ node }) => node)).size === 2;
  });
  const { nodes } = await installation.cli<{ nodes: { nodeId: string; alive: boolean }[] }>([
    'health',
  ]);
  assert.deepEqual(
    nodes
      .filter(({ alive }) => alive)
      .map(({ nodeId }) => nodeId)
      .sort(),
    ids,
  );
  for (const url of opsUrls('/metrics')) {
    const { text } = await sendRequest(url);
    const counted =
      /^jokko_request_duration_seconds_count{endpoint="POST \/api-services\/operation"} (\d+)$/m;
    assert.ok(Number(counted.exec(text)?.[1]) > 0, text.slice(0, 2_000));
  }
});

test('JOKKO_THREADS is answered by one line that names --processes', () => {
  const told = lines().filter(({ msg }) => msg.includes('JOKKO_THREADS'));
  assert.equal(told.length, 1);
  assert.match(told[0]!.msg, /serve --processes N/);
});

test('O5 one id at both processes at once is one transaction, executed once', async () => {
  const body = order();
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.operation(body)));
  assert.equal(new Set(answers.map(({ json }) => json.data.transactionId)).size, 1);
  const executions = () => executionsOf(installation.simulatorUrl, String(body['phone']));
  await until('it is executed', async () => (await executions()) === 1);
});

test('a process that is killed loses its open connections alone, and is started again', async () => {
  const killed = pidOf(2);
  await payWhile(async () => {
    process.kill(killed, 'SIGKILL');
    await until('another one begins', () => pidOf(2) !== killed);
    await until('both are ready', async () => (await readiness()).every(Boolean));
  });
  await areBooksWhole();
});

test('a process that is frozen is given no more connections; it ends when its lease is over, and is started again', async () => {
  const frozen = pidOf(1);
  await payWhile(async () => {
    process.kill(frozen, 'SIGSTOP');
    await until('its lease is ended', () =>
      lines().some(({ msg, ended }) => msg.startsWith('ended the lease') && ended === ids[0]),
    );
    for (let made = 0; made < 10; made++) await client.operation(order());
    process.kill(frozen, 'SIGCONT');
    await until('another one begins', () => pidOf(1) !== frozen);
    await until('both are ready', async () => (await readiness()).every(Boolean));
  });
  const again = lines().filter(({ process, code }) => process === 1 && code === 75);
  assert.equal(again.length, 1);
  await areBooksWhole();
});

test('a port in use is said in one sentence', async () => {
  const { port } = new URL(installation.baseUrl);
  await assert.rejects(
    installation.addNode({
      env: { PORT: port, OPS_PORT: undefined, JOKKO_THREADS: undefined },
      processes: 2,
    }),
    new RegExp(
      `it ended with 1\\n.*port ${port} on 127.0.0.1 is in use: set PORT to another one"\\}\\n$`,
    ),
  );
});

test('SIGTERM ends all of them cleanly', async () => {
  const pids = [pidOf(1), pidOf(2)];
  assert.equal(await installation.nodes[0].stop(), 0);
  assert.deepEqual(pids.filter(lives), []);
});

test('a process that cannot start ends the others, and the exit code is its own', async () => {
  const [first, taken] = [await freePort(), createServer()];
  await new Promise<void>((resolve) => taken.listen(first + 1, '127.0.0.1', resolve));
  const other = await startInstallation({ env: { OPS_PORT: String(first) }, processes: 2 });
  try {
    assert.equal(await other.nodes[0].ended, 1);
    assert.match(other.logs(), /port \d+ on 127.0.0.1 is in use: set OPS_PORT to another one/);
  } finally {
    taken.close();
    await other.stop();
  }
});

test('if the process that hands out connections is killed, none goes on without it', async () => {
  const other = await startInstallation({ processes: 2 });
  try {
    await until('both have begun', () => pidsIn(other.logs()).length === 2);
    await other.nodes[0].kill();
    await until('none lives', () => !pidsIn(other.logs()).some(lives));
  } finally {
    await other.stop();
  }
});
