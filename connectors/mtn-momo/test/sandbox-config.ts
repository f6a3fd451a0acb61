// Configuration of a route to the simulator.

import type { MtnMomoConfig } from '../config.ts';

const apiUser = '6c6bd9f0-3f1b-4c2a-9f10-5d3c2e0a7b11';
const apiKey = 'sandbox-mtn-momo-api-key';

/** `simulatorUrl` is the simulator's base, without a path. */
export function sandboxConfig(simulatorUrl: string): MtnMomoConfig {
  return {
    baseUrl: `${simulatorUrl}/mtn-momo`,
    targetEnvironment: 'mtnivorycoast',
    collectionKey: 'sandbox-collection-subscription-key',
    collectionUser: apiUser,
    collectionSecret: apiKey,
    disbursementKey: 'sandbox-disbursement-subscription-key',
    disbursementUser: apiUser,
    disbursementSecret: apiKey,
    sandbox: true,
  };
}
