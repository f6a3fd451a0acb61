// Measures a node with a backlog of a million messages that its carrier connection does not
// accept: memory must stay constant, and once the connection accepts them they must go out as fast
// as from a short queue.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSmsBooks } from '../books/sms.ts';
import { readMemory } from '../processes.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { readSmsc } from '../sms/smsc.ts';
import { held, openCarrierConnection, stopped } from '../sms/carrier-connection.ts';
import { acceptedCode, smsLoad } from '../sms/order.ts';
import { drainSms } from '../sms/drain.ts';
import { createSmsApp, startStack, type Stack } from '../stack/index.ts';
import {
  cpuMetrics,
  faultsOf,
  memoryMetric,
  runWatched,
  type ScenarioOrder,
  watchStack,
} from './scenario.ts';

const messages = 1_000_000;
const recipients = 1_000;
const connections = 16;
const window = 50;
const fillWithinSeconds = 300;
const defaultSeconds = 20;

export async function runSmsBacklog(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({
    answer: 'sync',
    delayMs: 0,
    profileDirectory: order.profileDirectory,
  });
  try {
    const { appKey } = await createSmsApp(stack);
    await openCarrierConnection(stack, held);
    const beforeMb = readMemory(stack.pids.gateway).rssMb;
    const { command, sent } = smsLoad(stack, {
      appKey,
      recipients,
      idPrefix: 'queued-',
      connections,
      seconds: fillWithinSeconds,
      requestsMax: messages / recipients,
    });
    order.say(
      `sms-backlog: ${messages} messages while the connection takes ${held.ratePerSec} a second`,
    );
    const { result } = await runWatched(stack, command);
    const filledMb = readMemory(stack.pids.gateway).rssMb;
    const queued = await countQueued(stack);
    order.say(`sms-backlog: ${queued} wait; the connection takes them for ${seconds} s`);
    const { sentPerSec, reportedPerSec, usage, reported } = await drain(stack, seconds);
    order.say('sms-backlog: comparing the books');
    await openCarrierConnection(stack, stopped);
    await drainSms(stack, { allSent: false });
    const faults = [
      ...faultsOf(result, 'requests', acceptedCode),
      ...(await checkSmsBooks({ stack, sent: [sent], states: ['ACCEPTED', 'DELIVERED'] })),
    ];
    const metrics: Metric[] = [
      { name: 'accepted durably while filling', value: result.perSec * recipients, unit: '/s' },
      { name: 'messages that waited', value: queued, unit: '' },
      { name: 'gateway resident memory before', value: beforeMb, unit: 'MB' },
      { name: 'gateway resident memory with the queue full', value: filledMb, unit: 'MB' },
      memoryMetric(stack),
      { name: 'handed to the operator from the queue', value: sentPerSec, unit: '/s' },
      { name: 'receipts stored meanwhile', value: reportedPerSec, unit: '/s' },
      ...cpuMetrics(usage, reported, null),
    ];
    return {
      scenario: 'sms-backlog',
      settings: { messages, recipients, connections, seconds, window },
      metrics,
      faults,
    };
  } finally {
    await stack.close();
  }
}

/** Lets the queue go for so long. `reported`: how many got their receipt. */
async function drain(stack: Stack, seconds: number) {
  await openCarrierConnection(stack, { window, ratePerSec: null });
  const watch = watchStack(stack);
  const begin = { ms: performance.now(), ...(await readSmsc(stack)) };
  await sleep(seconds * 1_000);
  const end = { ms: performance.now(), ...(await readSmsc(stack)) };
  const usage = watch.stop();
  const perSec = (name: 'accepted' | 'acknowledged') =>
    ((end[name] - begin[name]) * 1_000) / (end.ms - begin.ms);
  return {
    sentPerSec: perSec('accepted'),
    reportedPerSec: perSec('acknowledged'),
    reported: end.acknowledged - begin.acknowledged,
    usage,
  };
}

async function countQueued(stack: Stack): Promise<number> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ queued: string }>(
      `select count(*) as queued from sms_message where due_at is not null`,
    );
    return Number(rows[0]?.queued ?? 0);
  } finally {
    await client.end();
  }
}
