// Normalises e-mail addresses, so that equal ones compare as equal, and rejects invalid ones.

import { domainToASCII } from 'node:url';
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

/**
 * The form in which addresses are compared, without regard to case. A domain of letters beyond ASCII is the one that mail knows as `xn--`:
 * some browsers write it so in a form, and others do not.
 */
export function emailKey(email: string): string {
  const key = email.trim().normalize('NFKC').toLowerCase();
  const domainAt = key.lastIndexOf('@') + 1;
  const domain = key.slice(domainAt);
  const isAscii = /^[\x20-\x7e]*$/.test(domain);
  return isAscii ? key : key.slice(0, domainAt) + (domainToASCII(domain) || domain);
}
