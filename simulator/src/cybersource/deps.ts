// What the CyberSource provider works with, and the credentials that it knows.

import type { ProtocolDeps } from '../protocol.ts';

export interface CybersourceDeps extends ProtocolDeps {
  /** Set-ups by their referenceId: the last four digits of the card. */
  setups: Map<string, string>;
  /** Authentications that wait, or waited, for the payer's bank; by their id. */
  authentications: Map<string, Authentication>;
}

export interface Authentication {
  id: string;
  /** The code of the payment that asked for it; '' where only the authentication was asked for. */
  code: string;
  /** As the payment's own transaction is shown. */
  transaction: string;
  /** What the browser shows at the bank's page. */
  token: string;
  returnUrl: string;
  lastFour: string;
  amount: string;
  currency: string;
  /** The bank refuses whatever the payer does. */
  alwaysFails: boolean;
  state: 'open' | 'approved' | 'refused' | 'canceled';
  createdAtMs: number;
}

export const merchantId = 'jokko_simulator';
export const keyId = '5f0c1c1e-51a1-4a70-8a70-000000000001';
/** Base64, as the Business Center shows keys. */
export const sharedSecret = 'c2ltdWxhdG9yLXNoYXJlZC1zZWNyZXQtMzItYnl0ZXM=';
