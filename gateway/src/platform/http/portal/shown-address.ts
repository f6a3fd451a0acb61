// Shows the address of a receiver in the portal: whole to those who may set it, since its path or
// query is often the token by which the receiver knows us, and to others without it.

import { maskedUrl } from '../../masked-address.ts';
import type { Membership } from './caller.ts';

const setters: { readonly [side in Membership['side']]: readonly string[] } = {
  developer: ['owner', 'admin', 'developer'],
  operator: ['admin'],
};

/** `of`: whose receiver it is. */
export const shownAddress = (
  { side, role }: Pick<Membership, 'side' | 'role'>,
  of: Membership['side'],
  url: string,
): string => (side === of && setters[side].includes(role) ? url : maskedUrl(url));
