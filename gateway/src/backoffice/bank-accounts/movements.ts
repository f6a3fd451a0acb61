// Writes down what went through one of our bank accounts, in the commit that books it.

import type { Session, Statement } from '../../platform/db/database.ts';

/** One of the three. `approvalRequestId`: of a deposit. */
type Booked = { floatMoveId: number } | { settlementId: number } | { approvalRequestId: number };

export interface NewBankMovement {
  bankAccountId: number;
  booked: Booked;
  currency: string;
  /** Ten-thousandths, not zero; above zero it came to the bank. */
  amount: bigint;
  /** The bank's; null: nobody knows it. */
  reference: string | null;
  /** The one that our payment file gives the bank. */
  ourReference?: string;
  /** `2026-11-21`; null: today. */
  valueDate: string | null;
}

const today = `(jokko_now() at time zone 'UTC')::date`;
const insert: Statement = {
  name: 'insert_bank_movement',
  text: `insert into bank_movement (bank_account_id, float_move_id, settlement_id,
    approval_request_id, currency, amount, reference, our_reference, value_date)
    values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::date, ${today}))`,
};
const insertReturn: Statement = {
  name: 'insert_bank_return',
  text: `insert into bank_movement (bank_account_id, settlement_id, currency, amount, our_reference,
    value_date)
    select bank_account_id, settlement_id, currency, -amount, our_reference, ${today}
      from bank_movement where settlement_id = $1 and amount < 0`,
};
const selectPayer: Statement = {
  name: 'select_bank_account_that_paid',
  text: 'select bank_account_id as id from bank_movement where settlement_id = $1 and amount < 0',
};
const selectFitting: Statement = {
  name: 'select_fitting_bank_account',
  text: 'select from bank_account where id = $1 and currency = $2 and closed_at is null',
};

/** Whether money of this currency may be said to go through it: it is open. */
export async function fitsBankAccount(
  session: Session,
  { bankAccountId, currency }: { bankAccountId: number; currency: string },
): Promise<boolean> {
  return (await session.query(selectFitting, [bankAccountId, currency])).length > 0;
}

/** Inside the caller's transaction. A second time for the same booking throws. */
export async function recordBankMovementIn(
  session: Session,
  moved: NewBankMovement,
): Promise<void> {
  const { bankAccountId, booked, currency, amount, reference, ourReference, valueDate } = moved;
  await session.query(insert, [
    bankAccountId,
    'floatMoveId' in booked ? booked.floatMoveId : null,
    'settlementId' in booked ? booked.settlementId : null,
    'approvalRequestId' in booked ? booked.approvalRequestId : null,
    currency,
    amount,
    reference,
    ourReference ?? null,
    valueDate,
  ]);
}

/**
 * Inside the caller's transaction: what a bank account paid of a settlement comes back to it; of
 * which none is known, nothing is written.
 */
export async function recordBankReturnIn(session: Session, settlementId: number): Promise<void> {
  await session.query(insertReturn, [settlementId]);
}

/** The bank account that paid a settlement; null: none is known. */
export async function findPayer(session: Session, settlementId: number): Promise<number | null> {
  return (await session.query<{ id: number }>(selectPayer, [settlementId]))[0]?.id ?? null;
}
