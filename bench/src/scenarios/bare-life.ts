// Measures the bare life: the same five processes, HTTP exchanges and durability as `lifecycle`,
// without what makes it right. Run after the gateway's own lives, on the same stack.

import { setTimeout as sleep } from 'node:timers/promises';
import { startBareLoop } from '../bare/index.ts';
import { startLoad } from '../load/index.ts';
import { succeedingPhone } from '../order.ts';
import { watchProcesses } from '../processes.ts';
import type { Metric } from '../report.ts';
import type { Stack } from '../stack/index.ts';
import { operationLoad } from './scenario.ts';

const lookEveryMs = 10;
/** The gateway's lives are to be half as many. */
const ratioMin = 0.5;

export async function compareWithBareLife(
  stack: Stack,
  {
    seconds,
    inFlightMax,
    livesPerSec,
  }: { seconds: number; inFlightMax: number; livesPerSec: number },
): Promise<Metric[]> {
  const bare = await startBareLoop('fastify', stack.databaseUrl, stack.simulator.url);
  const { command } = operationLoad(stack, {
    phone: succeedingPhone,
    idPrefix: 'bare-life-',
    seconds,
    allowance: inFlightMax,
  });
  const { journalFile: _, ...rest } = command;
  const before = stack.receiver.count();
  const watch = watchProcesses({ 'bare life': bare.pid });
  const load = startLoad({ ...rest, port: bare.port });
  stack.receiver.onCount((count) => load.allow(count - before + inFlightMax));
  const result = await load.result;
  while (stack.receiver.count() - before < result.answered) await sleep(lookEveryMs);
  const perSec = (result.answered * 1000) / (Date.now() - result.beganAtMs);
  const usage = watch.stop();
  bare.stop();
  return [
    { name: 'bare lives (fastify)', value: perSec, unit: '/s' },
    {
      name: 'CPU of the bare life for each',
      value: ((usage['bare life']?.cpuSeconds ?? 0) * 1e6) / result.answered,
      unit: 'µs',
    },
    {
      name: 'lives to bare lives',
      value: livesPerSec / perSec,
      unit: '',
      target: { atLeast: ratioMin },
    },
  ];
}
