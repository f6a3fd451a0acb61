// What if a file was read wrongly, or the world has changed since? It is withdrawn, and counts no more; or its lines are matched again.

import type { Database, Statement } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import type { Uploader } from './upload.ts';

const withdraw: Statement = {
  name: 'withdraw_reconciliation_file',
  text: `update reconciliation_file set state = 'withdrawn', done_at = jokko_now() where id = $1 and state not in ('withdrawn', 'failed')
    returning id, route, routes`,
};
const removePieces: Statement = { name: 'remove_pieces_of_withdrawn', text: 'delete from reconciliation_piece where file_id = $1' };
const matchAgain: Statement = {
  name: 'match_reconciliation_again',
  text: `update reconciliation_file set state = 'matching', position = 0 where id = $1 and state = 'done' returning id`,
};
// What it named must be looked for in the others, and what was named twice because of it is named once now.
const matchOthersAgain: Statement = {
  name: 'match_other_reconciliations_again',
  text: `update reconciliation_file set state = 'matching', position = 0
    where route = $2 and state = 'done' and id <> $1 and judged_until is not null`,
};

/** False where there is no such file, or it does not count anyway. Its lines and gaps stay to be read. */
export function withdrawFile(database: Database, { id, by }: { id: number; by: Uploader }): Promise<boolean> {
  return inTransaction(database, async (session) => {
    const [file] = await session.query<{ route: string }>(withdraw, [id]);
    if (file === undefined) return false;
    await session.query(removePieces, [id]);
    await session.query(matchOthersAgain, [id, file.route]);
    await recordAudit(session, { who: by.who, action: 'reconciliation.withdraw', subject: `reconciliation/${id}` });
    return true;
  });
}

/** Results that came late, and what persons have mended, close gaps. False where the file is not done. */
export function repeatMatching(database: Database, { id, by }: { id: number; by: Uploader }): Promise<boolean> {
  return inTransaction(database, async (session) => {
    if ((await session.query(matchAgain, [id])).length === 0) return false;
    await recordAudit(session, { who: by.who, action: 'reconciliation.repeat', subject: `reconciliation/${id}` });
    return true;
  });
}
