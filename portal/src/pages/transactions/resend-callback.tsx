// Sends the callback of a transaction once more, from the transaction's page; the newest where it
// has two.

import { Replay } from '../callbacks/replay.tsx';
import type { Detail } from './facts.tsx';

/** Nothing where there is no callback yet, or one is still to be delivered by itself. */
export function ResendCallback({ transaction }: { transaction: Detail }) {
  const { callbacks, accountId } = transaction;
  const newest = callbacks.at(-1);
  if (newest === undefined || newest.state === 'due') return null;
  return <Replay id={newest.webhookId} {...(accountId === undefined ? {} : { accountId })} />;
}
