// What an approval request would change: every line with what is so now and what would be so after
// approval. Read when somebody looks, never stored.

import { toDecimalString } from '@jokko/contract';
import type { PreviewSubject } from '@jokko/contract/portal';
import type { PriceEntry } from '../../payments/catalogue/index.ts';
import type { BalancePreview } from '../../payments/ledger/index.ts';

/**
 * `amount` in units of the currency. `word`: one that the portal translates, or a number or name.
 * `price` null: the catalogue's.
 */
export type PreviewValue =
  | { amount: string; currency: string }
  | { word: string }
  | { code: string; price: PriceEntry | null };

export interface PreviewLine {
  subject: PreviewSubject;
  /** Which one, where there are several: a route, a service, an e-mail address. */
  name: string | null;
  /** What was so when it was asked for, where that was kept and has changed since. */
  asked: PreviewValue | null;
  /** Null: it is not there. */
  before: PreviewValue | null;
  after: PreviewValue | null;
}

export interface ApprovalPreview {
  lines: PreviewLine[];
  /**
   * Why it would not be carried out as things stand, in the words of an outcome; null: nothing
   * speaks against it.
   */
  refusal: string | null;
}

type Change = Pick<PreviewLine, 'before' | 'after'> & Partial<Pick<PreviewLine, 'name' | 'asked'>>;

export const changeOf = (
  subject: PreviewSubject,
  { name = null, asked = null, before, after }: Change,
): PreviewLine => ({ subject, name, asked, before, after });

/** The available balance, and what is held where that changes. */
export function balanceLines({ currency, before, after }: BalancePreview): PreviewLine[] {
  const valueOf = (amount: bigint) => ({ amount: toDecimalString(amount), currency });
  const available = changeOf('available', {
    before: valueOf(before.available),
    after: valueOf(after.available),
  });
  if (before.held === after.held) return [available];
  return [
    available,
    changeOf('held', { before: valueOf(before.held), after: valueOf(after.held) }),
  ];
}
