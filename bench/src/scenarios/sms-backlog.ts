// What does a node do with a million messages that its link does not take? Its memory stays as it is, and when the link takes them again they
// go out as fast as from a short queue.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSmsBooks } from '../books/sms.ts';
import { readMemory } from '../processes.ts';
import type { Figure, ScenarioResult } from '../report.ts';
import { readCentre } from '../sms/centre.ts';
import { held, openLink, stopped } from '../sms/link.ts';
import { acceptedCode, smsLoad } from '../sms/order.ts';
import { settleSms } from '../sms/settle.ts';
import { createSmsApp, startStack, type Stack } from '../stack/index.ts';
import { cpuFigures, faultsOf, memoryFigure, runWatched, type ScenarioOrder, watchStack } from './scenario.ts';

const messages = 1_000_000;
const recipients = 1_000;
const connections = 16;
const window = 50;
const fillWithinSeconds = 300;
const defaultSeconds = 20;

export async function runSmsBacklog(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({ answer: 'sync', delayMs: 0, profileDirectory: order.profileDirectory });
  try {
    const { appKey } = await createSmsApp(stack);
    await openLink(stack, held);
    const beforeMb = readMemory(stack.pids.gateway).rssMb;
    const { command, sent } = smsLoad(stack, {
      ...{ appKey, recipients, idPrefix: 'queued-', connections, seconds: fillWithinSeconds },
      requestsMax: messages / recipients,
    });
    order.say(`sms-backlog: ${messages} messages while the link takes ${held.ratePerSec} a second`);
    const { result } = await runWatched(stack, command);
    const filledMb = readMemory(stack.pids.gateway).rssMb;
    const queued = await countQueued(stack);
    order.say(`sms-backlog: ${queued} wait; the link takes them for ${seconds} s`);
    const { sentPerSec, toldPerSec, usage, told } = await drain(stack, seconds);
    order.say('sms-backlog: comparing the books');
    await openLink(stack, stopped);
    await settleSms(stack, { allSent: false });
    const faults = [
      ...faultsOf(result, 'requests', acceptedCode),
      ...(await checkSmsBooks({ stack, sent: [sent], states: ['ACCEPTED', 'DELIVERED'] })),
    ];
    const figures: Figure[] = [
      { name: 'accepted durably while filling', value: result.perSec * recipients, unit: '/s' },
      { name: 'messages that waited', value: queued, unit: '' },
      { name: 'gateway resident memory before', value: beforeMb, unit: 'MB' },
      { name: 'gateway resident memory with the queue full', value: filledMb, unit: 'MB' },
      memoryFigure(stack),
      { name: 'handed to the operator from the queue', value: sentPerSec, unit: '/s' },
      { name: 'receipts stored meanwhile', value: toldPerSec, unit: '/s' },
      ...cpuFigures(usage, told, null),
    ];
    return { scenario: 'sms-backlog', settings: { messages, recipients, connections, seconds, window }, figures, faults };
  } finally {
    await stack.close();
  }
}

/** Lets the queue go for so long. `told`: how many got their receipt. */
async function drain(stack: Stack, seconds: number) {
  await openLink(stack, { window, ratePerSec: null });
  const watch = watchStack(stack);
  const begin = { ms: performance.now(), ...(await readCentre(stack)) };
  await sleep(seconds * 1_000);
  const end = { ms: performance.now(), ...(await readCentre(stack)) };
  const usage = watch.stop();
  const perSec = (name: 'accepted' | 'acknowledged') => ((end[name] - begin[name]) * 1_000) / (end.ms - begin.ms);
  return { sentPerSec: perSec('accepted'), toldPerSec: perSec('acknowledged'), told: end.acknowledged - begin.acknowledged, usage };
}

async function countQueued(stack: Stack): Promise<number> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ queued: string }>(`select count(*) as queued from sms_message where due_at is not null`);
    return Number(rows[0]?.queued ?? 0);
  } finally {
    await client.end();
  }
}
