// Decides how often somebody may be invited, and whether that is by e-mail: whoever invites chooses
// the recipient of a mail of ours. What was withdrawn counts as well.

import type { Session, Statement } from '../../platform/db/database.ts';
import { refuseTries, type Refused } from '../../platform/http/portal/refused.ts';
import { emailKey } from './email.ts';

/** The limits of a developer's account within 24 hours, and of the operator. */
const accountMax = 50;
const operatorMax = 500;
/** To one address, by whatever accounts. */
const recipientMax = 5;
const retryAfterSeconds = 3_600;

const count: Statement = {
  name: 'count_invitations_of_day',
  text: `select count(*) filter (where coalesce(account_id, 0) = $1)::integer as "ofAccount",
      count(*) filter (where email_key = $2)::integer as "toRecipient"
    from one_time_link where kind = 'invitation' and created_at > jokko_now() - interval '24 hours'
      and (coalesce(account_id, 0) = $1 or email_key = $2)`,
};
// Those who ask at once are counted one after the other.
const lock: Statement = {
  name: 'lock_invitations_of',
  text: `select pg_advisory_xact_lock(hashtextextended('invitation/' || $1::text, 0))`,
};

/** Null: one more is within the limits. In the transaction that makes the invitation. */
export async function invitationsRefusal(
  session: Session,
  accountId: number | null,
  email: string,
): Promise<Refused | null> {
  await session.query(lock, [String(accountId ?? 0)]);
  await session.query(lock, [emailKey(email)]);
  const [row] = await session.query<{ ofAccount: number; toRecipient: number }>(count, [
    accountId ?? 0,
    emailKey(email),
  ]);
  const max = accountId === null ? operatorMax : accountMax;
  return row!.ofAccount >= max || row!.toRecipient >= recipientMax
    ? refuseTries(retryAfterSeconds)
    : null;
}

const selectRegistered: Statement = {
  name: 'select_account_registered_itself',
  text: `select 1 from audit_entry where subject = $1 and action = 'account.register' limit 1`,
};

/**
 * Anybody can register. Such an account hands its links over itself: no mail of ours goes where it
 * says.
 */
export async function invitesByMail(session: Session, accountId: number | null): Promise<boolean> {
  if (accountId === null) return true;
  return (await session.query(selectRegistered, [`account/${accountId}`])).length === 0;
}
