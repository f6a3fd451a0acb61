// Delivers the outbox: leases what is due, sends it outside of any transaction, and records what
// came of it. At least once: what was being sent when a node died is sent again, under the same id.

import type { Session } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { contextOf, type Secrets } from '../../platform/secrets/index.ts';
import type { Channel } from './kinds.ts';
import { compose } from './compose.ts';
import {
  endNotification,
  leaseNotification,
  postponeNotification,
  type LeasedNotification,
} from './lease.ts';
import type { Attach, Send, Senders } from './senders.ts';

/** In one round, so that a full outbox holds up no stop of the node. */
const roundMax = 20;

export interface DeliverDeps {
  database: Session;
  secrets: Pick<Secrets, 'unseal'>;
  /** The address of the portal, without a slash at the end; the same on all nodes. */
  baseUrl(): Promise<string>;
  senders: Senders;
  attach: Attach;
  log: Log;
}

/** One round. True when there may be more. */
export function createNotificationRounds(deps: DeliverDeps): () => Promise<boolean> {
  const { senders } = deps;
  const channels = Object.keys(senders) as Channel[];
  return async () => {
    if (channels.length === 0) return false;
    for (let count = 0; count < roundMax; count += 1) {
      const leased = await leaseNotification(deps.database, channels);
      if (leased === null) return false;
      await deliver(deps, leased, senders[leased.channel]!);
    }
    return true;
  };
}

async function deliver(
  { database, secrets, baseUrl, attach, log }: DeliverDeps,
  leased: LeasedNotification,
  send: Send,
): Promise<void> {
  const { id, kind, channel, tokenSealed, address, disabled, expired } = leased;
  if (address === null || disabled || expired) {
    const reason = expired ? null : disabled ? 'the user is disabled' : 'no address';
    return endNotification(database, id, 'abandoned', reason);
  }
  const token =
    tokenSealed === null
      ? null
      : secrets.unseal(tokenSealed, contextOf('notification', 'token_sealed', id));
  // A file that cannot be made now may be made later, and the message waits for it.
  const attached = await attach(leased).catch((error: unknown) => String(error));
  if (attached === null)
    return endNotification(database, id, 'abandoned', 'it is not wanted any more');
  if (typeof attached === 'string') {
    log.warn({ notification: id, kind, reason: attached }, 'notification without its file');
    return postponeNotification(database, leased, attached);
  }
  const { files, figures } = attached;
  const parameters = { ...(leased.parameters as object), figures };
  const message = compose({ ...leased, parameters }, { baseUrl: await baseUrl(), token });
  const outcome = await send(address, message, { ...leased, attachments: files });
  if (outcome.type === 'sent') return endNotification(database, id, 'sent');
  log.warn({ notification: id, kind, channel, reason: outcome.reason }, 'notification not sent');
  return outcome.type === 'refused'
    ? endNotification(database, id, 'abandoned', outcome.reason)
    : postponeNotification(database, leased, outcome.reason);
}
