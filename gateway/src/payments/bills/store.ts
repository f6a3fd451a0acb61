// Stores listed and paid bills. `reserveBills` and `releaseBills` run inside the writer's own
// commits.

import type { Extra, PendingBill } from '@jokko/connectors/kit';
import type { Session, Statement } from '../../platform/db/database.ts';

/**
 * What the writer knows of an operation (payments/operations `OperationTerms`), as far as bills
 * need it.
 */
export interface BillPayer {
  accountId: number;
  id: string;
  codeService: string;
  details: { extra: Extra };
}
export interface BillReservation {
  terms: Omit<BillPayer, 'details'>;
  accountNumber: string;
  reference: string;
}

const insertPayments: Statement = {
  name: 'bill-reserve',
  // Ordered by key, so that two writers with the same bills wait for each other in the same order
  // and never in a circle.
  text: `insert into bill_payment (code_service, account_number, reference, account_id,
    operation_id)
    select s, n, r, a, o from json_to_recordset($1::json) as p(s text, n text, r text, a integer,
      o bigint)
    order by s, n, r`,
};
const deletePayments: Statement = {
  name: 'bill-release',
  text: `delete from bill_payment using json_to_recordset($1::json) as p(s text, n text, r text,
    a integer, o bigint)
    where code_service = p.s and account_number = p.n and reference = p.r and account_id = p.a
      and operation_id = p.o`,
};

/**
 * Reserves bills in the transaction that opens their operations. A bill that another account's
 * transaction took since it was looked at fails the transaction with SQLSTATE 23505 on
 * `bill_payment_pkey` (it waits for that transaction first): nothing is stored, and the next try
 * finds the bill paid. The statement can therefore travel in one pipeline with the commit.
 */
export async function reserveBills(
  session: Session,
  reservations: readonly BillReservation[],
): Promise<void> {
  const rows = reservations.map(({ terms, accountNumber, reference }) =>
    paymentRow(terms, accountNumber, reference),
  );
  if (rows.length > 0) await session.query(insertPayments, [JSON.stringify(rows)]);
}

/**
 * Gives bills back whose operations ended without success. Operations of other services are
 * skipped, and a bill that belongs to another operation by now is left alone, so giving back twice
 * does no harm.
 */
export async function releaseBills(session: Session, payers: readonly BillPayer[]): Promise<void> {
  const rows = payers.flatMap((payer) => {
    const { extra } = payer.details;
    return extra.type === 'bill'
      ? [paymentRow(payer, extra.accountNumber, extra.billReference)]
      : [];
  });
  if (rows.length > 0) await session.query(deletePayments, [JSON.stringify(rows)]);
}

function paymentRow(payer: Omit<BillPayer, 'details'>, accountNumber: string, reference: string) {
  return { s: payer.codeService, n: accountNumber, r: reference, a: payer.accountId, o: payer.id };
}

export interface BillKey {
  accountId: number;
  codeService: string;
  accountNumber: string;
  reference: string;
}

export async function upsertListing(
  session: Session,
  listing: {
    accountId: number;
    codeService: string;
    accountNumber: string;
    bills: readonly PendingBill[];
  },
): Promise<void> {
  const bills = listing.bills.map((bill) => ({
    reference: bill.billReference,
    amount: bill.amount.toString(),
  }));
  await session.query(
    {
      name: 'bill-record-listing',
      // A provider that lists a reference twice must not make the statement fail: the last one
      // counts.
      text: `insert into bill (account_id, code_service, account_number, reference, amount,
        listed_at)
        select distinct on (reference) $1, $2, $3, reference, amount, jokko_now()
        from rows from (json_to_recordset($4) as (reference text, amount bigint))
          with ordinality as listed (reference, amount, position)
        order by reference, position desc
        on conflict (account_id, code_service, account_number, reference)
        do update set amount = excluded.amount, listed_at = excluded.listed_at`,
    },
    [listing.accountId, listing.codeService, listing.accountNumber, JSON.stringify(bills)],
  );
}

/**
 * The bill as this account listed it within the last `hours`, and whether an operation of any
 * account has it.
 */
export async function selectBill(
  session: Session,
  key: BillKey,
  hours: number,
): Promise<{ amount: bigint; taken: boolean } | null> {
  const rows = await session.query<{ amount: bigint; taken: boolean }>(
    {
      name: 'bill-find',
      text: `select amount, exists (
          select from bill_payment
          where bill_payment.code_service = bill.code_service
            and bill_payment.account_number = bill.account_number
            and bill_payment.reference = bill.reference
        ) as taken
        from bill
        where account_id = $1 and code_service = $2 and account_number = $3 and reference = $4
          and listed_at >= jokko_now() - make_interval(hours => $5)`,
    },
    [key.accountId, key.codeService, key.accountNumber, key.reference, hours],
  );
  return rows[0] ?? null;
}
