// Configuration of a route to the simulator.

import type { MoneygramConfig } from '../config.ts';

/** The public half of the key that the simulator signs its notices with. */
const noticeKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs374iSNczI+/Uu1mnW2g
+UYBwXHUWWOhvzkBVU9p9DXon7zKB6Kh1r7+s3EDeH7CZx3EzG+4VYdSS4fGdRMX
awbliZisvefkoX6eAiiWjxh3SveFBMZsCHF7vTPjogQkB5dBIPZIu18MQtFaMPFR
78Q69H/qxFqJCXN2v45Cfjn2OLlmMQePhSFXImFojP0d7i5umWT5elgdhGIj3ge3
9jU21vNR+Jcl+MhlqbVcjCYNB59N5Rx6AQVBhcbyJF0liNddo41w4vgE3DhagGvA
GrT6a8CDsW7aGDMtC2YWr3Q4foeNsFB1cxgdAMRbN88zxJrXMIG0K+fuKkumyoYg
NQIDAQAB
-----END PUBLIC KEY-----
`;

/** `simulatorUrl` is its base, without a path. The credentials are the simulator's own. */
export function sandboxConfig(simulatorUrl: string): MoneygramConfig {
  return {
    baseUrl: `${simulatorUrl}/moneygram`,
    clientId: 'jokko-test',
    clientSecret: 'moneygram-test-secret',
    targetAudience: 'AGENT_FACING',
    agentPartnerId: '30150519',
    userLanguage: 'fr-FR',
    noticeKey,
    sandbox: true,
  };
}
