// Does a full database slow initiations down? The accept rate with five million stored transactions beside that of an empty database.

import { checkBooks } from '../books.ts';
import { pendingForEverPhone } from '../order.ts';
import type { ScenarioResult } from '../report.ts';
import { startStack } from '../stack/index.ts';
import { insertStored } from '../stored.ts';
import { connections, cpuFigures, faultsOf, memoryFigure, operationLoad, runWatched, type ScenarioOrder } from './scenario.ts';
import { settle } from './settle.ts';

const defaultSeconds = 20;
const warmupSeconds = 3;
const storedCount = 5_000_000;

export async function runStored5m(order: ScenarioOrder): Promise<ScenarioResult> {
  const seconds = order.seconds ?? defaultSeconds;
  const empty = await acceptWith(order, seconds, 0);
  const full = await acceptWith(order, seconds, storedCount);
  return {
    scenario: 'stored5m',
    settings: { seconds, warmupSeconds, connections, stored: storedCount },
    figures: [
      { name: 'accepted durably, empty database', value: empty.perSec, unit: '/s' },
      { name: 'accepted durably, 5 million stored', value: full.perSec, unit: '/s' },
      { name: 'full to empty', value: full.perSec / empty.perSec, unit: '', target: { atLeast: 0.9 } },
      { name: 'latency p99, empty', value: empty.p99Ms, unit: 'ms' },
      { name: 'latency p99, 5 million', value: full.p99Ms, unit: 'ms' },
      ...full.figures,
    ],
    faults: [...empty.faults, ...full.faults],
  };
}

async function acceptWith(order: ScenarioOrder, seconds: number, stored: number) {
  const stack = await startStack({ answer: 'sync', profileDirectory: order.profileDirectory });
  try {
    if (stored > 0) await insertStored(stack, stored, order.say);
    order.say(`stored5m: ${connections} connections for ${warmupSeconds} + ${seconds} s with ${stored} stored`);
    const { command, sent } = operationLoad(stack, { phone: pendingForEverPhone, idPrefix: 'accept-', seconds, warmupSeconds });
    const { result, usage } = await runWatched(stack, command);
    await settle(stack, 'sent');
    order.say('stored5m: comparing the books');
    const faults = [...faultsOf(result, `${stored} stored`), ...(await checkBooks({ stack, sent: [sent], allFinished: false }))];
    const figures = [memoryFigure(stack), ...cpuFigures(usage, result.answered, result)];
    return { perSec: result.perSec, p99Ms: result.latencyMs.p99, figures, faults };
  } finally {
    await stack.close();
  }
}
