// Leases one due notification after the other to a node that sends it, and records what came of it.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Channel, Language, NotificationKind } from './kinds.ts';

/**
 * Longer than a channel takes to answer. What a node that died was sending is sent again after it.
 */
const leaseSeconds = 120;
/** After each attempt the next one waits longer; the last pause is repeated. */
const pausesSeconds = [15, 60, 300, 900, 3_600] as const;

// Thousands of subscribers are told of one incident: an alert, or a link that somebody waits for,
// goes before them.
const lease: Statement = {
  name: 'lease_notification',
  text: `
    with leased as (
      update notification set leased_until = now() + interval '${leaseSeconds} seconds',
        attempts = attempts + 1
      where id = (
        select n.id from notification n
        where n.state = 'waiting' and n.due_at <= now()
          and coalesce(n.leased_until, '-infinity') < now() and n.channel = any($1)
          and (n.approval_request_id is null
            or exists (select from approval_request r where r.id = n.approval_request_id
              and r.state = 'done'))
        order by n.kind = 'incident', n.due_at limit 1 for update skip locked)
      returning id, kind, channel, user_id, address, language, parameters, token_sealed, attempts,
        expires_at)
    select l.id, l.kind, l.channel, l.parameters, l.token_sealed as "tokenSealed", l.attempts,
      l.expires_at < now() as expired,
      coalesce(l.language, u.language, 'fr') as language, coalesce(u.disabled_at is not null,
        false) as disabled,
      coalesce(l.address, case l.channel when 'email' then u.email end) as address
    from leased l left join portal_user u on u.id = l.user_id`,
};
// The answer to a customer says their number and what they paid; nobody needs it here any more.
const end: Statement = {
  name: 'end_notification',
  text: `update notification set state = $2, last_error = coalesce($3, last_error),
    ended_at = jokko_now(), leased_until = null, token_sealed = null, address = null,
      parameters = case when kind = 'customerAnswer' then '{}' else parameters end
    where id = $1 and state = 'waiting'`,
};
const postpone: Statement = {
  name: 'postpone_notification',
  text: `update notification set due_at = now() + $2 * interval '1 second', last_error = $3,
    leased_until = null
    where id = $1 and state = 'waiting'`,
};
// What waits for an approval that will not come.
const endUnapproved: Statement = {
  name: 'end_unapproved_notifications',
  text: `update notification n set state = 'abandoned', ended_at = jokko_now(), token_sealed = null,
    address = null
    from approval_request r
    where n.state = 'waiting' and r.id = n.approval_request_id
      and r.state in ('failed', 'refused', 'withdrawn')`,
};

export interface LeasedNotification {
  id: string;
  kind: NotificationKind;
  channel: Channel;
  parameters: unknown;
  tokenSealed: Buffer | null;
  /** With this one. */
  attempts: number;
  expired: boolean;
  language: Language;
  /** The user may not sign in any more. */
  disabled: boolean;
  /** Null: the user has none on this channel. */
  address: string | null;
}

/** The one that is due longest on these channels, those to subscribers last; null: none is. */
export async function leaseNotification(
  session: Session,
  channels: readonly Channel[],
): Promise<LeasedNotification | null> {
  return (await session.query<LeasedNotification>(lease, [channels]))[0] ?? null;
}

export async function endNotification(
  session: Session,
  id: string,
  state: 'sent' | 'abandoned',
  reason: string | null = null,
): Promise<void> {
  await session.query(end, [id, state, reason]);
}

export async function postponeNotification(
  session: Session,
  { id, attempts }: Pick<LeasedNotification, 'id' | 'attempts'>,
  reason: string,
): Promise<void> {
  const pause = pausesSeconds[Math.min(attempts, pausesSeconds.length) - 1]!;
  await session.query(postpone, [id, pause, reason]);
}

export async function endUnapprovedNotifications(session: Session): Promise<void> {
  await session.query(endUnapproved);
}
