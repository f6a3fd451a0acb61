// What simulated Orange Sonatel works with.

import type { AccessTokens } from '../core/access-tokens.ts';
import type { ProtocolDeps } from '../protocol.ts';
import type { PinKeys } from './public-key.ts';

export interface SonatelDeps extends ProtocolDeps {
  tokens: AccessTokens;
  keys: PinKeys;
  /** What was registered for the merchant code. */
  registered: { callbackUrl: string; apiKey: string; name: string } | null;
  /** The keys that calls asked to have in their notices, by reference; forgotten at a restart. */
  noticeKeys: Map<string, string>;
}
