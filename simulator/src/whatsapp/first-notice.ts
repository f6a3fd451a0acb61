// What Meta tells about the end of a message: that it was sent or has failed, and by itself that it
// was delivered and read.

import { presentStatus } from './present.ts';
import { behaviourOf } from './test-numbers.ts';
import type { Announcement } from '../core/parts.ts';
import type { Notice } from '../core/notices.ts';
import type { ProtocolDeps } from '../protocol.ts';

/** After a message was sent, it is delivered, and then read. */
const deliveredAfterMs = 5_000;
const readAfterMs = 10_000;

/** The first word about an end; what follows it comes by itself. */
export function firstNotice(
  deps: ProtocolDeps,
  { operation, callbackUrl, forged }: Announcement,
): Notice | null {
  if (operation.status === 'reversed' || behaviourOf(operation.party).kind === 'silent')
    return null;
  const to = { address: callbackUrl, forged };
  if (operation.status !== 'succeeded') return presentStatus(operation, 'failed', deps.nowMs(), to);
  if (!forged)
    for (const [word, afterMs] of [
      ['delivered', deliveredAfterMs],
      ['read', readAfterMs],
    ] as const)
      deps.clock.schedule(afterMs, () =>
        deps.notices.send(presentStatus(operation, word, deps.nowMs(), to)),
      );
  return presentStatus(operation, 'sent', deps.nowMs(), to);
}
