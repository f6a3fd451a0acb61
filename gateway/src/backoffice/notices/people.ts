// Finds the users whom a notice is for: members of an account, or of the operator's team, who see
// all of its countries and may sign in; or one of them.

import type { mailTopics } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';

export type MailTopic = (typeof mailTopics)[number];

// Who has switched the topic off is left out; without a topic nobody is.
const select: Statement = {
  name: 'select_people_of_notice',
  text: `select u.id from membership m join portal_user u on u.id = m.user_id
    where coalesce(m.account_id, 0) = $1 and m.ended_at is null
      and (m.countries is null or u.id = $5)
      and ($2::text[] is null or m.role = any($2)) and ($5::integer is null or u.id = $5)
      and u.disabled_at is null and u.id is distinct from $3
        and not coalesce($4 = any(u.mail_off), false)
    order by u.id`,
};

export interface PeopleOf {
  /** Null: the operator's team. */
  accountId: number | null;
  /** Null: any. */
  roles: readonly string[] | null;
  /** This user alone, whatever countries they see. */
  only?: number;
  /** Who did it; null: nobody is left out. */
  but?: number | null;
  /** Absent: a notice of security. */
  topic?: MailTopic;
}

export async function findPeople(
  session: Session,
  { accountId, roles, but = null, topic, only }: PeopleOf,
): Promise<number[]> {
  const rows = await session.query<{ id: number }>(select, [
    accountId ?? 0,
    roles,
    but,
    topic ?? null,
    only ?? null,
  ]);
  return rows.map(({ id }) => id);
}
