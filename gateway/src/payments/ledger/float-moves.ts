// Tops up a provider's float, or returns it to our bank, as one entry of our own books with the
// bank's reference, once for each approval request.

import type { Session, Statement } from '../../platform/db/database.ts';
import { floatPosting } from './postings.ts';
import { writeOwnTransfer } from './store.ts';

/** `amount` is in ten-thousandths, not zero. Below zero the money comes back from the provider. */
export interface FloatOrder {
  approvalRequestId: number;
  route: string;
  currency: string;
  amount: bigint;
  /** The bank's reference. */
  reference: string;
  /** `2026-11-21`. */
  valueDate: string;
}

export interface FloatMove extends FloatOrder {
  id: number;
  madeAt: Date;
}

const insertMove: Statement = {
  name: 'insert_float_move',
  text: `insert into float_move (approval_request_id, transfer_id, route, currency, amount,
    reference, value_date) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
};
const selectMoves: Statement = {
  name: 'list_float_moves',
  text: `select id, approval_request_id as "approvalRequestId", route, currency, amount, reference,
    value_date::text as "valueDate", made_at as "madeAt"
    from float_move where id < $1 order by id desc limit $2`,
};
const selectReferences: Statement = {
  name: 'list_float_moves_of_references',
  text: `select reference, approval_request_id as "approvalRequestId", made_at as "madeAt"
    from float_move where reference = any($1::text[]) order by reference, id`,
};
const idMax = 2_147_483_647;

/**
 * Books the movement inside the caller's transaction and returns its number. Throws if the approval
 * request has a movement already.
 */
export async function moveFloatIn(session: Session, order: FloatOrder): Promise<number> {
  const { approvalRequestId, route, currency, amount, reference, valueDate } = order;
  const transferId = await writeOwnTransfer(
    session,
    floatPosting(route, amount),
    currency,
    `wish/${approvalRequestId}: ${reference}`,
  );
  const [move] = await session.query<{ id: number }>(insertMove, [
    approvalRequestId,
    transferId,
    route,
    currency,
    amount,
    reference,
    valueDate,
  ]);
  return move!.id;
}

/** Returns the movements under these references of the bank, oldest first. */
export async function listMovesOfReferences(
  session: Session,
  references: readonly string[],
): Promise<Pick<FloatMove, 'reference' | 'approvalRequestId' | 'madeAt'>[]> {
  return references.length === 0 ? [] : session.query(selectReferences, [references]);
}

/** Returns movements, newest first. `before`: only those with smaller ids. */
export function listFloatMoves(
  session: Session,
  { before, limit }: { before?: number; limit: number },
): Promise<FloatMove[]> {
  return session.query<FloatMove>(selectMoves, [before ?? idMax, limit]);
}
