// Names the members of a body whose text holds a card number, nested ones included.

import type { FieldFault } from '../field-problem.ts';
import { holdsCardNumber } from './find.ts';

/**
 * No texts: the card itself goes to the acquirer, media and keys have their own forms, and numbers
 * of accounts and bills are their issuers'.
 */
const notText = new Set([
  ...['cardNumber', 'cardCVC', 'attachedMedia', 'apiKey', 'app_key', 'transactionId', 'rib'],
  ...['accountNumber', 'billAccountNumber', 'billReference', 'referenceNumber'],
  ...['msisdn', 'numbers', 'number'],
]);
/** Shorter ones hold no card number. */
const smallestCardNumber = 1_000_000_000_000;
const faultsMax = 20;
/** A name that is repeated to its sender. */
const plainName = /^[\w-]{1,60}$/;

/**
 * Faults of a body, by the dotted name of each member; the empty list: no text of it holds a card
 * number.
 */
export function cardNumberFaults(body: { readonly [member: string]: unknown }): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const name in body) if (!notText.has(name)) look(body[name], name, faults);
  return faults;
}

function look(value: unknown, field: string, faults: FieldFault[]): void {
  if (typeof value === 'string') {
    if (holdsOne(value)) note(field, faults);
  } else if (typeof value === 'number') {
    const digits = Math.abs(value);
    if (digits >= smallestCardNumber && holdsCardNumber(String(digits))) note(field, faults);
  } else if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      // A name can hold one as well as a text.
      if (holdsCardNumber(name)) note(field, faults);
      const inside = plainName.test(name) ? `${field}.${name}` : field;
      look((value as { [member: string]: unknown })[name], inside, faults);
    }
  }
}

/** A text may hold JSON, in which digits can be written as escapes. */
function holdsOne(text: string): boolean {
  if (holdsCardNumber(text)) return true;
  return text.includes('\\u') && holdsCardNumber(unescaped(text));
}

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

function note(field: string, faults: FieldFault[]): void {
  if (faults.length < faultsMax && !faults.some((fault) => fault.field === field))
    faults.push({ field, problem: 'cardNumber' });
}
