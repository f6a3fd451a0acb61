// Requests a settlement. The money is held in the same commit that stores the request; a repeated
// call finds the first one.

import { decimalsOf, parseAmount, toDecimalString } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { loadMode } from '../../platform/db/mode.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import {
  bookIn,
  loadBalances,
  lockAccountIn,
  settlementPostings,
} from '../../payments/ledger/index.ts';
import { findDestination } from './destination-store.ts';
import { findByKey, insertSettlement } from './store.ts';
import { feeOf, loadTerms } from './terms.ts';

/** `amount` in ten-thousandths; `key` is the caller's own, unique in the account. */
export interface SettlementOrder {
  accountId: number;
  key: string;
  destinationId: number;
  currency: string;
  amount: bigint;
  /** Null: the schedule. */
  askedBy: number | null;
  /** Who set the schedule. */
  scheduledBy?: number | null;
}
export type RequestRefusal =
  /** Unknown, removed, not confirmed, or not rested. */
  | 'destination'
  | 'suspended'
  | 'amount'
  | 'below minimum'
  | 'above maximum'
  | 'not covered'
  /** Its money is of a rehearsal, and is nobody's. */
  | 'rehearsal'
  /** The key stands for another settlement. */
  | 'key used';
/** `repeated`: this very one was there under its key. */
export type Requested =
  { ok: true; id: number; repeated: boolean } | { ok: false; refusal: RequestRefusal };

export function requestSettlement(
  database: Database,
  who: Who,
  order: SettlementOrder,
): Promise<Requested> {
  return inTransaction(database, (session) => requestSettlementIn(session, who, order));
}

/** The same inside the caller's transaction, which holds the account's lock from then on. */
export async function requestSettlementIn(
  session: Session,
  who: Who,
  order: SettlementOrder,
): Promise<Requested> {
  const { accountId, key, destinationId, currency, amount, askedBy, scheduledBy = null } = order;
  if ((await loadMode(session)) === 'rehearsal') return { ok: false, refusal: 'rehearsal' };
  const account = await lockAccountIn(session, accountId);
  const known = await findByKey(session, accountId, key);
  if (known !== null) {
    const same =
      known.amount === amount &&
      known.currency === currency &&
      known.destinationId === destinationId;
    return same ? { ok: true, id: known.id, repeated: true } : { ok: false, refusal: 'key used' };
  }
  if (account === null || account.suspended) return { ok: false, refusal: 'suspended' };
  const destination = await findDestination(session, destinationId);
  if (destination === null || destination.accountId !== accountId || !destination.usable)
    return { ok: false, refusal: 'destination' };
  const terms = await loadTerms(session, currency);
  const refusal = amountRefusal(terms, amount, currency);
  if (refusal !== null) return { ok: false, refusal };
  const fee = feeOf(terms, amount, currency);
  const balance = (await loadBalances(session, [accountId])).find(
    (row) => row.currency === currency,
  );
  if (balance === undefined || balance.available < amount + fee)
    return { ok: false, refusal: 'not covered' };
  const id = await insertSettlement(session, {
    accountId,
    key,
    destinationId,
    currency,
    amount,
    fee,
    askedBy,
    scheduledBy,
  });
  const booked = await bookIn(
    session,
    { accountId, currency, note: `settlement/${id}`, settlementId: id },
    settlementPostings('requested', { amount, fee }),
  );
  if (!booked.ok) throw new Error(`settlement ${id} is not covered`);
  const reported = {
    destinationId,
    currency,
    amount: toDecimalString(amount),
    fee: toDecimalString(fee),
  };
  await recordAudit(session, {
    who,
    action: 'settlement.request',
    accountId,
    subject: `settlement/${id}`,
    new: reported,
  });
  return { ok: true, id, repeated: false };
}

function amountRefusal(
  terms: { minimum: bigint; maximum: bigint | null },
  amount: bigint,
  currency: string,
): RequestRefusal | null {
  if (amount <= 0n || parseAmount(toDecimalString(amount), decimalsOf(currency)) === null)
    return 'amount';
  if (amount < terms.minimum) return 'below minimum';
  return terms.maximum !== null && amount > terms.maximum ? 'above maximum' : null;
}
