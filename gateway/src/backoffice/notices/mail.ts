// Tells by e-mail what the audit log says, to those whom it concerns: follows the numbers of its
// entries, and moves on in the commit that writes the messages. And tells of balances that fall.

import type { Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueNotification } from '../notifications/index.ts';
import { previewsOf, type PreviewDeps, type Previews } from './approval-mail.ts';
import { takeFalls } from './balance-limits.ts';
import { mailOf } from './entry-mail.ts';
import { mailedActions, type EntryMail, type MailedEntry } from './mailed-entry.ts';
import { findPeople } from './people.ts';

/** In one commit. */
const entriesMax = 50;
/** What is older is no news: a mail server that is set up later tells nothing of last year. */
const toldHours = 72;

// Numbers have no gaps: an entry is committed before the next one gets its number. One of all nodes
// has the row.
const readTurn: Statement = {
  name: 'read_turn_of_notice_mail',
  text: `select m.number as "toldUpTo", h.number as head from notice_mail m, audit_head h
    where m.number < h.number`,
};
const takeTurn: Statement = {
  name: 'take_turn_of_notice_mail',
  text: `${readTurn.text} for update of m skip locked`,
};
interface Turn {
  toldUpTo: bigint;
  head: bigint;
}
const selectEntries: Statement = {
  name: 'select_entries_to_mail',
  text: `select e.number, e.action, e.account_id as "accountId", a.name as account,
    e.user_id as "userId", by.name as by, e.subject, e.body,
      e.account_id is not null and e.user_id is not null and not exists (
        select from membership o where o.user_id = e.user_id
          and o.account_id = e.account_id) as "byOperator"
    from audit_entry e left join account a on a.id = e.account_id
      left join portal_user by on by.id = e.user_id
    where e.number > $1 and e.number <= $2 and e.action = any($3)
      and e.at >= to_char((jokko_now() - interval '${toldHours} hours') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    order by e.number limit ${entriesMax}`,
};
const moveOn: Statement = {
  name: 'move_notice_mail',
  text: 'update notice_mail set number = $1',
};

export interface NoticeMailDeps extends PreviewDeps {
  /**
   * Whether this node can send e-mail; without it nothing is told, and another node may tell it.
   */
  mails: boolean;
}

/** One round. True when there may be more. */
export function createNoticeMailRounds({ mails, ...deps }: NoticeMailDeps): () => Promise<boolean> {
  return async () => {
    if (!mails) return false;
    const { database } = deps;
    const previews = await readPreviews(deps);
    const more = await inTransaction(database, (session) => tellEntries(session, previews));
    await inTransaction(database, tellFalls);
    return more;
  };
}

/** Previews of the requests whose turn it is, as far as nobody has told them before. */
async function readPreviews(deps: PreviewDeps): Promise<Previews> {
  const { database } = deps;
  const [turn] = await database.query<Turn>(readTurn);
  if (turn === undefined) return new Map();
  const values = [turn.toldUpTo, turn.head, ['wish.ask']];
  return previewsOf(deps, await database.query<MailedEntry>(selectEntries, values));
}

async function tellEntries(session: Session, previews: Previews): Promise<boolean> {
  const [turn] = await session.query<Turn>(takeTurn);
  if (turn === undefined) return false;
  const values = [turn.toldUpTo, turn.head, mailedActions];
  const entries = await session.query<MailedEntry>(selectEntries, values);
  for (const entry of entries) {
    const mail = await mailOf(session, entry, previews);
    if (mail !== null) await queueMail(session, mail, `notice/${entry.number}`);
  }
  const more = entries.length === entriesMax;
  await session.query(moveOn, [more ? entries.at(-1)!.number : turn.head]);
  return more;
}

async function tellFalls(session: Session): Promise<void> {
  for (const { accountId, ...parameters } of await takeFalls(session))
    await queueMail(session, {
      kind: 'balance',
      parameters,
      people: { accountId, roles: ['owner', 'admin', 'finance'], topic: 'balance' },
    });
}

async function queueMail(
  session: Session,
  { kind, parameters, people }: EntryMail,
  dedupKey?: string,
): Promise<void> {
  for (const userId of await findPeople(session, people))
    await queueNotification(session, {
      kind,
      parameters,
      channel: 'email',
      to: { userId },
      ...(dedupKey !== undefined && { dedupKey: `${dedupKey}/${userId}` }),
    });
}
