// Which amounts a service takes from an account.

import type { Service } from './service.ts';

/** In ten-thousandths of the currency unit; null: no limit. */
export type AmountLimits = Pick<Service, 'minimum' | 'maximum' | 'multipleOf'>;

/** The account's own limit is in its currency, and says nothing of amounts in another one. */
export function amountLimitsOf(
  { minimum, maximum, multipleOf, currency }: Service,
  account: { currency: string; operationMax: bigint | null },
): AmountLimits {
  const own = account.currency === currency ? account.operationMax : null;
  const isOwn = own !== null && (maximum === null || own < maximum);
  return { minimum, maximum: isOwn ? own : maximum, multipleOf };
}

/** Whether one of these amounts, both included, is within the limits and a multiple. */
export function takesAmount(
  { minimum, maximum, multipleOf }: AmountLimits,
  least: bigint,
  most = least,
): boolean {
  const from = minimum !== null && minimum > least ? minimum : least;
  const to = maximum !== null && maximum < most ? maximum : most;
  return from <= (multipleOf === null ? to : to - (to % multipleOf));
}
