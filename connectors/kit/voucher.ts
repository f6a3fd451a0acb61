// Reads what a provider hands over with a success. A success is never lost over its voucher: what
// cannot be read is left out, and a type without a word in the contract is a plain code.

import type { Voucher, VoucherType } from '@jokko/contract';
import { asObject, codeMember, textMember } from './wire-json.ts';

export type { Voucher, VoucherType } from '@jokko/contract';

/** The limit of a code, as of everything else in a voucher. */
const textLengthMax = 255;
const further = ['serialNumber', 'quantity', 'unit', 'expiresAt'] as const;

/**
 * `value` with the members of a voucher and the provider's own word for its type; undefined where
 * there is no code.
 */
export function voucherFromWire(
  value: unknown,
  types: { readonly [theirs: string]: VoucherType },
): Voucher | undefined {
  const object = asObject(value);
  if (object === null) return undefined;
  const code = codeMember(object, 'code')?.trim();
  if (code === undefined || code === '' || code.length > textLengthMax) return undefined;
  const theirs = textMember(object, 'type') ?? '';
  const voucher: Voucher = { type: Object.hasOwn(types, theirs) ? types[theirs]! : 'CODE', code };
  for (const name of further) {
    const text = codeMember(object, name);
    if (text !== undefined && text.length <= textLengthMax) voucher[name] = text;
  }
  return voucher;
}
