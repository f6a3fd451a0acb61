// What do wishes about a developer's account tell, other than those about its money? Who is to be let in; at which price a service is to be.

import type { Wish } from '../../../domain/approvals/index.ts';
import { ownPriceWish, type PriceWish } from '../../../domain/own-prices/index.ts';
import { wayInWishes } from '../../../domain/ways-in/index.ts';

/** Words apart by spaces, which the page translates where it knows them; null: it is another kind of wish. */
export function accountWishWords({ kind, parameters }: Wish): string | null {
  const { email, role, secondFactors } = parameters as { email?: string; role?: string; secondFactors?: boolean };
  if (kind === wayInWishes.invitation) return `${email} as_${role}`;
  if (kind === wayInWishes.reset) return secondFactors === true ? `${email} without_factors` : String(email);
  return null;
}

/** The price that is asked for; null: it is another kind of wish. */
export function priceWished({ kind, parameters }: Wish) {
  if (kind !== ownPriceWish) return null;
  const { code, price } = parameters as PriceWish;
  if (price === null) return { code, entry: null };
  const text = (amount: string | number | undefined): string | null => (amount === undefined ? null : String(amount));
  const { percent, fixed, minimum, maximum } = price;
  return { code, entry: { percent: text(percent), fixed: text(fixed), minimum: text(minimum), maximum: text(maximum) } };
}
