// The command of the sandbox's clock. It moves the clock of gateway and simulator, so that
// deadlines can be tried at once.

import { advanceClock, untilNodesFollow } from '../start/advance-clock.ts';
import { requireConfig } from './command-context.ts';
import type { Config } from '../config/config.ts';
import { expectedSimulatorUrl, findRunningSimulator } from '../simulator/process.ts';
import { defineCommand } from '../../cli/command.ts';
import { openAllCells } from '../../cli/each-cell.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument } from '../../cli/parameters.ts';
import { wholeNumber } from '../../cli/values.ts';

const secondsMax = 366 * 86_400;
const simulatorTimeoutMs = 30_000;

const advance = defineCommand({
  name: 'advance',
  summary: 'Move the clock of a sandbox and of its simulator forward.',
  arguments: {
    seconds: argument('SECONDS', 'By how many seconds.', wholeNumber(secondsMax)),
  },
  examples: ['900'],
  async run(context, { seconds }) {
    const { mode, who } = context;
    if (mode !== 'sandbox')
      throw new Refusal(`the clock of a ${mode} installation cannot be moved`);
    const databases = (await openAllCells(context)).map((each) => each.context.database);
    // The simulator first: what expires there is then known when the gateway asks.
    const simulator = await advanceSimulator(requireConfig(), seconds);
    const offsets = await Promise.all(databases.map((each) => advanceClock(each, who, seconds)));
    const [offsetSeconds] = offsets;
    if (offsetSeconds == null)
      throw new Refusal('the clock of a live installation cannot be moved');
    const behind = (await Promise.all(databases.map(untilNodesFollow))).flat();
    return { advancedSeconds: seconds, offsetSeconds, simulator, behind };
  },
  present: ({ offsetSeconds, simulator, behind }) =>
    [
      `The clock is ${offsetSeconds} s ahead.`,
      ...behind.map((nodeId) => `Node ${nodeId} does not count with it yet.`),
      ...(simulator ? [] : ['No simulator is running; its clock was not moved.']),
    ].join(' '),
});

async function advanceSimulator(config: Config, advanceSeconds: number): Promise<boolean> {
  if (config.simulatorUrl === null && findRunningSimulator(config.dataDir) === null) return false;
  const response = await fetch(`${expectedSimulatorUrl(config)}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
    signal: AbortSignal.timeout(simulatorTimeoutMs),
  });
  await response.arrayBuffer();
  if (response.status !== 200)
    throw new Refusal(`the simulator did not move its clock (HTTP ${response.status})`);
  return true;
}

export const commands = [advance];
