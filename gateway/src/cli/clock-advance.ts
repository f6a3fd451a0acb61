// `jokko clock advance`: moves the sandbox's clock and the simulator's forward, so that 15 minutes or 72 hours can be tried at once.

import { changeWithAudit } from '../domain/audit/index.ts';
import { expectedSimulatorUrl, findRunningSimulator } from '../simulator-process.ts';
import type { Config } from '../config.ts';
import { readArguments, readWhole } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const secondsMax = 366 * 86_400;
const simulatorTimeoutMs = 30_000;

const moveClock = {
  name: 'move_sandbox_clock',
  text: `update installation set clock_offset = clock_offset + $1::integer * interval '1 second' where mode = 'sandbox'
         returning extract(epoch from clock_offset)::integer as offset_seconds`,
};

export const command: Command = {
  usage: 'clock advance SECONDS',
  run(args, output) {
    const seconds = readWhole('SECONDS', readArguments(args, {}, ['SECONDS']).positionals[0] ?? '', secondsMax);
    return withInstallation(async ({ config, database }) => {
      if (config.mode === 'live') throw new Refusal('the clock of a live installation cannot be moved');
      // The simulator first: what expires there is then known when the gateway asks.
      const simulator = await advanceSimulator(config, seconds);
      const row = await changeWithAudit(database, async (session) => {
        const [result] = await session.query<{ offset_seconds: number }>(moveClock, [seconds]);
        const who = { kind: 'command' } as const;
        return { result, entry: result === undefined ? null : { who, action: 'clock.advance', new: { seconds } } };
      });
      if (row === undefined) throw new Refusal('the clock of a live installation cannot be moved');
      const value = { advancedSeconds: seconds, offsetSeconds: row.offset_seconds, simulator };
      output.result(
        value,
        () => `the clock is ${row.offset_seconds} s ahead${simulator ? '' : ' (no simulator runs: its clock was not moved)'}`,
      );
      return 0;
    });
  },
};

async function advanceSimulator(config: Config, advanceSeconds: number): Promise<boolean> {
  if (config.simulatorUrl === null && findRunningSimulator(config.dataDir) === null) return false;
  const response = await fetch(`${expectedSimulatorUrl(config)}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds }),
    signal: AbortSignal.timeout(simulatorTimeoutMs),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Refusal(`the simulator did not move its clock (HTTP ${response.status})`);
  return true;
}
