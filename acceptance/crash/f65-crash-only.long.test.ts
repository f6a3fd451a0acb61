// F65: a node in an unknown state ends at once and nothing is lost with it. A rejection, an
// exception, a full heap or a busy loop is put into the running process by its debugger.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  uniquePhone,
  until,
  type Answer,
  type Client,
  type GatewayNode,
  type Installation,
  type Receiver,
} from '../harness/index.ts';
import { openStoredRows } from '../harness/database.ts';
import { lookUp } from '../harness/payment.ts';

const orders = 40;
/**
 * The lease of the node that computes for longer: what the others need is longer than a busy
 * machine stands still.
 */
const leaseMs = 4_000;
const usualLeaseMs = 20_000;
/** Enough for a node that does little. */
const heapMb = 160;
/** Above the 200 ms at which a node begins to refuse. */
const blockedMs = 600;
const blockedForMs = 8_000;
/** More than take a place without being asked how the node is. */
const crowd = 60;
/** Computes for so long. */
const busy = (ms: number) => `for (const end = Date.now() + ${ms}; Date.now() < end; );`;
let installation: Installation;
let receiver: Receiver;

before(async () => {
  installation = await startInstallation({ env: { JOKKO_LEASE_MS: String(usualLeaseMs) } });
  receiver = await startReceiver();
});
after(async () => {
  await receiver.close();
  await installation.stop();
});

/** Runs `script` in the node, which opens its debugger on SIGUSR1. */
async function runInside(node: GatewayNode, script: string): Promise<void> {
  process.kill(node.pid, 'SIGUSR1');
  const url = await until(
    'the debugger listens',
    () => /Debugger listening on (ws:\S+)/.exec(node.logs())?.[1],
  );
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.send(
    JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: script } }),
  );
  // One that ends at once may be quicker than its answer.
  await Promise.race([once(socket, 'message'), once(socket, 'close')]);
  // A process that ends waits for its debugger to leave.
  socket.close();
}

/** What callers have begun at nodes that ended. */
const begun: { apiKey: string; bodies: Record<string, unknown>[] }[] = [];

/**
 * Pays at a node of its own while `script` runs in it, until that has ended it. Its log, and its
 * exit code.
 */
async function payWhile(
  script: string,
  { options = '', lease = usualLeaseMs } = {},
): Promise<{ logs: string; code: number | null }> {
  const node = await installation.addNode({
    env: { NODE_OPTIONS: `--inspect-port=0 ${options}`, JOKKO_LEASE_MS: String(lease) },
  });
  const { apiKey } = await createAccount(installation);
  const client = createClient(node.baseUrl, apiKey, 'answer');
  const bodies = Array.from({ length: orders }, () =>
    payOut({ phone: uniquePhone(), amount: 10, callbackUrl: receiver.url }),
  );
  begun.push({ apiKey, bodies });
  const answers = Promise.allSettled(bodies.map((body) => client.operation(body)));
  await runInside(node, script);
  const code = await node.ended;
  await answers;
  return { logs: node.logs(), code };
}

test('F65 a rejection that nobody handles ends the node', async () => {
  const { logs, code } = await payWhile(`void Promise.reject(new Error('nobody handles this'))`);
  assert.equal(code, 1);
  assert.match(logs, /unhandled rejection/);
});

test('F65 an exception that nobody catches ends the node', async () => {
  const { code } = await payWhile(
    `setTimeout(() => { throw new Error('nobody catches this'); }, 0), 0`,
  );
  assert.equal(code, 1);
});

test('F65 a heap that is full ends the node', async () => {
  const fill = `globalThis.full = []; setInterval(() => full.push(Array.from({ length: 1e5 }, () => ({}))), 1), 0`;
  const { logs, code } = await payWhile(fill, { options: `--max-old-space-size=${heapMb}` });
  assert.notEqual(code, 0);
  assert.match(logs, /heap out of memory/);
});

test('F65 a node that computes for longer than its lease ends when it is done', async () => {
  const { code } = await payWhile(busy(2 * leaseMs), { lease: leaseMs });
  assert.notEqual(code, 0);
});

/**
 * Repeats an order as long as the answer is that nothing was stored, since a dead node's
 * transaction may hold the account for a moment.
 */
const untilTaken = (client: Client, body: Record<string, unknown>): Promise<unknown> =>
  until(
    'it is taken',
    async () => {
      const { json, text } = await client.operation(body);
      assert.ok(json.code === 2000 || json.code === 5000, text);
      return json.code === 2000;
    },
    { timeoutMs: 120_000 },
  );

test('F65 what was begun at nodes that ended is finished by another one, and is there for who repeats it', async () => {
  const clients = begun.map(({ apiKey }) => createClient(installation.baseUrl, apiKey));
  for (const [place, { bodies }] of begun.entries()) {
    await Promise.all(bodies.map((body) => untilTaken(clients[place]!, body)));
  }
  const rows = openStoredRows(installation);
  // That something was not sent is proven by questions at intervals of minutes.
  await until(
    'everything is final and told',
    async () => {
      await advanceClock(installation, 60);
      const open = await rows.read(`
        select 1 from operation o left join callback c on c.account_id = o.account_id
          and c.operation_id = o.id
        where o.state <> 'SUCCESS' or c.state <> 'delivered'`);
      return open.length === 0;
    },
    { timeoutMs: 240_000, everyMs: 1_000 },
  );
  await rows.close();
  for (const [place, { bodies }] of begun.entries()) {
    for (const body of bodies) await receiver.waitFor(String(body['externalTransactionId']));
    assert.equal(await clients[place]!.balance(), 1_000_000 - orders * 10);
  }
  await installation.cli(['doctor']);
});

test('F65 a node whose event loop is blocked again and again refuses, stores nothing of that, and is well again', async () => {
  const env = { NODE_OPTIONS: '--inspect-port=0', JOKKO_LEASE_MS: '120000' };
  const node = await installation.addNode({ env });
  const { apiKey } = await createAccount(installation);
  const client = createClient(node.baseUrl, apiKey, 'answer');
  const other = createClient(installation.baseUrl, apiKey);
  // For some seconds only: what it is asked meanwhile must be answered in the end.
  const script = `{
    const blocked = setInterval(() => { ${busy(blockedMs)} }, ${blockedMs});
    setTimeout(() => clearInterval(blocked), ${blockedForMs});
  } 0`;
  const bodies: Record<string, unknown>[] = [];
  const refused: (Answer & { body: Record<string, unknown> })[] = [];
  await until(
    'some are refused for it',
    async () => {
      await runInside(node, script);
      const asked = Array.from({ length: crowd }, () =>
        payOut({ phone: uniquePhone(), amount: 10 }),
      );
      bodies.push(...asked);
      // A commit that takes too long is not answered at all.
      const answers = await Promise.all(
        asked.map((body) => client.operation(body).catch(() => null)),
      );
      const found = answers.flatMap((answer, place) =>
        answer === null || answer.json.code === 2000 ? [] : [{ ...answer, body: asked[place]! }],
      );
      refused.push(...found);
      const { text } = await sendRequest(`${node.baseUrl}/metrics`);
      return /jokko_requests_shed_total\{reason="event_loop"\} [1-9]/.test(text);
    },
    { timeoutMs: 120_000 },
  );
  for (const { json, headers, body } of refused) {
    assert.deepEqual([json.code, json.error, json.data], [5000, true, {}]);
    assert.ok(Number(headers['retry-after']) >= 1);
    const { json: found } = await lookUp(other, String(body['externalTransactionId']));
    assert.equal(found.code, 4004);
  }
  for (const body of bodies) await untilTaken(client, body);
  await node.stop();
});
