// Updates the lines that were sent from their operations, the only source of their result.

import { plainArray } from '../../platform/db/array-text.ts';
import type { Database, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { State } from '../../payments/operations/index.ts';
import { closeIfEnded } from './close.ts';
import { lineStateOf } from './line-state.ts';
import { lockAndFindBatch, moveLines } from './store.ts';

const linesAtOnce = 1_000;

interface Sent {
  batchId: number;
  number: number;
  operationId: string;
  state: State;
}

// In index order from where the last round ended, so that lines that wait long do not delay others.
const selectSent: Statement = {
  name: 'select_sent_payouts',
  text: `select l."batchId", l.number, l.operation_id::text as "operationId", o.state from (
      select batch_id as "batchId", number, account_id, operation_id from payout_line
      where state = 'sent' and (batch_id, number) > ($1::integer, $2::integer)
        order by batch_id, number limit ${linesAtOnce}) as l
    cross join lateral (select state from operation where id = l.operation_id
      and account_id = l.account_id) as o`,
};

/** One round of a walk over all lines that were sent; the next one goes on where this one ended. */
export function createCompleter(database: Database): () => Promise<boolean> {
  let place = { batchId: 0, number: 0 };
  return async () => {
    const sent = await database.query<Sent>(selectSent, [place.batchId, place.number]);
    const more = sent.length === linesAtOnce;
    place = more ? sent.at(-1)! : { batchId: 0, number: 0 };
    const ended = sent.flatMap((line) => {
      const to = lineStateOf(line.state);
      return to === null ? [] : [{ ...line, to }];
    });
    for (const batchId of new Set(ended.map((line) => line.batchId))) {
      const of = (to: 'succeeded' | 'failed') =>
        ended.filter((line) => line.batchId === batchId && line.to === to);
      await complete(database, batchId, { succeeded: of('succeeded'), failed: of('failed') });
    }
    return more;
  };
}

function complete(
  database: Database,
  batchId: number,
  lines: { succeeded: Sent[]; failed: Sent[] },
): Promise<void> {
  return inTransaction(database, async (session) => {
    await lockAndFindBatch(session, batchId);
    for (const to of ['succeeded', 'failed'] as const) {
      if (lines[to].length === 0) continue;
      const numbers = lines[to].map(({ number }) => number);
      // It may have been sent again since it was read: then this is the result of the attempt
      // before.
      const values = [plainArray(lines[to].map(({ operationId }) => operationId))];
      await moveLines(session, batchId, {
        name: 'completed',
        from: 'sent',
        to,
        numbers,
        only: 'operation_id = any($5::bigint[])',
        values,
      });
    }
    await closeIfEnded(session, batchId);
  });
}
