// Repeats the reconciliation of a file that was read wrongly, or after circumstances have changed:
// withdraws it, so that it no longer counts, or matches its lines again.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Uploader } from './upload.ts';

const withdraw: Statement = {
  name: 'withdraw_reconciliation_file',
  text: `update reconciliation_file set state = 'withdrawn', problem = null, done_at = jokko_now()
    where id = $1 and state not in ('withdrawn', 'failed')
    returning 1`,
};
const removePieces: Statement = {
  name: 'remove_pieces_of_withdrawn',
  text: 'delete from reconciliation_piece where file_id = $1',
};
const matchAgain: Statement = {
  name: 'match_reconciliation_again',
  text: `update reconciliation_file set state = 'matching', position = 0 where id = $1
    and state = 'done' returning id`,
};
// What it named must be looked for in the others that know of it, and what was named twice because
// of it is named once now. Those of which a step is under way are waited for.
const matchOthersAgain: Statement = {
  name: 'match_other_reconciliations_again',
  text: `with mine as (
      select distinct operation_id, account_id, float_move_id, bank_movement_id, provider_reference
        from reconciliation_line where file_id = $1 and class is not null),
    shared as (
      select o.file_id from mine m cross join lateral (
        (select l.file_id from reconciliation_line l where l.operation_id = m.operation_id
          and l.account_id = m.account_id and l.file_id <> $1 limit 20)
        union all
        (select g.file_id from reconciliation_discrepancy g where g.operation_id = m.operation_id
          and g.account_id = m.account_id and g.line is null limit 20)
        union all
        (select l.file_id from reconciliation_line l
          where l.provider_reference = m.provider_reference and l.file_id <> $1 limit 20)
        union all
        (select l.file_id from reconciliation_line l where l.float_move_id = m.float_move_id
          and l.file_id <> $1 limit 20)
        union all
        (select g.file_id from reconciliation_discrepancy g where g.float_move_id = m.float_move_id
          and g.line is null limit 20)
        union all
        (select l.file_id from reconciliation_line l where l.bank_movement_id = m.bank_movement_id
          and l.file_id <> $1 limit 20)
        union all
        (select g.file_id from reconciliation_discrepancy g
          where g.bank_movement_id = m.bank_movement_id and g.line is null limit 20)) as o)
    update reconciliation_file f set state = 'matching', position = 0
      where f.id in (select distinct file_id from shared)
      and f.id <> $1 and f.state in ('done', 'matching', 'searching')`,
};

/**
 * What knows of this file, which counts no more, is matched again. Its lines must be there still.
 */
export async function matchAgainWithout(session: Session, id: number): Promise<void> {
  await session.query(matchOthersAgain, [id]);
}

/**
 * False where there is no such file, or it does not count anyway. Its lines and discrepancies stay
 * to be read.
 */
export function withdrawFile(
  database: Database,
  { id, by }: { id: number; by: Uploader },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if ((await session.query(withdraw, [id])).length === 0) return false;
    await session.query(removePieces, [id]);
    await matchAgainWithout(session, id);
    await recordAudit(session, {
      who: by.who,
      action: 'reconciliation.withdraw',
      subject: `reconciliation/${id}`,
    });
    return true;
  });
}

/**
 * Results that came late, and what users have mended, close discrepancies. False where the file is
 * not done.
 */
export function repeatMatching(
  database: Database,
  { id, by }: { id: number; by: Uploader },
): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if ((await session.query(matchAgain, [id])).length === 0) return false;
    await recordAudit(session, {
      who: by.who,
      action: 'reconciliation.repeat',
      subject: `reconciliation/${id}`,
    });
    return true;
  });
}
