// Which batches are there, and what is in one? For pages and files: newest first, and lines in the order of the file.

import { textArray } from '../../db/array-text.ts';
import type { Session, Statement } from '../../db/database.ts';
import { batchColumns, lineColumns, type Batch, type Line, type LineState } from './store.ts';

/** A batch with the names of who made it, who asked, and who decided. */
export interface ListedBatch extends Batch {
  madeByName: string;
  submittedByName: string | null;
  decidedByName: string | null;
  /** What the one who decided said. */
  decisionNote: string | null;
  /** Nobody decided in time: it must be withdrawn and asked for again. */
  wishExpired: boolean;
}

/** A line with what its operation says. */
export interface ListedLine extends Line {
  errorId: number | null;
  errorMessage: string | null;
}

const listed = `${batchColumns}, m.name as "madeByName", s.name as "submittedByName", d.name as "decidedByName", w.note as "decisionNote",
  coalesce(w.state = 'open' and w.expires_at <= jokko_now(), false) as "wishExpired"`;
const joined = `payout_batch b join person m on m.id = b.made_by left join person s on s.id = b.submitted_by
  left join wish w on w.id = b.wish_id left join person d on d.id = w.decided_by`;
const listOfAccount: Statement = {
  name: 'list_payout_batches',
  text: `select ${listed} from ${joined}
    where b.account_id = $1 and b.id < $2 and ($3::text[] is null or b.countries <@ $3) order by b.id desc limit $4`,
};
const listOfAll: Statement = {
  name: 'list_all_payout_batches',
  text: `select ${listed} from ${joined} where b.id < $1 and ($2::text[] is null or b.countries <@ $2) order by b.id desc limit $3`,
};
const findOne: Statement = { name: 'find_listed_payout_batch', text: `select ${listed} from ${joined} where b.id = $1` };
const withOperation = `select l.*, o.error_id as "errorId", o.error_message as "errorMessage" from page as l
  left join lateral (select error_id, error_message from operation where id = l."operationId"::bigint and account_id = l."accountId" and l.state = 'failed') as o on true
  order by l.number`;
const page = (condition: string, order: string): string =>
  `with page as materialized (select ${lineColumns} from payout_line l where l.batch_id = $1 and ${condition} order by ${order} limit $3) ${withOperation}`;
const listings: { readonly [show in 'all' | 'wrong' | 'doubtful']: Statement } = {
  all: { name: 'list_payout_lines', text: page('l.number > $2', 'l.number') },
  wrong: { name: 'list_wrong_payout_lines', text: page('l.number > $2 and l.problems is not null', 'l.number') },
  doubtful: { name: 'list_doubtful_payout_lines', text: page('l.number > $2 and l.doubts is not null', 'l.number') },
};
const listOfState: Statement = { name: 'list_payout_lines_of_state', text: page('l.number > $2 and l.state = $4', 'l.number') };
const idMax = 2_147_483_647;

/** @param accountId null: of all accounts. @param countries null: all; else batches within them alone. @param before those with smaller ids. */
export function listBatches(
  session: Session,
  {
    accountId,
    countries,
    before,
    limit,
  }: { accountId: number | null; countries: readonly string[] | null; before: number | null; limit: number },
): Promise<ListedBatch[]> {
  const within = countries === null ? null : textArray(countries);
  if (accountId === null) return session.query<ListedBatch>(listOfAll, [before ?? idMax, within, limit]);
  return session.query<ListedBatch>(listOfAccount, [accountId, before ?? idMax, within, limit]);
}

/** Null: there is none that may be seen. */
export async function findListedBatch(
  session: Session,
  id: number,
  { accountId, countries }: { accountId: number | null; countries: readonly string[] | null },
): Promise<ListedBatch | null> {
  const [batch] = await session.query<ListedBatch>(findOne, [id]);
  if (batch === undefined || (accountId !== null && batch.accountId !== accountId)) return null;
  return countries === null || batch.countries.every((country) => countries.includes(country)) ? batch : null;
}

export type LinesShown = 'all' | 'wrong' | 'doubtful' | LineState;

/** @param after those behind this number of the batch. */
export function listLines(
  session: Session,
  batchId: number,
  { show, after, limit }: { show: LinesShown; after: number; limit: number },
): Promise<ListedLine[]> {
  if (show === 'all' || show === 'wrong' || show === 'doubtful') return session.query<ListedLine>(listings[show], [batchId, after, limit]);
  return session.query<ListedLine>(listOfState, [batchId, after, limit, show]);
}
