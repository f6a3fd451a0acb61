// Measures how many messages per second complete the whole path on one connection: HTTP in
// (requests of 100), submit_sm or a carrier's HTTP request out, the receipt matched and stored. A
// request is sent when enough earlier messages have their receipt, so that the slowest part sets
// the pace.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSmsBooks } from '../books/sms.ts';
import { startLoad, type LoadCommand, type LoadResult } from '../load/index.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { readSmsc } from '../sms/smsc.ts';
import {
  openCarrierConnection,
  openHttpConnection,
  type BatchingCarrier,
} from '../sms/carrier-connection.ts';
import { acceptedCode, smsLoad } from '../sms/order.ts';
import { drainSms } from '../sms/drain.ts';
import { createSmsApp, startStack, type Stack } from '../stack/index.ts';
import { cpuMetrics, faultsOf, memoryMetric, type ScenarioOrder, watchStack } from './scenario.ts';

const defaultSeconds = 20;
const recipients = 100;
const window = 50;
const connections = 8;
/** Messages without a receipt, at most. */
const inFlightMax = 4_000;
const checkEveryMs = 20;
const perSecMin = 6_000;
/** What one session has under way: some requests of 100 messages each. */
const httpWindow = 500;
const httpPerSecMin = 1_000;

/** How the messages leave. */
interface Way {
  scenario: string;
  /** The window of each session or bind. */
  window: number;
  perSecMin: number;
  open(stack: Stack): Promise<void>;
}

export const runSmsDelivery = (order: ScenarioOrder): Promise<ScenarioResult> =>
  runWay(order, {
    scenario: 'sms-delivery',
    window,
    perSecMin,
    open: (stack) => openCarrierConnection(stack, { window, ratePerSec: null }),
  });

export const runSmsDeliveryOver =
  (scenario: string, carrier: BatchingCarrier) =>
  (order: ScenarioOrder): Promise<ScenarioResult> =>
    runWay(order, {
      scenario,
      window: httpWindow,
      perSecMin: httpPerSecMin,
      open: (stack) => openHttpConnection(stack, carrier, httpWindow),
    });

async function runWay(order: ScenarioOrder, way: Way): Promise<ScenarioResult> {
  const { scenario } = way;
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({
    answer: 'sync',
    delayMs: 0,
    profileDirectory: order.profileDirectory,
  });
  try {
    const { appKey } = await createSmsApp(stack);
    await way.open(stack);
    const { command, sent } = smsLoad(stack, {
      appKey,
      recipients,
      idPrefix: 'way-',
      connections,
      seconds,
      allowance: inFlightMax / recipients,
    });
    order.say(
      `${scenario}: requests of ${recipients} for ${seconds} s, one connection, window ${way.window}`,
    );
    const watch = watchStack(stack);
    const result = await runAllowed(stack, command);
    await drainSms(stack, { allSent: true });
    const usage = watch.stop();
    const smsc = await readSmsc(stack);
    const { acknowledged } = smsc;
    const ways = await measureWays(stack);
    order.say(`${scenario}: comparing the books`);
    const faults = [
      ...faultsOf(result, 'requests', acceptedCode),
      ...(await checkSmsBooks({ stack, sent: [sent], states: ['DELIVERED'] })),
    ];
    return {
      scenario,
      settings: { seconds, recipients, window: way.window, binds: 1, connections, inFlightMax },
      metrics: [
        ...deliveryMetrics(way, result, smsc, ways),
        memoryMetric(stack),
        ...cpuMetrics(usage, acknowledged, null),
      ],
      faults,
    };
  } finally {
    await stack.close();
  }
}

/** Allows a request whenever enough earlier messages have their receipt. */
async function runAllowed(stack: Stack, command: LoadCommand): Promise<LoadResult> {
  const load = startLoad(command);
  let running = true;
  const follow = (async () => {
    for (; running; await sleep(checkEveryMs)) {
      load.allow(Math.floor(((await readSmsc(stack)).acknowledged + inFlightMax) / recipients));
    }
  })();
  const result = await load.result;
  running = false;
  await follow;
  return result;
}

function deliveryMetrics(
  { window, perSecMin }: Way,
  result: LoadResult,
  { acknowledged, binds }: Awaited<ReturnType<typeof readSmsc>>,
  ways: Awaited<ReturnType<typeof measureWays>>,
): Metric[] {
  return [
    {
      name: 'messages end to end',
      value: (acknowledged * 1_000) / (ways.lastMs - result.beganAtMs),
      unit: '/s',
      target: { atLeast: perSecMin },
    },
    { name: 'messages accepted', value: result.answered * recipients, unit: '' },
    {
      name: 'messages delivered',
      value: acknowledged,
      unit: '',
      target: { atLeast: result.answered * recipients },
    },
    { name: 'accepted to receipt stored p50', value: ways.p50Ms, unit: 'ms' },
    { name: 'accepted to receipt stored p99', value: ways.p99Ms, unit: 'ms' },
    { name: 'request p99', value: result.latencyMs.p99, unit: 'ms' },
    {
      name: 'unanswered submissions, highest',
      value: binds[0]?.peakUnanswered ?? 0,
      unit: '',
      target: { atMost: window },
    },
  ];
}

/** How long messages took, and when the last one arrived (ms since 1970). */
async function measureWays(
  stack: Stack,
): Promise<{ p50Ms: number; p99Ms: number; lastMs: number }> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ ways: number[]; last: string }>({
      text: `
        select percentile_disc(array[0.5, 0.99]) within
          group (order by extract(epoch from m.updated_at - b.created_at)::float8 * 1000) as ways,
          extract(epoch from max(m.updated_at)) * 1000 as last
        from sms_message m join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id
          where m.account_id = $1`,
      values: [stack.account.id],
    });
    const { ways = [], last = '0' } = rows[0] ?? {};
    return { p50Ms: ways[0] ?? 0, p99Ms: ways[1] ?? 0, lastMs: Number(last) };
  } finally {
    await client.end();
  }
}
