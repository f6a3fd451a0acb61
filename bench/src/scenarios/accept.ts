// Measures how many initiations per second one node accepts durably, and their latency under light
// load, beside the bare loop on the same PostgreSQL under the same load.

import { checkBooks } from '../books.ts';
import { type BareServer, startBareLoop } from '../bare/index.ts';
import { type LoadCommand, type LoadResult, runLoad } from '../load/index.ts';
import { pendingForEverPhone, route } from '../order.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { setProviderRate } from './provider-rate.ts';
import { drain } from './drain.ts';
import {
  connections,
  cpuMetrics,
  faultsOf,
  memoryMetric,
  operationLoad,
  runWatched,
  type ScenarioOrder,
} from './scenario.ts';

const defaultSeconds = 20;
const warmupSeconds = 3;
const lowSeconds = 10;
const lowRatePerSec = 20;
/**
 * What is measured is the accepting. The provider takes this many a second, as real ones do; the
 * rest waits, visibly, and goes afterwards.
 */
const providerRatePerSec = 100;

export async function runAccept(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({ answer: 'sync', profileDirectory: order.profileDirectory });
  try {
    const low = operationLoad(stack, {
      phone: pendingForEverPhone,
      idPrefix: 'low-',
      seconds: lowSeconds,
      ratePerSec: lowRatePerSec,
    });
    order.say(`accept: ${lowRatePerSec}/s for ${lowSeconds} s`);
    const quiet = await runLoad(low.command);
    await setProviderRate(stack, route, providerRatePerSec);
    const high = operationLoad(stack, {
      phone: pendingForEverPhone,
      idPrefix: 'accept-',
      seconds,
      warmupSeconds,
    });
    order.say(`accept: ${connections} connections for ${warmupSeconds} + ${seconds} s`);
    const { result, usage } = await runWatched(stack, high.command);
    order.say('accept: the backlog goes to the provider');
    await setProviderRate(stack, route, null);
    const backlog = await drain(stack, 'sent');
    const faults = [...faultsOf(result, 'under load'), ...faultsOf(quiet, 'at low load')];
    order.say('accept: comparing the books');
    faults.push(...(await checkBooks({ stack, sent: [high.sent, low.sent], allFinished: false })));
    const metrics: Metric[] = [
      ...acceptMetrics(result, quiet, backlog),
      memoryMetric(stack),
      ...cpuMetrics(usage, result.answered, result),
    ];
    metrics.push(...(await compareWithBare(stack, order, high.command, result.perSec)));
    return {
      scenario: 'accept',
      settings: {
        seconds,
        warmupSeconds,
        connections,
        phone: pendingForEverPhone,
        providerRatePerSec,
      },
      metrics,
      faults,
    };
  } finally {
    await stack.close();
  }
}

function acceptMetrics(
  result: LoadResult,
  quiet: LoadResult,
  backlog: Awaited<ReturnType<typeof drain>>,
): Metric[] {
  return [
    { name: 'accepted durably', value: result.perSec, unit: '/s', target: { atLeast: 12_000 } },
    { name: 'latency p50', value: result.latencyMs.p50, unit: 'ms' },
    { name: 'latency p99', value: result.latencyMs.p99, unit: 'ms', target: { atMost: 60 } },
    { name: 'latency highest', value: result.latencyMs.max, unit: 'ms' },
    { name: `latency p50 at ${lowRatePerSec}/s`, value: quiet.latencyMs.p50, unit: 'ms' },
    {
      name: `latency p99 at ${lowRatePerSec}/s`,
      value: quiet.latencyMs.p99,
      unit: 'ms',
      target: { atMost: 10 },
    },
    {
      name: 'not yet at the provider when the load stopped',
      value: backlog.openAtStart,
      unit: '',
    },
    { name: 'time until all were there', value: backlog.seconds, unit: 's' },
  ];
}

/**
 * The same requests to the bare loop, with node:http and with Fastify; the gateway is idle
 * meanwhile.
 */
async function compareWithBare(
  stack: Stack,
  order: ScenarioOrder,
  command: LoadCommand,
  gatewayPerSec: number,
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const server of ['fastify', 'http'] satisfies BareServer[]) {
    order.say(`accept: the bare loop with ${server}`);
    const bare = await startBareLoop(server, stack.databaseUrl);
    const bodyTemplate = command.bodyTemplate.replace('accept-', `bare-${server}-`);
    const { journalFile: _, ...rest } = command;
    const result = await runLoad({ ...rest, bodyTemplate, port: bare.port });
    bare.stop();
    metrics.push({ name: `bare loop (${server})`, value: result.perSec, unit: '/s' });
    const ratio: Metric = {
      name: `gateway to bare loop (${server})`,
      value: gatewayPerSec / result.perSec,
      unit: '',
    };
    metrics.push(server === 'http' ? { ...ratio, target: { atLeast: 0.7 } } : ratio);
  }
  return metrics;
}
