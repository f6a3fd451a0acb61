// Configuration of a route to the simulator.

import type { OrangeSonatelConfig } from '../index.ts';

export function sandboxConfig(simulatorUrl: string): OrangeSonatelConfig {
  return {
    baseUrl: `${simulatorUrl}/orange-sonatel`,
    clientId: 'jokko-sonatel',
    clientSecret: 'sandbox-sonatel-secret',
    merchantCode: '123456',
    merchantName: 'Jokko',
    partnerNumber: '771234567',
    pin: '2021',
    noticeSecret: 'sandbox-sonatel-notices',
    sandbox: true,
  };
}
