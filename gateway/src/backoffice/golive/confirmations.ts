// Stores what users have confirmed of a route, with a name and a word, and records it in the audit
// log.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';

export interface Confirmation {
  item: string;
  confirmedBy: string;
  word: string;
  at: Date;
}

/** `route`: of a payment route its name, of an SMS connection what `confirmedAs` makes of it. */
export interface ConfirmationKey {
  route: string;
  counterparty: string;
}

const selectConfirmations: Statement = {
  name: 'select_golive_confirmations',
  text: `select item, confirmed_by as "confirmedBy", word, at from golive_confirmation
    where route = $1 and counterparty = $2 order by item`,
};
const storeConfirmation: Statement = {
  name: 'store_golive_confirmation',
  text: `insert into golive_confirmation (route, counterparty, item, confirmed_by, word)
    values ($1, $2, $3, $4, $5)
    on conflict (route, counterparty, item)
    do update set confirmed_by = excluded.confirmed_by, word = excluded.word, at = excluded.at`,
};

export const listConfirmations = (
  session: Session,
  route: string,
  counterparty: string,
): Promise<Confirmation[]> =>
  session.query<Confirmation>(selectConfirmations, [route, counterparty]);

/** In place of an earlier one of the same item. */
export function confirmItem(
  database: Database,
  who: Who,
  { route, counterparty, ...given }: ConfirmationKey & Omit<Confirmation, 'at'>,
): Promise<void> {
  const { item, confirmedBy, word } = given;
  return inTransaction(database, async (session) => {
    await session.query(storeConfirmation, [route, counterparty, item, confirmedBy, word]);
    await recordAudit(session, {
      who,
      action: 'golive.confirm',
      subject: `route/${route}`,
      new: { item, confirmedBy, word },
    });
  });
}
