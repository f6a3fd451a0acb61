// What the GSMA provider works with.

import type { Engine } from '../core/engine.ts';
import type { Exchange } from '../http/exchange.ts';
import type { GsmaPresentDeps } from './present.ts';

export interface GsmaDeps extends GsmaPresentDeps {
  engine: Engine;
  /** null: no key is asked. */
  apiKey: string | null;
  hold: (exchange: Exchange) => void;
}
