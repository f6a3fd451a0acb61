// Measures how many recipients per second one node accepts and stores durably, in requests of 1,
// of 100 and of 1,000. The carrier connection is limited to ten messages per second, so that
// accepting is measured and not sending.

import { checkSmsBooks, type SmsSent } from '../books/sms.ts';
import type { LoadResult } from '../load/index.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { held, openCarrierConnection, stopped } from '../sms/carrier-connection.ts';
import { acceptedCode, smsLoad } from '../sms/order.ts';
import { drainSms } from '../sms/drain.ts';
import { createSmsApp, startStack } from '../stack/index.ts';
import { cpuMetrics, faultsOf, memoryMetric, runWatched, type ScenarioOrder } from './scenario.ts';

const defaultSeconds = 10;
const warmupSeconds = 3;
/**
 * `atLeast`: recipients a second. Long lists take few connections to fill a commit; of 32 and more
 * a busy gateway begins to refuse some.
 */
const loads: readonly { recipients: number; connections: number; atLeast: number }[] = [
  { recipients: 1, connections: 64, atLeast: 12_000 },
  { recipients: 100, connections: 24, atLeast: 20_000 },
  { recipients: 1_000, connections: 16, atLeast: 50_000 },
];

export async function runSmsAccept(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({
    answer: 'sync',
    delayMs: 0,
    profileDirectory: order.profileDirectory,
  });
  try {
    const { appKey } = await createSmsApp(stack);
    await openCarrierConnection(stack, held);
    const metrics: Metric[] = [];
    const faults: string[] = [];
    const runs: SmsSent[] = [];
    for (const { recipients, connections, atLeast } of loads) {
      const idPrefix = `r${recipients}-`;
      const { command, sent } = smsLoad(stack, {
        appKey,
        recipients,
        idPrefix,
        connections,
        seconds,
        warmupSeconds,
      });
      order.say(
        `sms-accept: requests of ${recipients}, ${connections} connections for ${warmupSeconds} + ${seconds} s`,
      );
      const { result, usage } = await runWatched(stack, command);
      runs.push(sent);
      faults.push(...faultsOf(result, `requests of ${recipients}`, acceptedCode));
      const name = `of ${recipients}`;
      metrics.push(
        {
          name: `recipients accepted durably, requests ${name}`,
          value: result.perSec * shareOf(result) * recipients,
          unit: '/s',
          target: { atLeast },
        },
        { name: `latency p50, ${name}`, value: result.latencyMs.p50, unit: 'ms' },
        { name: `latency p99, ${name}`, value: result.latencyMs.p99, unit: 'ms' },
        ...cpuMetrics(usage, result.answered * recipients, null).map((metric) => ({
          ...metric,
          name: `${metric.name} recipient, ${name}`,
        })),
      );
    }
    metrics.push(memoryMetric(stack));
    order.say('sms-accept: comparing the books');
    await openCarrierConnection(stack, stopped);
    await drainSms(stack, { allSent: false });
    faults.push(...(await checkSmsBooks({ stack, sent: runs, states: ['ACCEPTED', 'DELIVERED'] })));
    return {
      scenario: 'sms-accept',
      settings: { seconds, warmupSeconds, connectionRatePerSec: held.ratePerSec ?? 0 },
      metrics,
      faults,
    };
  } finally {
    await stack.close();
  }
}

/** What of the answers accepted: refusals are quick, and no throughput. */
const shareOf = ({ codes, answered }: LoadResult): number =>
  (codes[acceptedCode] ?? 0) / Math.max(1, answered);
