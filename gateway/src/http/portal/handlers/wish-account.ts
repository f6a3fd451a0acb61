// What do wishes about a developer's account tell, other than those about its money? Who is to be let in; at which price a service is to be.

import type { Wish } from '../../../domain/approvals/index.ts';
import { wayInWishes } from '../../../domain/ways-in/index.ts';

/** Words apart by spaces, which the page translates where it knows them; null: it is another kind of wish. */
export function accountWishWords({ kind, parameters }: Wish): string | null {
  const { email, role, secondFactors } = parameters as { email?: string; role?: string; secondFactors?: boolean };
  if (kind === wayInWishes.invitation) return `${email} as_${role}`;
  if (kind === wayInWishes.reset) return secondFactors === true ? `${email} without_factors` : String(email);
  return null;
}
