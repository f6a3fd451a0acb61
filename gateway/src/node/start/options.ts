// What a node is started with.

import type { Config } from '../config/config.ts';
import type { OpenDatabase } from '../../platform/db/database.ts';
import type { KnownServices } from '../../platform/outbound/own-services.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { OwnPeople } from '../../platform/http/guards/own-people.ts';
import type { Log } from '../../platform/log.ts';

export interface GatewayOptions {
  config: Config;
  database: OpenDatabase;
  databaseUrl: string;
  secrets: Secrets;
  log: Log;
  /** The installation's own services, which nobody reaches by way of a callback. */
  services: KnownServices;
  /** Whether only this machine's people reach the node. */
  people: OwnPeople;
  /** Number of the further cell whose database this is; absent: home. */
  cell?: number;
  /**
   * Called when what was started must not go on, with the exit code of its reason. Ends the process
   * by default; a further cell is started again.
   */
  end?(exitCode: number): void;
}
