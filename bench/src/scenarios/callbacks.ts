// Measures how many callbacks per second one node delivers to pinned https hosts with persistent
// connections: a backlog of stored callbacks over 16 hosts, all due at once, timed from the first
// arrival to the last.

import pg from 'pg';
import { join } from 'node:path';
import { testAuthority, testKeyPin, startReceiver, type Receiver } from '../receiver/index.ts';
import type { ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { cpuMetrics, memoryMetric, type ScenarioOrder, watchStack } from './scenario.ts';
import { drain } from './drain.ts';

const hosts = 16;
const perSecMin = 5_000;
const callbacksPerSecond = 7_000;
const defaultSeconds = 10;
const firstId = 2_000_000_000_000;

export async function runCallbacks(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const total = seconds * callbacksPerSecond;
  const stack = await startStack({
    answer: 'sync',
    profileDirectory: order.profileDirectory,
    environment: { JOKKO_EXTRA_CA: testAuthority },
  });
  try {
    const receiver = await startReceiver({ tlsHosts: hosts });
    try {
      order.say(`callbacks: ${total} stored callbacks to ${hosts} pinned hosts`);
      for (const url of receiver.urls) await pin(stack, new URL(url).host);
      const watch = watchStack({ ...stack, pids: { ...stack.pids, receiver: receiver.pid } });
      await store(stack, receiver, total);
      await drain(stack, 'finished');
      const usage = watch.stop();
      const journal = await receiver.journal(join(stack.directory, 'pinned.journal'));
      const arrived = journal.arrivedMs;
      const perSec =
        (journal.transactionIds.length * 1_000) / ((arrived.at(-1) ?? 1) - (arrived[0] ?? 0));
      const faults =
        journal.transactionIds.length === total
          ? []
          : [`${journal.transactionIds.length} of ${total} callbacks arrived`];
      if (journal.duplicates > 0) faults.push(`${journal.duplicates} callbacks came again`);
      return {
        scenario: 'callbacks',
        settings: { hosts, callbacks: total, tls: 'pinned, kept connections' },
        metrics: [
          { name: 'deliveries', value: perSec, unit: '/s', target: { atLeast: perSecMin } },
          {
            name: 'callbacks that arrived',
            value: journal.transactionIds.length,
            unit: '',
            target: { atLeast: total },
          },
          memoryMetric(stack),
          ...cpuMetrics(usage, total, null),
        ],
        faults,
      };
    } finally {
      receiver.stop();
    }
  } finally {
    await stack.close();
  }
}

async function pin(stack: Stack, host: string): Promise<void> {
  const { code, stderr } = await stack.cli([
    'pin',
    'add',
    String(stack.account.id),
    host,
    testKeyPin,
  ]);
  if (code !== 0) throw new Error(`pin add ${host}: ${stderr}`);
}

/** Callbacks alone: what delivers them asks for nothing else. Bodies have the size of real ones. */
async function store(stack: Stack, receiver: Receiver, total: number): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const destinations = receiver.urls.map((url) => new URL(url).origin);
    await client.query('begin');
    await client.query(
      `insert into callback_destination (account_id, destination) select $1, unnest($2::text[])
        on conflict do nothing`,
      [stack.account.id, destinations],
    );
    await client.query(
      `with bodies as (
         insert into callback_body (account_id, operation_id, body)
         select $1::integer, $2::bigint + n,
           format('{"msg":"%s","status":"SUCCESS","transaction":{"transactionId":"%s"}}',
             repeat('m', 700), $2::bigint + n)
         from generate_series(1, $6::integer) n
       )
       insert into callback (account_id, operation_id, destination, url, status, next_attempt_at)
       select $1::integer, $2::bigint + n, ($3::text[])[1 + n % $4::integer],
         ($5::text[])[1 + n % $4::integer], 'SUCCESS', jokko_now()
       from generate_series(1, $6::integer) n`,
      [stack.account.id, firstId, destinations, destinations.length, receiver.urls, total],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
