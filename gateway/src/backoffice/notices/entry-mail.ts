// Decides what is told by e-mail of one entry of the audit log, and to whom.

import type { DeveloperRole } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';
import { askedMail, decidedMail, type Previews } from './approval-mail.ts';
import type { EntryMail, MailedEntry } from './mailed-entry.ts';

const readersOfClaims: readonly DeveloperRole[] = ['owner', 'admin', 'developer'];

const selectJoined: Statement = {
  name: 'select_joined_user',
  text: `select u.name, u.email, by.name as by from portal_user u
      left join membership m on m.user_id = u.id and coalesce(m.account_id, 0) = $2
        and m.ended_at is null
      left join portal_user by on by.id = m.given_by
    where u.id = $1`,
};

/** Null: nobody is told. */
export function mailOf(
  session: Session,
  entry: MailedEntry,
  previews: Previews,
): Promise<EntryMail | null> {
  switch (entry.action) {
    case 'wish.ask':
      return askedMail(session, entry, previews);
    case 'wish.approve':
    case 'wish.refuse':
    case 'wish.carry-out':
      return decidedMail(session, entry);
    case 'claim.move':
    case 'claim.message':
      return Promise.resolve(claimMail(entry));
    case 'member.join':
      return memberMail(session, entry);
    case 'key.create':
    case 'key.roll':
    case 'sms-app.create':
    case 'sms-app.roll':
      return Promise.resolve(keyMail(entry));
  }
}

const idOf = ({ subject }: MailedEntry): string => subject.split('/')[1] ?? '';

function claimMail(entry: MailedEntry): EntryMail | null {
  const { action, accountId, account, byOperator, body } = entry;
  if (!byOperator || accountId === null || account === null) return null;
  const { new: change } = JSON.parse(body) as { new: { to?: string } | null };
  const to = change?.to;
  const status = to === 'RESOLVED' || to === 'REJECTED' ? to : null;
  // Taking up and closing are no answers.
  if (action === 'claim.move' && status === null) return null;
  return {
    kind: 'claim',
    parameters: { reference: idOf(entry), account, status },
    people: { accountId, roles: readersOfClaims, topic: 'claims' },
  };
}

async function memberMail(session: Session, entry: MailedEntry): Promise<EntryMail | null> {
  const { accountId, account } = entry;
  const userId = Number(idOf(entry));
  const [joined] = await session.query<{ name: string; email: string; by: string | null }>(
    selectJoined,
    [userId, accountId ?? 0],
  );
  if (joined === undefined) return null;
  return {
    kind: 'member',
    parameters: { account, ...joined },
    people: { accountId, roles: [accountId === null ? 'admin' : 'owner'], but: userId },
  };
}

/** Its maker is told as well: a stolen session makes keys, too. */
function keyMail({ action, accountId, account, by }: MailedEntry): EntryMail | null {
  if (accountId === null || account === null) return null;
  const what = action.startsWith('key.') ? 'key' : 'smsApp';
  const made = action.endsWith('.create') ? 'new' : 'replaced';
  return {
    kind: 'key',
    parameters: { account, what, made, by },
    people: { accountId, roles: ['owner'] },
  };
}
