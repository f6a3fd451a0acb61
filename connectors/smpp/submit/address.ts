// Chooses the type and numbering plan of a sender or recipient. There are three kinds of sender: a
// name, a short code, a long number.

import type { Address } from '../codec/encode.ts';

/** Type of number and numbering plan for one kind of sender; operators differ. */
export interface TonNpi {
  ton: number;
  npi: number;
}

export interface SenderKinds {
  alphanumeric: TonNpi;
  shortCode: TonNpi;
  number: TonNpi;
}

/** 3GPP TS 23.040: 11 characters fit the sender of a message. */
const nameMax = 11;
/** Longer ones carry a country code: the shortest numbers with one have more digits. */
const shortCodeMax = 8;
const digitsMax = 15;

/**
 * Printable ASCII without @, whose code in the GSM alphabet is the zero byte that ends a text here.
 * Accents would be read differently by each SMSC.
 */
const nameForm = /^[\x20-\x3f\x41-\x7e]+$/;

/** Null when the sender can be written in no form that all SMSCs read the same. */
export function sourceAddress(from: string, kinds: SenderKinds): Address | null {
  const digits = from.startsWith('+') ? from.slice(1) : from;
  if (/^\d+$/.test(digits)) {
    if (digits.length > digitsMax) return null;
    return {
      ...(from === digits && digits.length <= shortCodeMax ? kinds.shortCode : kinds.number),
      digits,
    };
  }
  return from.length <= nameMax && nameForm.test(from)
    ? { ...kinds.alphanumeric, digits: from }
    : null;
}

/** Null when it is not 1 to 15 digits. */
export function destinationAddress(to: string, kind: TonNpi): Address | null {
  return /^\d{1,15}$/.test(to) ? { ...kind, digits: to } : null;
}
