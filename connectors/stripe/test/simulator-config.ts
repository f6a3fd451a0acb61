// Configuration of a route to the simulator.

import type { StripeConfig } from '../config.ts';

/** `simulatorUrl` is its base, without a path; the credentials are the simulator's own. */
export const simulatorConfig = (simulatorUrl: string): StripeConfig => ({
  baseUrl: `${simulatorUrl}/stripe`,
  secretKey: 'sk_test_simulator',
  webhookSecret: 'whsec_simulator',
  sandbox: true,
});
