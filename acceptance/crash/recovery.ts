// What follows when the database under a harness was restored: the nodes refuse, `jokko recover`
// makes what was sent exist again, the clients repeat what they lost, and nobody is paid twice.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { sendRequest, until } from '../harness/index.ts';
import { openStoredRows, type StoredRows } from '../harness/database.ts';
import { phoneEnd, readExecutions } from '../harness/provider-book.ts';
import type { Harness } from './harness.ts';
import { killDatabase } from './kill.ts';
import { expectedStatus, type Order } from './orders.ts';

/** What the harnesses of payments and of SMS both have. */
type Nodes = Pick<Harness, 'installation' | 'nodes' | 'living' | 'restart'>;

/** Rows by a connection of the moment: the server is stopped and replaced under the tests. */
async function read<Row>(
  harness: Pick<Harness, 'installation'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const rows: StoredRows = openStoredRows(harness.installation);
  try {
    return await rows.read<Row>(sql, values);
  } finally {
    await rows.close();
  }
}

const untilFinal = (harness: Harness): Promise<unknown> =>
  until(
    'every operation is final',
    async () =>
      (await read(harness, `select from operation where next_step_at is not null limit 1`))
        .length === 0,
    { everyMs: 200, timeoutMs: 90_000 },
  );

/** A stopped server's files, as a copy of the disk or a snapshot of the machine gives them back. */
export function copyDirectory(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

/** Kills nodes and database; answers the data directory. */
export async function killAll(harness: Nodes): Promise<string> {
  const directory = (
    await read<{ directory: string }>(
      harness,
      `select current_setting('data_directory') as directory`,
    )
  )[0]!.directory;
  await Promise.all(harness.living().map((node) => node.kill()));
  await killDatabase(directory);
  return directory;
}

export const restartAll = async (harness: Nodes): Promise<void> => {
  for (let place = 0; place < harness.nodes.length; place++) await harness.restart(place);
};

/**
 * Takes the nodes, which run on a restored database, to where they serve again. Answers how many
 * attempts were forgotten.
 */
export async function recoverRestored(
  harness: Harness,
  lost: readonly Order[],
  epoch: number,
): Promise<number> {
  await proveRefusal(harness, lost[0]!);
  const { recovered, forgotten } = await recover(harness);
  assert.equal(recovered.epoch, epoch);
  assert.equal(recovered.waiting, 0);
  assert.equal(recovered.restored, forgotten.length);
  assert.ok(forgotten.length > 0, 'something was lost');
  return forgotten.length;
}

interface Recovery {
  recovered: { restored: number; waiting: number; epoch: number };
  forgotten: unknown[];
}

/** Stops the nodes, runs the command, and starts them again. */
export async function recover(harness: Nodes): Promise<Recovery> {
  const { installation } = harness;
  const early = await installation.runCli(['recover', '--yes']);
  assert.equal(early.code, 1, 'while a node lives nothing is recovered');
  assert.match(early.stderr, /stop all nodes first/);
  await Promise.all(harness.living().map((node) => node.stop()));
  await until(
    'their leases ended',
    async () => {
      const plan = await installation.cli<{ livingNodes: string[] }>(['recover', '--dry-run']);
      return plan.livingNodes.length === 0;
    },
    { timeoutMs: 60_000, everyMs: 500 },
  );
  const recovery = await installation.cli<Recovery>(['recover', '--yes']);
  await restartAll(harness);
  return recovery;
}

/** Resolves once every node says that nothing may be sent. */
export async function untilAllRefuse({ nodes }: Nodes): Promise<void> {
  for (const { baseUrl } of nodes) {
    const ready = await until('the node refuses', async () => {
      const answer = await sendRequest(`${baseUrl}/readyz`);
      return answer.status === 503 && answer;
    });
    assert.match(ready.text, /sending: /);
  }
}

async function proveRefusal(harness: Harness, order: Order): Promise<void> {
  const { nodes, client, journal } = harness;
  await untilAllRefuse(harness);
  const refused = journal.intend(order);
  await client.send(refused, nodes[0]!.baseUrl);
  assert.equal(refused.refused.at(-1)?.code, 5000, 'nothing is begun');
}

/**
 * The clients repeat what they were told, and what they were not: the same transaction each time.
 * The routes open; nobody is paid twice.
 */
export async function repeatAndProve(harness: Harness, lost: readonly Order[]): Promise<void> {
  const { client, journal, installation } = harness;
  const executedBefore = await readExecutions(harness.simulatorUrl());
  for (const order of lost) {
    const entry = journal.intend(order);
    const told = entry.acknowledged[0]?.data.transactionId as string | undefined;
    const wasSent = executedBefore.has(order.phone);
    await client.send(entry, harness.nodes[1]!.baseUrl);
    const answer = entry.acknowledged.at(-1);
    if (wasSent && told !== undefined) assert.equal(answer.data.transactionId, told);
  }
  await installation.cli(['recover', 'open', '--all']);
  for (const order of lost)
    await until(`${order.externalTransactionId} is taken`, async () => {
      const entry = journal.intend(order);
      await client.send(entry, harness.nodes[0]!.baseUrl);
      return entry.refused.at(-1)?.code !== 5000 || entry.acknowledged.length > 0;
    });
  await proveBooks(harness);
}

async function proveBooks(harness: Harness): Promise<void> {
  const { journal, installation } = harness;
  await untilFinal(harness);
  const executed = await readExecutions(harness.simulatorUrl());
  for (const { order } of journal.entries.values()) {
    const [row] = await read<{ state: string }>(
      harness,
      'select state from operation where external_id = $1',
      [order.externalTransactionId],
    );
    const times = executed.get(order.phone) ?? 0;
    const wanted = expectedStatus(order) === 'SUCCESS' ? 1 : 0;
    assert.ok(times <= 1, `${order.externalTransactionId} was executed ${times} times`);
    if (row !== undefined)
      assert.deepEqual([row.state === 'SUCCESS' ? 1 : 0, times], [wanted, wanted]);
  }
  // What the provider executed and nobody here knows: nothing.
  const known = new Set(
    (await read<{ phone: string }>(harness, 'select phone_given as phone from operation')).map(
      ({ phone }) => phoneEnd(phone),
    ),
  );
  for (const phone of executed.keys()) assert.ok(known.has(phone), `${phone} is not stored`);
  await installation.cli(['doctor']);
}
