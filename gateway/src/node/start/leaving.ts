// The time before a node closes its port: it is not ready any more and closes each connection with
// its answer, but serves what still comes, so that load balancers have turned to the other nodes
// before a connection can be refused.

import { environment } from '../../platform/environment.ts';
import type { ReadinessCheck } from '../../platform/health/index.ts';

export interface Leaving {
  hasBegun(): boolean;
  readiness: ReadinessCheck;
  /** Resolves when the port may be closed. */
  begin(): Promise<void>;
}

export function createLeaving(drainMs: number): Leaving {
  let begun = false;
  return {
    hasBegun: () => begun,
    readiness: { name: 'stopping', reason: () => (begun ? 'it is about to stop' : null) },
    async begin() {
      begun = true;
      if (drainMs > 0) await environment.sleep(drainMs);
    },
  };
}
