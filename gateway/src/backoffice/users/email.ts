// Normalises e-mail addresses, so that equal ones compare as equal, and rejects invalid ones.

import { firstUnseen } from '@jokko/contract';

const form = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\]+\.[^\s@.<>"(),:;[\]\\]{2,63}$/u;
const charactersMax = 254;

/** The address without spaces around it; null when it is none. */
export function readEmail(text: string): string | null {
  const email = text.trim();
  return email.length <= charactersMax &&
    firstUnseen(email, 'line') === null &&
    form.test(email) &&
    !email.includes('..')
    ? email
    : null;
}

/** The form in which addresses are compared, without regard to case. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
