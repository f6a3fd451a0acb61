// Sends the callback of a transaction once more, from the transaction's page; the newest where it
// has two.

import { defined } from '@jokko/contract/defined';
import { useMessages } from '../../language/index.ts';
import { Replay } from '../callbacks/replay.tsx';
import type { Detail } from './facts.tsx';
import { workMessages } from './work-messages.ts';

/** Nothing where there is no callback yet, or one is still to be delivered by itself. */
export function ResendCallback({ transaction }: { transaction: Detail }) {
  const messages = useMessages(workMessages);
  const { callbacks, accountId } = transaction;
  const newest = callbacks.at(-1);
  if (newest === undefined || newest.state === 'due') return null;
  return (
    <Replay id={newest.webhookId} label={messages.resendCallback} {...defined({ accountId })} />
  );
}
