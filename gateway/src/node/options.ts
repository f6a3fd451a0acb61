// What a node is started with.

import type { Config } from './config.ts';
import type { OpenDatabase } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets/index.ts';
import type { Log } from '../platform/log.ts';

export interface GatewayOptions {
  config: Config;
  database: OpenDatabase;
  databaseUrl: string;
  secrets: Secrets;
  log: Log;
  /** Number of the further cell whose database this is; absent: home. */
  cell?: number;
  /** Called when what was started must not go on, with the exit code of its reason. Ends the process by default; a further cell is started again. */
  end?(exitCode: number): void;
}
