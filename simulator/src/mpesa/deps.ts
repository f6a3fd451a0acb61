// What the M-Pesa provider works with.

import type { ProtocolDeps } from '../protocol.ts';

export interface MpesaDeps extends ProtocolDeps {
  /** Token → until when it is good, virtual ms. */
  tokens: Map<string, number>;
}
