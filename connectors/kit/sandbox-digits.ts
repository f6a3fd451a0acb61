// Reads the outcome that the last four digits of a sandbox order ask for. Pure, and the one place
// that knows the documented order of the fields: card number, rib, reference number, account
// number, phone (docs/sandbox.md).

import { serviceKind } from '@jokko/contract';
import type { Intent } from './intent.ts';

export type SandboxBehaviour =
  /** 7NNN: refused at once. */
  | { kind: 'refuseNow'; catalogueId: number }
  /** 9NNN: fails later. */
  | { kind: 'failLater'; catalogueId: number }
  /** 8000–8007: one of the documented behaviours, named by its digits. */
  | { kind: 'special'; digits: 8000 | 8001 | 8002 | 8003 | 8004 | 8005 | 8006 | 8007 }
  /** 8020: fails later, for a reason that no table has. */
  | { kind: 'unheardOf' };

const catalogueIdMax = 136;

/** Reads the last four characters of one value; null when they are no outcome digits. */
export function readSandboxDigits(value: string): SandboxBehaviour | null {
  const digits = lastFourDigits(value);
  if (digits > 7000 && digits <= 7000 + catalogueIdMax)
    return { kind: 'refuseNow', catalogueId: digits - 7000 };
  if (digits > 9000 && digits <= 9000 + catalogueIdMax)
    return { kind: 'failLater', catalogueId: digits - 9000 };
  if (digits >= 8000 && digits <= 8007) return { kind: 'special', digits: digits as 8000 };
  return digits === 8020 ? { kind: 'unheardOf' } : null;
}

/** Reads an intent in the documented order; null means that it simply succeeds. */
export function sandboxDigitsOf(intent: Intent): SandboxBehaviour | null {
  // An intent carries at most one field that is read before the phone.
  const field = serviceKind(intent.kind).sandbox.digits(intent.extra);
  return (field === null ? null : readSandboxDigits(field)) ?? readSandboxDigits(intent.phone);
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
