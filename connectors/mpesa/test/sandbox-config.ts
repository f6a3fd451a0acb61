// Configuration of a route to the simulator.

import { simulatorPublicKey } from '@jokko/connectors/kit/conformance';
import type { MpesaConfig } from '../config.ts';

/** `simulatorUrl` is the simulator's base, without a path. */
export function sandboxConfig(simulatorUrl: string): MpesaConfig {
  return {
    baseUrl: `${simulatorUrl}/daraja`,
    consumerKey: 'sandbox-mpesa-consumer-key',
    consumerSecret: 'sandbox-mpesa-secret',
    shortCode: '600979',
    transactionType: 'CustomerPayBillOnline',
    passkey: 'sandbox-mpesa-passkey',
    initiatorName: 'testapi',
    initiatorPassword: 'sandbox-mpesa-initiator-password',
    certificate: simulatorPublicKey,
    currency: 'XOF',
    sandbox: true,
  };
}
