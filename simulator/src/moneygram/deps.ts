// What the MoneyGram provider works with.

import type { References } from '../core/references.ts';
import type { ProtocolDeps } from '../protocol.ts';
import type { Sessions } from './sessions.ts';
import type { AccessTokens } from './access-tokens.ts';

export interface MoneygramDeps extends ProtocolDeps {
  /** By transaction id. */
  references: References;
  sessions: Sessions;
  tokens: AccessTokens;
}
