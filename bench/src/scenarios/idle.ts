// Measures what a node takes that nobody asks anything: processor time of the gateway and of
// PostgreSQL, its dearest statements, and resident memory.

import { setTimeout as sleep } from 'node:timers/promises';
import { readMemory } from '../processes.ts';
import type { ScenarioResult } from '../report.ts';
import { startStack } from '../stack/index.ts';
import { backgroundFigures } from './statement-table.ts';
import { watchStack, type ScenarioOrder } from './scenario.ts';

const defaultSeconds = 30;
/**
 * What a start leaves behind is over by then: caches are filled, id periods made ahead, and the
 * node has seen that nothing happens.
 */
const settleSeconds = 90;
const cpuMaxPercent = 1;
/** With PostgreSQL. */
const cpuMaxPercentTogether = 1.5;
const residentMaxMb = 160;

export async function runIdle(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({
    answer: 'sync',
    profileDirectory: order.profileDirectory,
    statements: true,
  });
  try {
    order.say(`idle: ${settleSeconds} s to settle, then ${seconds} s`);
    await sleep(settleSeconds * 1_000);
    const costs = await stack.countStatements();
    await costs.read();
    const watch = watchStack(stack);
    await sleep(seconds * 1_000);
    const usage = watch.stop();
    const { table } = backgroundFigures('idle', await costs.read());
    await costs.close();
    const shareOf = (name: string): number => (100 * (usage[name]?.cpuSeconds ?? 0)) / seconds;
    return {
      scenario: 'idle',
      settings: { seconds, settleSeconds },
      metrics: [
        {
          name: 'gateway, of one core',
          value: shareOf('gateway'),
          unit: '%',
          target: { atMost: cpuMaxPercent },
        },
        { name: 'PostgreSQL, of one core', value: shareOf('postgres'), unit: '%' },
        {
          name: 'both, of one core',
          value: shareOf('gateway') + shareOf('postgres'),
          unit: '%',
          target: { atMost: cpuMaxPercentTogether },
        },
        {
          name: 'gateway resident memory',
          value: readMemory(stack.pids.gateway).rssMb,
          unit: 'MB',
          target: { atMost: residentMaxMb },
        },
      ],
      tables: [table],
      faults: [],
    };
  } finally {
    await stack.close();
  }
}
