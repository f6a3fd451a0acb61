// What the Wave provider works with.

import type { ProtocolDeps } from '../protocol.ts';
import type { References } from '../core/references.ts';
import type { RecipientChecks } from './recipient-checks.ts';

export interface WaveDeps extends ProtocolDeps {
  references: References;
  checks: RecipientChecks;
}
