// Measures whether a full database slows initiations and the doctor down: the accept rate with
// millions of stored transactions, beside that of an empty database; and the doctor, once when
// nothing is proven yet and once more.

import { checkBooks } from '../books.ts';
import { pendingForEverPhone } from '../order.ts';
import type { ScenarioResult } from '../report.ts';
import { runDoctor } from '../books/doctor.ts';
import { startStack, type Stack } from '../stack/index.ts';
import { insertStored } from '../stored.ts';
import {
  connections,
  cpuMetrics,
  faultsOf,
  memoryMetric,
  operationLoad,
  runWatched,
  type ScenarioOrder,
} from './scenario.ts';
import { drain } from './drain.ts';

const defaultSeconds = 20;
const warmupSeconds = 3;

/** A scenario with so many stored transactions. */
export const runStored =
  (name: string, count: number) =>
  async (order: ScenarioOrder): Promise<ScenarioResult> => {
    const seconds = order.seconds ?? defaultSeconds;
    const empty = await acceptWith(order, seconds, 0);
    const full = await acceptWith(order, seconds, count);
    return {
      scenario: name,
      settings: { seconds, warmupSeconds, connections, stored: count },
      metrics: [
        { name: 'accepted durably, empty database', value: empty.perSec, unit: '/s' },
        { name: 'accepted durably, full database', value: full.perSec, unit: '/s' },
        {
          name: 'full to empty',
          value: full.perSec / empty.perSec,
          unit: '',
          target: { atLeast: 0.9 },
        },
        { name: 'latency p99, empty', value: empty.p99Ms, unit: 'ms' },
        { name: 'latency p99, full', value: full.p99Ms, unit: 'ms' },
        ...full.metrics,
      ],
      faults: [...empty.faults, ...full.faults],
    };
  };

/** Seconds of one round, and what it found. */
async function timeDoctor(stack: Stack): Promise<{ seconds: number; faults: string[] }> {
  const begun = performance.now();
  const faults = await runDoctor(stack);
  return { seconds: (performance.now() - begun) / 1_000, faults };
}

async function acceptWith(order: ScenarioOrder, seconds: number, stored: number) {
  const stack = await startStack({ answer: 'sync', profileDirectory: order.profileDirectory });
  try {
    if (stored > 0) await insertStored(stack, stored, order.say);
    const first = await timeDoctor(stack);
    const again = await timeDoctor(stack);
    order.say(
      `stored: the doctor took ${first.seconds.toFixed(1)} s, then ${again.seconds.toFixed(1)} s`,
    );
    order.say(
      `stored: ${connections} connections for ${warmupSeconds} + ${seconds} s with ${stored} stored`,
    );
    const { command, sent } = operationLoad(stack, {
      phone: pendingForEverPhone,
      idPrefix: 'accept-',
      seconds,
      warmupSeconds,
    });
    const { result, usage } = await runWatched(stack, command);
    await drain(stack, 'sent');
    order.say('stored: comparing the books');
    const faults = [
      ...first.faults,
      ...again.faults,
      ...faultsOf(result, `${stored} stored`),
      ...(await checkBooks({ stack, sent: [sent], allFinished: false })),
    ];
    const metrics = [
      { name: 'doctor, nothing proven yet', value: first.seconds, unit: 's' },
      {
        name: 'doctor, from the last proof',
        value: again.seconds,
        unit: 's',
        target: { atMost: 20 },
      },
      memoryMetric(stack),
      ...cpuMetrics(usage, result.answered, result),
    ];
    return { perSec: result.perSec, p99Ms: result.latencyMs.p99, metrics, faults };
  } finally {
    await stack.close();
  }
}
