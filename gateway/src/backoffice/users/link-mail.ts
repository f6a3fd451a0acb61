// Queues the e-mail that brings a one-time link to whom it is for. Without a mail server nothing is
// queued, and whoever made the link hands it over.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { abandonNotifications, queueNotification } from '../notifications/index.ts';
import { emailKey } from './email.ts';
import type { Seat } from './memberships.ts';

interface Made {
  /** The id of the link: with it the mail is withdrawn. */
  linkId: number;
  token: string;
  /** Who made the link; null: the command line. */
  madeBy: number | null;
  approvalRequestId: number | null;
}

// Whom we do not know yet is written to in the language of whoever invites.
const selectTerms: Statement = {
  name: 'select_terms_of_invitation_mail',
  text: `select (select name from account where id = $1) as company, by.name as by,
      coalesce((select u.language from portal_user u where u.email_key = $2), by.language,
        'fr') as language
    from (select 1) as one left join portal_user by on by.id = $3`,
};

interface Terms {
  company: string | null;
  by: string | null;
  language: 'fr' | 'en';
}

const keyOf = (linkId: number): string => `link/${linkId}`;

/** What has not left yet stays here. */
export const withdrawLinkMails = (session: Session, linkIds: readonly number[]): Promise<void> =>
  abandonNotifications(session, linkIds.map(keyOf));

export async function mailInvitation(
  session: Session,
  secrets: Secrets,
  { linkId, email, seat, token, madeBy, approvalRequestId }: Made & { email: string; seat: Seat },
): Promise<void> {
  const [terms] = await session.query<Terms>(selectTerms, [
    seat.accountId,
    emailKey(email),
    madeBy,
  ]);
  const { company, by, language } = terms!;
  await queueNotification(
    session,
    {
      kind: 'invitation',
      channel: 'email',
      to: { address: email, language },
      parameters: { company, by, role: seat.role },
      dedupKey: keyOf(linkId),
    },
    { secrets, token, approvalRequestId },
  );
}

export async function mailReset(
  session: Session,
  secrets: Secrets,
  {
    linkId,
    userId,
    secondFactors,
    token,
    approvalRequestId,
  }: Omit<Made, 'madeBy'> & { userId: number; secondFactors: boolean },
): Promise<void> {
  await queueNotification(
    session,
    {
      kind: 'reset',
      channel: 'email',
      to: { userId },
      parameters: { secondFactors },
      dedupKey: keyOf(linkId),
    },
    { secrets, token, approvalRequestId },
  );
}
