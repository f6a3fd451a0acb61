// How many callbacks a second does one node deliver to pinned https hosts that keep their connections? A backlog of stored callbacks over 16 hosts,
// due at once; the clock runs from the first arrival to the last.

import pg from 'pg';
import { join } from 'node:path';
import { testAuthority, testKeyPin, startReceiver, type Receiver } from '../receiver/index.ts';
import type { ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { cpuFigures, memoryFigure, type ScenarioOrder, watchStack } from './scenario.ts';
import { settle } from './settle.ts';

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
      await settle(stack, 'finished');
      const usage = watch.stop();
      const journal = await receiver.journal(join(stack.directory, 'pinned.journal'));
      const arrived = journal.arrivedMs;
      const perSec = (journal.transactionIds.length * 1_000) / ((arrived.at(-1) ?? 1) - (arrived[0] ?? 0));
      const faults = journal.transactionIds.length === total ? [] : [`${journal.transactionIds.length} of ${total} callbacks arrived`];
      if (journal.duplicates > 0) faults.push(`${journal.duplicates} callbacks came again`);
      return {
        scenario: 'callbacks',
        settings: { hosts, callbacks: total, tls: 'pinned, kept connections' },
        figures: [
          { name: 'deliveries', value: perSec, unit: '/s', target: { atLeast: perSecMin } },
          { name: 'callbacks that arrived', value: journal.transactionIds.length, unit: '', target: { atLeast: total } },
          memoryFigure(stack),
          ...cpuFigures(usage, total, null),
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
  const { code, stderr } = await stack.cli(['pin', 'add', String(stack.account.id), host, testKeyPin]);
  if (code !== 0) throw new Error(`pin add ${host}: ${stderr}`);
}

/** Callbacks alone: what delivers them asks for nothing else. Bodies have the size of real ones. */
async function store(stack: Stack, receiver: Receiver, total: number): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const lanes = receiver.urls.map((url) => new URL(url).origin);
    await client.query('begin');
    await client.query(`insert into callback_lane (account_id, lane) select $1, unnest($2::text[]) on conflict do nothing`, [
      stack.account.id,
      lanes,
    ]);
    await client.query(
      `insert into callback (account_id, operation_id, lane, url, status, body, next_attempt_at)
       select $1::integer, $2::bigint + n, ($3::text[])[1 + n % $4::integer], ($5::text[])[1 + n % $4::integer], 'SUCCESS',
         format('{"msg":"%s","status":"SUCCESS","transaction":{"transactionId":"%s"}}', repeat('m', 700), $2::bigint + n),
         jokko_now()
       from generate_series(1, $6::integer) n`,
      [stack.account.id, firstId, lanes, lanes.length, receiver.urls, total],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
