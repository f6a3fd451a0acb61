// Lets a connector read a notice; one that it refuses for its signature is tried with the secrets
// that the route had before.

import type { Notice, Receipt } from '@jokko/connectors/kit';
import type { Provider } from './providers.ts';

/** By these a connector says that the notice was signed by somebody else. */
const notAuthentic: ReadonlySet<number> = new Set([401, 403]);

/** What the connector made of it; with `previous`, it was signed with an earlier secret. */
export function receiveNotice(
  { connector, config, previous = [] }: Pick<Provider, 'connector' | 'config' | 'previous'>,
  notice: Notice,
): { receipt: Receipt; usedPrevious: boolean } {
  const receipt = connector.receive(config, notice);
  if (!notAuthentic.has(receipt.reply.status)) return { receipt, usedPrevious: false };
  for (const earlier of previous) {
    if (earlier.untilMs <= notice.receivedAtMs) continue;
    const again = connector.receive(earlier.config, notice);
    if (again.reply.status < 300) return { receipt: again, usedPrevious: true };
  }
  return { receipt, usedPrevious: false };
}
