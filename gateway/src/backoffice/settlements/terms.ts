// The operator's terms for settlements in a currency: limits and a fee, as data. A currency
// without terms has neither.

import { decimalsOf } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';

/** Amounts in ten-thousandths. `maximum` null: none. */
export interface Terms {
  minimum: bigint;
  maximum: bigint | null;
  fee: bigint;
  /** Ten-thousandths of the amount, beside `fee`. */
  feeShare: number;
}

const none: Terms = { minimum: 0n, maximum: null, fee: 0n, feeShare: 0 };
const shareWhole = 10_000n;
const columns = 'minimum, maximum, fee, fee_share as "feeShare"';
const select: Statement = {
  name: 'select_settlement_terms',
  text: `select ${columns} from settlement_terms where currency = $1`,
};
const upsert: Statement = {
  name: 'upsert_settlement_terms',
  text: `insert into settlement_terms (currency, minimum, maximum, fee, fee_share)
    values ($1, $2, $3, $4, $5)
    on conflict (currency) do update set minimum = excluded.minimum, maximum = excluded.maximum,
      fee = excluded.fee, fee_share = excluded.fee_share`,
};

export async function loadTerms(session: Session, currency: string): Promise<Terms> {
  return (await session.query<Terms>(select, [currency]))[0] ?? none;
}

/** For settlements asked for from now on. */
export function setTerms(
  database: Database,
  who: Who,
  currency: string,
  change: Partial<Terms>,
): Promise<Terms> {
  return inTransaction(database, async (session) => {
    const old = await loadTerms(session, currency);
    const terms = { ...old, ...change };
    await session.query(upsert, [
      currency,
      terms.minimum,
      terms.maximum,
      terms.fee,
      terms.feeShare,
    ]);
    await recordAudit(session, {
      who,
      action: 'settlement.terms',
      subject: `currency/${currency}`,
      old: reported(old),
      new: reported(terms),
    });
    return terms;
  });
}

const reported = ({ minimum, maximum, fee, feeShare }: Terms): object => ({
  minimum: String(minimum),
  maximum: maximum === null ? null : String(maximum),
  fee: String(fee),
  feeShare,
});

/** The smallest amount of a currency that a bank can pay, in ten-thousandths. */
const unitOf = (currency: string): bigint => 10n ** BigInt(4 - decimalsOf(currency));

/** What a settlement of `amount` costs, rounded up to what the currency has. Pure. */
export function feeOf({ fee, feeShare }: Terms, amount: bigint, currency: string): bigint {
  const unit = unitOf(currency);
  const units = shareWhole * unit;
  return ((fee * shareWhole + amount * BigInt(feeShare) + units - 1n) / units) * unit;
}

/** The most that can be settled out of `available` with its fee; 0 when nothing can. Pure. */
export function mostOf(terms: Terms, available: bigint, currency: string): bigint {
  const unit = unitOf(currency);
  const payable = (amount: bigint): bigint => (amount / unit) * unit;
  // The fee is rounded up: what is left of a unit beside it pays nothing.
  const shared = (payable(available) - terms.fee) * shareWhole;
  const covered = payable(shared / (shareWhole + BigInt(terms.feeShare)));
  if (covered <= 0n) return 0n;
  const { maximum } = terms;
  return maximum !== null && covered > maximum ? payable(maximum) : covered;
}
