// Enters the DATA_DIR of an installation, so that what was started there ends with its last
// process: stopped by it, or, when all of them were killed, by a program that runs a while later.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../../platform/system/private-file.ts';
import { runAfterDeath } from '../../platform/system/after-death.ts';
import { enterDataDir } from '../../platform/system/residents.ts';
import type { Left, Role } from '../../platform/system/residents.ts';

/**
 * A node that is started again finds PostgreSQL and the simulator as they were; after a minute they
 * are gone.
 */
const orphansEndAfterMs = 30_000;
const orphansProgram = fileURLToPath(new URL('./orphans.ts', import.meta.url));

type ResidenceConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'mode' | 'simulatorUrl'>;

export interface GuardedResidence {
  /**
   * As of a Residence. `unfinished`: a server may be starting that `end` does not know; it is ended
   * later, as after a kill.
   */
  leave(end: (left: Left) => Promise<void>, unfinished?: boolean): Promise<void>;
}

/** `endAfterMs`: tests shorten it. */
export async function enterInstallation(
  config: ResidenceConfig,
  role: Role,
  { stop, endAfterMs = orphansEndAfterMs }: { stop?: AbortSignal; endAfterMs?: number } = {},
): Promise<GuardedResidence> {
  const dataDir = resolve(config.dataDir);
  prepareDataDir(dataDir);
  const guard = startsServers(config, role)
    ? runAfterDeath({
        delayMs: endAfterMs,
        program: [process.execPath, orphansProgram, dataDir],
        logFile: join(dataDir, 'orphans.log'),
      })
    : null;
  try {
    const residence = await enterDataDir(dataDir, role, stop);
    return {
      async leave(end, unfinished = false) {
        await residence.leave(end);
        if (!unfinished) guard?.cancel();
      },
    };
  } catch (error) {
    guard?.cancel();
    throw error;
  }
}

/** Whether a process of this kind starts anything that outlives it. */
function startsServers({ databaseUrl, mode, simulatorUrl }: ResidenceConfig, role: Role): boolean {
  const ownSimulator = role === 'node' && mode === 'sandbox' && simulatorUrl === null;
  return databaseUrl === null || ownSimulator;
}
