// What the simulated participant works with.

import type { AccessTokens } from '../core/access-tokens.ts';
import type { ProtocolDeps } from '../protocol.ts';

export interface Webhook {
  id: string;
  callbackUrl: string;
  alias: string;
  events: string[];
}

export interface PiSpiDeps extends ProtocolDeps {
  tokens: AccessTokens;
  /** By id; forgotten at a restart. The newest is told. */
  webhooks: Map<string, Webhook>;
}

export const callbackOf = ({ webhooks }: PiSpiDeps): string | null =>
  [...webhooks.values()].at(-1)?.callbackUrl ?? null;
