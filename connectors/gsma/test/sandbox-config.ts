// Configuration of a route to the simulator.

import type { GsmaConfig } from '../config.ts';

/** The configuration of a route to the simulator; `simulatorUrl` is its base, without a path. */
export function sandboxConfig(simulatorUrl: string, apiKey?: string): GsmaConfig {
  return {
    baseUrl: `${simulatorUrl}/gsma/v1.2/mm`,
    ...(apiKey === undefined ? { auth: 'none' } : { auth: 'apiKey', apiKey }),
    ownAccountType: 'organisationid',
    ownAccountValue: 'jokko',
    operatorPrefix: 'opa',
    sandbox: true,
  };
}
