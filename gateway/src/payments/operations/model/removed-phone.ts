// What stands in the place of a phone number that was removed: its last two digits, and a keyed
// hash by which a search for the number still finds it.

import type { Session } from '../../../platform/db/database.ts';
import { personHashOf } from '../../../platform/secrets/index.ts';

/** No number begins with it. */
const sign = '*';
const hashBytes = 12;
const endDigits = 2;
const shownStars = 7;

export const isRemovedPhone = (phone: string): boolean => phone.startsWith(sign);

/**
 * `*67.Zk3…` for +221771234567. The number itself where the process has no key: then nothing is
 * removed by it either.
 */
export function removedPhone(session: Session, phone: string): string {
  const hash = personHashOf(session);
  if (hash === null || isRemovedPhone(phone)) return phone;
  const text = hash(phone).subarray(0, hashBytes).toString('base64url');
  return `${sign}${phone.slice(-endDigits)}.${text}`;
}

/** As lists show it: a number is shown as it is, of a removed one `*******67`. */
export const shownPhone = (phone: string): string =>
  isRemovedPhone(phone) ? `${sign.repeat(shownStars)}${phone.slice(1, 1 + endDigits)}` : phone;
