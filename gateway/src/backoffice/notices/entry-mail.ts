// Decides what is told by e-mail of one entry of the audit log, and to whom.

import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { NotificationKind, NotificationParameters } from '../notifications/index.ts';
import type { PeopleOf } from './people.ts';

/** The actions that are told; each has a case below. */
export const mailedActions = [
  ...(['wish.ask', 'claim.move', 'claim.message', 'member.join'] as const),
  ...(['key.create', 'key.roll', 'sms-app.create', 'sms-app.roll'] as const),
] as const;

export interface MailedEntry {
  number: bigint;
  action: (typeof mailedActions)[number];
  accountId: number | null;
  /** Name of the account. */
  account: string | null;
  /** Who did it; null: the command line or the system. */
  userId: number | null;
  by: string | null;
  /** Whether the operator did it to an account. */
  byOperator: boolean;
  subject: string;
  body: string;
}

export type EntryMail = {
  [Kind in NotificationKind]: {
    kind: Kind;
    parameters: NotificationParameters[Kind];
    people: PeopleOf;
  };
}[NotificationKind];

const approvers: readonly OperatorRole[] = ['admin', 'finance'];
const approversOfAccount: readonly DeveloperRole[] = ['owner', 'admin', 'finance'];
const readersOfClaims: readonly DeveloperRole[] = ['owner', 'admin', 'developer'];

const selectRequest: Statement = {
  name: 'select_request_that_waits',
  text: `select kind, side from approval_request where id = $1 and state = 'open' and expires_at > jokko_now()`,
};
const selectJoined: Statement = {
  name: 'select_joined_user',
  text: `select u.name, u.email, by.name as by from portal_user u
      left join membership m on m.user_id = u.id and coalesce(m.account_id, 0) = $2 and m.ended_at is null
      left join portal_user by on by.id = m.given_by
    where u.id = $1`,
};

/** Null: nobody is told. */
export function mailOf(session: Session, entry: MailedEntry): Promise<EntryMail | null> {
  switch (entry.action) {
    case 'wish.ask':
      return approvalMail(session, entry);
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

/** What was decided meanwhile waits for nobody. */
async function approvalMail(session: Session, entry: MailedEntry): Promise<EntryMail | null> {
  const { accountId, account, by, userId } = entry;
  const [request] = await session.query<{ kind: string; side: 'operator' | 'account' }>(
    selectRequest,
    [Number(idOf(entry))],
  );
  if (request === undefined) return null;
  const { side, kind } = request;
  return {
    kind: 'approval',
    parameters: { side, request: kind, account, by: by ?? '' },
    people: {
      ...(side === 'operator'
        ? { accountId: null, roles: approvers }
        : { accountId, roles: approversOfAccount }),
      but: userId,
      topic: 'approvals',
    },
  };
}

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
