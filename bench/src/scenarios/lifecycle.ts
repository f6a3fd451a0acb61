// Measures complete lifecycles per second, from initiation over the provider's result to the
// delivered callback: with the simulator answering at once (three HTTP exchanges each), and with
// its notification and the confirming status query (five).

import { checkBooks } from '../books.ts';
import { startLoad } from '../load/index.ts';
import { protocol, succeedingPhone } from '../order.ts';
import type { Metric, ScenarioResult } from '../report.ts';
import { type Stack, startStack } from '../stack/index.ts';
import { compareWithBareLife } from './bare-life.ts';
import { watchStorage } from './storage.ts';
import { measureResultToCallback } from './result-to-callback.ts';
import { drain } from './drain.ts';
import {
  connections,
  cpuMetrics,
  faultsOf,
  memoryMetric,
  operationLoad,
  type ScenarioOrder,
  watchStack,
} from './scenario.ts';

interface Variant {
  scenario: string;
  answer: 'sync' | 'async';
  delayMs: number;
  livesPerSecMin: number;
  /**
   * Lives that have begun and are not called back yet, at most: initiation waits for the slower
   * part.
   */
  inFlightMax: number;
  plain?: boolean;
}

const defaultSeconds = 30;
const resultToCallbackMaxMs = 500;

/** `plain`: without signatures and delivery log (src/plain). */
export function runLifecycle(
  order: ScenarioOrder,
  { plain = false } = {},
): Promise<ScenarioResult> {
  return run(order, {
    plain,
    scenario: 'lifecycle',
    answer: 'sync',
    delayMs: 0,
    livesPerSecMin: 3_200,
    inFlightMax: 512,
  });
}

export function runLifecycleAsync(order: ScenarioOrder): Promise<ScenarioResult> {
  return run(order, {
    scenario: 'lifecycle-async',
    answer: 'async',
    delayMs: 50,
    livesPerSecMin: 1_600,
    inFlightMax: 512,
  });
}

async function run(order: ScenarioOrder, variant: Variant): Promise<ScenarioResult> {
  const { scenario, answer, delayMs, inFlightMax } = variant;
  const seconds = order.seconds ?? defaultSeconds;
  const stack = await startStack({
    answer,
    delayMs,
    profileDirectory: order.profileDirectory,
    plain: variant.plain ?? false,
  });
  try {
    order.say(`${scenario}: lives for ${seconds} s, at most ${inFlightMax} in flight`);
    const storedSince = await watchStorage(stack);
    const life = await live(stack, seconds, inFlightMax);
    const stored = await storedSince(stack.receiver.count());
    order.say(`${scenario}: comparing the books`);
    const { latencyMs, lastMs } = await measureResultToCallback(stack);
    const faults = [
      ...faultsOf(life.result, 'initiation'),
      ...(await checkBooks({ stack, sent: [life.sent], allFinished: true })),
    ];
    const lives = stack.receiver.count();
    const perSec = (lives * 1000) / (lastMs - life.beganMs);
    return {
      scenario,
      settings: settingsOf(variant, seconds),
      metrics: [
        {
          name: 'complete lives',
          value: perSec,
          unit: '/s',
          target: { atLeast: variant.livesPerSecMin },
        },
        { name: 'lives begun', value: life.result.started, unit: '' },
        {
          name: 'lives called back',
          value: lives,
          unit: '',
          target: { atLeast: life.result.started },
        },
        { name: 'open when the load stopped', value: life.drained.openAtStart, unit: '' },
        { name: 'result to callback p50', value: latencyMs.p50, unit: 'ms' },
        {
          name: 'result to callback p99',
          value: latencyMs.p99,
          unit: 'ms',
          target: { atMost: resultToCallbackMaxMs },
        },
        { name: 'result to callback highest', value: latencyMs.max, unit: 'ms' },
        { name: 'initiation p99', value: life.result.latencyMs.p99, unit: 'ms' },
        memoryMetric(stack),
        ...cpuMetrics(life.usage, lives, life.result),
        ...stored,
        ...(await bareFigures(order, stack, variant, { seconds, livesPerSec: perSec })),
      ],
      faults,
    };
  } finally {
    await stack.close();
  }
}

/** Where the simulator answers at once; its notices would find nobody in a bare life. */
async function bareFigures(
  order: ScenarioOrder,
  stack: Stack,
  { scenario, answer, inFlightMax, plain }: Variant,
  figures: { seconds: number; livesPerSec: number },
): Promise<Metric[]> {
  if (answer !== 'sync' || plain === true) return [];
  order.say(`${scenario}: bare lives for ${figures.seconds} s`);
  return compareWithBareLife(stack, { ...figures, inFlightMax });
}

function settingsOf({ answer, delayMs, inFlightMax }: Variant, seconds: number) {
  return {
    protocol: protocol(),
    seconds,
    connections,
    inFlightMax,
    simulator: answer,
    delayMs,
    graceMs: 0,
  };
}

/**
 * Begins lives for `seconds`, as many as are called back plus the window, and waits for the last of
 * them.
 */
async function live(stack: Stack, seconds: number, inFlightMax: number) {
  const { command, sent } = operationLoad(stack, {
    phone: succeedingPhone,
    idPrefix: 'life-',
    seconds,
    allowance: inFlightMax,
  });
  const watch = watchStack(stack);
  const load = startLoad(command);
  stack.receiver.onCount((count) => load.allow(count + inFlightMax));
  const result = await load.result;
  const drained = await drain(stack, 'finished');
  return { result, sent, drained, usage: watch.stop(), beganMs: result.beganAtMs };
}
