// Puts what somebody shall be told into the outbox, in the transaction of what it tells.

import type { Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { contextOf, type Secrets } from '../../platform/secrets/index.ts';
import { bounds } from './bounds.ts';
import type { Channel, Language, NotificationKind, NotificationParameters } from './kinds.ts';

/** What is told later is of no use, and one-time links end after seven days. */
const usefulHours = 72;

export type Recipient =
  /** At their own address and in their own language. */
  { userId: number } | { address: string; language: Language };

export interface Notification<Kind extends NotificationKind = NotificationKind> {
  kind: Kind;
  channel: Channel;
  to: Recipient;
  parameters: NotificationParameters[Kind];
  /** What tells twice the same is told once. */
  dedupKey?: string;
}

/** The token of a one-time link, with what it is sealed by until it is sent. */
export interface SecretPart {
  secrets: Pick<Secrets, 'seal'>;
  token: string;
  /** The approval request that must be executed before the link works; null: it works. */
  approvalRequestId: number | null;
}

const insert: Statement = {
  name: 'insert_notification',
  text: `with told as (select count(*) filter (where parameters->>'account' is not distinct
    from $7::json->>'account') as of_account, count(*) as of_all
      from notification where $11::integer is not null and kind = $2 and user_id = $4
        and created_at > jokko_now() - interval '24 hours')
    insert into notification (id, kind, channel, user_id, address, language, parameters,
      token_sealed, dedup_key, approval_request_id, expires_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + case
      when $10::integer is null then interval '${usefulHours} hours' else interval '30 days' end
      from told where $11::integer is null or (of_account < $11 and of_all < $12)
    on conflict (dedup_key) do nothing returning 1`,
};

/**
 * In the caller's transaction. False: one with the same `dedupKey` was queued before, or the user
 * was told enough today (`bounds`), and nothing happens.
 */
export async function queueNotification<Kind extends NotificationKind>(
  session: Session,
  { kind, channel, to, parameters, dedupKey }: Notification<Kind>,
  secret: SecretPart | null = null,
): Promise<boolean> {
  const id = environment.uuid();
  const sealed =
    secret?.secrets.seal(secret.token, contextOf('notification', 'token_sealed', id)) ?? null;
  const { by } = bounds[kind];
  const max = typeof by === 'string' ? null : by;
  const queued = await session.query(insert, [
    id,
    kind,
    channel,
    'userId' in to ? to.userId : null,
    'address' in to ? to.address : null,
    'language' in to ? to.language : null,
    JSON.stringify(parameters),
    sealed,
    dedupKey ?? null,
    secret?.approvalRequestId ?? null,
    max?.ofAccount ?? null,
    max?.ofAll ?? null,
  ]);
  return queued.length > 0;
}

const abandon: Statement = {
  name: 'abandon_notifications',
  text: `update notification set state = 'abandoned', ended_at = jokko_now(), leased_until = null,
    token_sealed = null, address = null
    where dedup_key = any($1) and state = 'waiting'`,
};

/** What has been withdrawn is not told any more. */
export async function abandonNotifications(
  session: Session,
  dedupKeys: readonly string[],
): Promise<void> {
  await session.query(abandon, [dedupKeys]);
}

const insertMany: Statement = {
  name: 'insert_notifications',
  text: `insert into notification (id, kind, channel, address, language, parameters, expires_at)
    select g.id, $1, 'email', g.address, g.language, g.parameters,
      now() + interval '${usefulHours} hours'
    from json_to_recordset($2::json) as g(id uuid, address text, language text, parameters json)`,
};

/**
 * The same to many who are no users, by e-mail, in one statement: the caller's transaction may hold
 * up others.
 */
export async function queueNotifications(
  session: Session,
  kind: 'incident',
  all: readonly {
    address: string;
    language: Language;
    parameters: NotificationParameters['incident'];
  }[],
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map((each) => ({ id: environment.uuid(), ...each }));
  await session.query(insertMany, [kind, JSON.stringify(rows)]);
}
