// Lists the events of the provider inbox: those that wait, the oldest first, then the latest
// decided.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface ListedEvent {
  id: string;
  route: string;
  ours: string | null;
  theirs: string | null;
  outcome: string | null;
  /** Ten-thousandths. */
  amount: bigint | null;
  currency: string | null;
  state: 'waiting' | 'matched' | 'ignored';
  receivedAt: Date;
  /** How often the same came again. */
  repeats: number;
  transactionId: string | null;
  accountId: number | null;
  reason: string | null;
}

export interface InboxPage {
  of: 'waiting' | 'decided';
  /** The id where the page before ended. */
  after: string | null;
  limit: number;
}

const columns = `id::text as id, route, our_reference as ours, provider_reference as theirs,
  outcome, amount, currency, state,
  received_at as "receivedAt", repeats, operation_id::text as "transactionId",
    account_id as "accountId", reason`;
const statements: { [of in InboxPage['of']]: Statement } = {
  waiting: {
    name: 'list_provider_inbox_waiting',
    text: `select ${columns} from provider_inbox where state = 'waiting'
      and ($1::bigint is null or id > $1)
      order by id limit $2`,
  },
  decided: {
    name: 'list_provider_inbox_decided',
    text: `select ${columns} from provider_inbox where state <> 'waiting'
      and ($1::bigint is null or id < $1)
      order by id desc limit $2`,
  },
};

export const listInbox = (
  session: Session,
  { of, after, limit }: InboxPage,
): Promise<ListedEvent[]> => session.query<ListedEvent>(statements[of], [after, limit]);
