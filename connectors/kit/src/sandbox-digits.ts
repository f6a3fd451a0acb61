// Which outcome do the last four digits of a sandbox order ask for? Pure, and the one place that knows the documented
// order of the fields: card number, rib, reference number, account number, phone (design.md section 5).

import type { Intent } from './intent.ts';

export type SandboxBehaviour =
  /** 7NNN: refused at once. */
  | { kind: 'refuseNow'; catalogueId: number }
  /** 9NNN: fails later. */
  | { kind: 'failLater'; catalogueId: number }
  /** 8000–8007: one of the documented behaviours, named by its digits. */
  | { kind: 'special'; digits: 8000 | 8001 | 8002 | 8003 | 8004 | 8005 | 8006 | 8007 };

const catalogueIdMax = 136;

/** Reads the last four characters of one value; null when they are no outcome digits. */
export function readSandboxDigits(value: string): SandboxBehaviour | null {
  const digits = lastFourDigits(value);
  if (digits > 7000 && digits <= 7000 + catalogueIdMax) return { kind: 'refuseNow', catalogueId: digits - 7000 };
  if (digits > 9000 && digits <= 9000 + catalogueIdMax) return { kind: 'failLater', catalogueId: digits - 9000 };
  if (digits >= 8000 && digits <= 8007) return { kind: 'special', digits: digits as 8000 };
  return null;
}

/** Reads an intent in the documented order; null means that it simply succeeds. */
export function sandboxDigitsOf(intent: Intent): SandboxBehaviour | null {
  const field = decidingFieldOf(intent);
  return (field === null ? null : readSandboxDigits(field)) ?? readSandboxDigits(intent.phone);
}

/** An intent carries at most one field that is read before the phone. */
function decidingFieldOf(intent: Intent): string | null {
  const extra = intent.extra;
  switch (extra.type) {
    case 'card':
      return extra.lastFour;
    case 'bank':
      return ribAccountNumber(extra.rib);
    case 'remit_receive':
      return extra.referenceNumber;
    case 'bill':
    case 'reload':
      return extra.accountNumber;
    case 'none':
    case 'wallet':
    case 'chat':
    case 'remit_send':
      return null;
  }
}

/** Characters 11 to 22 of the 24 of a RIB, spaces not counted: the account number without bank, branch and key. */
export function ribAccountNumber(rib: string): string {
  return rib.replaceAll(' ', '').slice(10, 22);
}

function lastFourDigits(value: string): number {
  if (value.length < 4) return -1;
  let number = 0;
  for (let at = value.length - 4; at < value.length; at += 1) {
    const digit = value.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
