// Configuration of a route to the simulator.

import { simulatorPublicKey } from '@jokko/connectors/kit/conformance';
import type { AirtelConfig } from '../config.ts';

/** `simulatorUrl` is the simulator's base, without a path. */
export function sandboxConfig(simulatorUrl: string): AirtelConfig {
  return {
    baseUrl: `${simulatorUrl}/airtel`,
    clientId: 'sandbox-airtel-client',
    clientSecret: 'sandbox-airtel-secret',
    country: 'SN',
    callingCode: '221',
    pin: '4321',
    publicKey: simulatorPublicKey,
    sandbox: true,
  };
}
