// Converts amounts to and from Stripe's integers of the smallest unit.

import { decimalsOf } from '@jokko/contract';
import { fromMinorUnits, toMinorUnits } from '@jokko/connectors/kit';

/** Stripe counts UGX in hundredths although it has none. */
const decimalsAt = (currency: string): number => (currency === 'UGX' ? 2 : decimalsOf(currency));

/** Null where Stripe cannot express the amount. */
export const amountToStripe = (amount: bigint, currency: string): bigint | null =>
  toMinorUnits(amount, decimalsAt(currency));

/** Ten-thousandths, negative where Stripe says so; null for anything but a whole number. */
export const amountFromStripe = (units: unknown, currency: string): bigint | null =>
  fromMinorUnits(units, decimalsAt(currency));
