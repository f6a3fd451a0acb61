// Configuration of a route to the simulator.

import type { CybersourceConfig } from '../config.ts';

/** `simulatorUrl` is its base, without a path; the credentials are the simulator's own. */
export const simulatorConfig = (
  simulatorUrl: string,
  auth: CybersourceConfig['auth'] = 'httpSignature',
): CybersourceConfig => ({
  baseUrl: `${simulatorUrl}/cybersource`,
  merchantId: 'jokko_simulator',
  auth,
  keyId: '5f0c1c1e-51a1-4a70-8a70-000000000001',
  sharedSecret: 'c2ltdWxhdG9yLXNoYXJlZC1zZWNyZXQtMzItYnl0ZXM=',
  billingAddress: '1 rue de la Gare',
  billingCity: 'Dakar',
  billingCountry: 'SN',
  billingEmail: 'paiements@shop.example',
  sandbox: true,
});
