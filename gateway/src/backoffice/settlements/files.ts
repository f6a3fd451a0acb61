// Creates payment files for the bank. Each approved settlement is in exactly one file, so that no
// file makes the bank pay it a second time.

import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { settlementColumns, settlementRows, type Settlement } from './store.ts';

const takeNumber: Statement = {
  name: 'take_settlement_file',
  text: `select nextval('settlement_file_seq')::integer as file`,
};
const fill: Statement = {
  name: 'fill_settlement_file',
  text: `
    with waiting as (
      select s.id from settlement s join payout_destination d on d.id = s.destination_id
      where s.state = 'APPROVED' and s.file is null and d.removed_at is null
        order by s.id for update of s
    )
    update settlement s set file = $1 from waiting where s.id = waiting.id returning s.id`,
};
const list: Statement = {
  name: 'list_settlements_of_file',
  text: `select ${settlementColumns} ${settlementRows}
    where s.file = $1 and s.id > $2 and s.state = 'APPROVED' and d.removed_at is null
      order by s.file, s.id limit $3`,
};

/**
 * All that is approved and in no file yet, except to destinations that were removed. Null: there is
 * nothing to pay.
 */
export function makePaymentFile(
  database: Database,
  who: Who,
): Promise<{ file: number; count: number } | null> {
  return inTransaction(database, async (session) => {
    const [taken] = await session.query<{ file: number }>(takeNumber);
    const { file } = taken!;
    const count = (await session.query(fill, [file])).length;
    if (count === 0) return null;
    await recordAudit(session, {
      who,
      action: 'settlement.file',
      subject: `settlement-file/${file}`,
      new: { count },
    });
    return { file, count };
  });
}

/**
 * The settlements of a file that the bank has still to pay, oldest first, some at a time: what was
 * paid or returned meanwhile, or whose destination was removed, is not ordered again.
 */
export async function* eachOfFile(session: Session, file: number): AsyncGenerator<Settlement[]> {
  const limit = 500;
  for (let after = 0; ;) {
    const rows = await session.query<Settlement>(list, [file, after, limit]);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1)!.id;
  }
}
