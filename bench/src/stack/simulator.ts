// Finds the process of the gateway's simulator and checks that it stops with the gateway.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from '../processes.ts';

/** From DATA_DIR/simulator.json; null when none runs. */
export function readSimulatorPid(dataDirectory: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(dataDirectory, 'simulator.json'), 'utf8')) as {
      pid: number | null;
    };
    return pid !== null && commandOf(pid).includes('simulator') ? pid : null;
  } catch {
    return null;
  }
}

/** The gateway stops it when it drains; this is for a gateway that was killed. */
export function ensureSimulatorStopped(dataDirectory: string): void {
  const pid = readSimulatorPid(dataDirectory);
  if (pid !== null) process.kill(pid, 'SIGTERM');
}
