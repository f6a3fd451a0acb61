// Reads an amount of MoneyGram with its parts.

import { textMember } from '@jokko/connectors/kit';
import type { JsonObject } from '@jokko/connectors/kit';
import { amountOf } from './wire-amount.ts';

export interface AmountParts {
  amount: bigint;
  currency: string;
  fees: bigint;
  taxes: bigint;
  discounts: bigint;
  total: bigint;
}

/**
 * Amount, fees, taxes, discounts and total; what is left out is nothing, and the total is their
 * sum.
 */
export function partsOf(value: unknown): AmountParts | null {
  const members = value as JsonObject | null | undefined;
  if (typeof members !== 'object' || members === null) return null;
  const amount = amountOf(members['amount']);
  const currency = textMember((members['amount'] ?? {}) as JsonObject, 'currencyCode');
  if (amount === null || currency === undefined) return null;
  const part = (name: string) => (members[name] === undefined ? 0n : amountOf(members[name]));
  const [fees, taxes, discounts] = [part('fees'), part('taxes'), part('discounts')];
  if (fees === null || taxes === null || discounts === null) return null;
  const sum = amount + fees + taxes - discounts;
  const total = members['total'] === undefined ? sum : amountOf(members['total']);
  return total === null ? null : { amount, currency, fees, taxes, discounts, total };
}
