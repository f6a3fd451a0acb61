// Leases the lines to send next: a few of a batch at a time, on one node, as long as the balance
// suffices. Each is SENDING before it is sent.

import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { loadBalances } from '../../payments/ledger/index.ts';
import { closeIfEnded } from './close.ts';
import {
  lineColumns,
  lockAndFindBatch,
  moveLines,
  readLines,
  pauseMs,
  storeState,
  type Batch,
  type Line,
} from './store.ts';

/** With `pauseMs` this bounds a batch to 50 lines a second, on all nodes together. */
const linesAtOnce = 25;
/** How often a batch that waits for money is looked at. */
const fundsPauseMs = 3_000;
/** Nothing is left to send. */
const restMs = 3_600_000;
/**
 * Nobody needs that long to hand a line over; then another node goes on with it, under the same
 * external id (T05: within 45 s).
 */
const holdSeconds = 30;

// Skips lines that another node has leased, and those of suspended accounts.
const nextBatch: Statement = {
  name: 'next_payout_batch',
  text: `select id from payout_batch b where state in ('running', 'waiting_for_funds')
    and next_at <= jokko_now()
      and not (select suspended from account where id = b.account_id)
    order by next_at limit 1 for update of b skip locked`,
};
// Real time: who holds it is a matter of nodes, not of the sandbox's clock.
const holdLeft: Statement = {
  name: 'hold_left_payouts',
  text: `update payout_line l set held_until = now() + interval '${holdSeconds} seconds'
    where (l.batch_id, l.number) in (
      select batch_id, number from payout_line where state = 'sending' and held_until < now()
      order by held_until limit ${linesAtOnce} for update skip locked)
    returning ${lineColumns}`,
};

export interface LeasedLine extends Line {
  /** It was leased before: an operation may have been opened for it. */
  begunBefore: boolean;
}

/** The lines to send now; null: no batch is due. */
export function leaseLines(database: Database): Promise<LeasedLine[] | null> {
  return inTransaction(database, async (session) => {
    const [due] = await session.query<{ id: number }>(nextBatch);
    if (due === undefined) return null;
    const batch = (await lockAndFindBatch(session, due.id))!;
    const waiting = await readLines(session, batch.id, {
      state: 'waiting',
      limit: linesAtOnce,
    });
    if (waiting.length === 0) {
      // The lines in progress will end it. Code that makes lines wait again makes it due.
      await storeState(session, batch.id, 'running', restMs);
      await closeIfEnded(session, batch.id);
      return [];
    }
    const affordable = await affordableOf(session, batch, waiting);
    if (affordable.length === 0) {
      await storeState(session, batch.id, 'waiting_for_funds', fundsPauseMs);
      return [];
    }
    await moveLines(session, batch.id, {
      name: 'claimed',
      from: 'waiting',
      to: 'sending',
      numbers: affordable.map(({ number }) => number),
      set: `held_until = now() + interval '${holdSeconds} seconds'`,
    });
    await storeState(session, batch.id, 'running', pauseMs);
    return affordable.map((line) => ({ ...line, state: 'sending', begunBefore: false }));
  });
}

/**
 * From the first line on, as far as the balance reaches. The ledger decides once more when each is
 * opened.
 */
async function affordableOf(
  session: Session,
  { accountId, currency }: Batch,
  lines: readonly Line[],
): Promise<Line[]> {
  const balances = await loadBalances(session, [accountId]);
  let left = balances.find((balance) => balance.currency === currency)?.available ?? 0n;
  const affordable: Line[] = [];
  for (const line of lines) {
    left -= line.amount! + line.fee!;
    if (left < 0n) break;
    affordable.push(line);
  }
  return affordable;
}

/**
 * Lines whose node has gone in the middle of it. They go on whatever the batch's state: they may
 * have been sent.
 */
export async function leaseLeft(database: Database): Promise<LeasedLine[]> {
  const lines = await database.query<Line>(holdLeft);
  return lines.map((line) => ({ ...line, begunBefore: true }));
}
