// Says the commission of an operation in one line. Every price of the portal is written by this
// one.

import { useFormat, useMessages } from '../../language/index.ts';
import { commissionMessages } from './commission-messages.ts';

/** In percent and in units of the currency; what is absent is nothing. */
export interface Commission {
  percent?: string | number | null | undefined;
  fixed?: string | number | null | undefined;
  minimum?: string | number | null | undefined;
  maximum?: string | number | null | undefined;
}

const isNothing = (value: Commission['fixed']): boolean => Number(value ?? 0) === 0;

export const isFree = ({ percent, fixed, minimum }: Commission): boolean =>
  isNothing(percent) && isNothing(fixed) && isNothing(minimum);

/** `currency` undefined: it is not known. */
export function useCommission(): (price: Commission, currency: string | undefined) => string {
  const messages = useMessages(commissionMessages);
  const { money, number } = useFormat();
  return (price, currency) => {
    if (isFree(price)) return messages.free;
    const { percent, fixed, minimum, maximum } = price;
    const sum = (amount: string | number): string =>
      currency === undefined ? number(amount) : money(amount, currency);
    const share = isNothing(percent) ? [] : [messages.percent(number(percent ?? 0, 4))];
    const sums = isNothing(fixed) ? [] : [sum(fixed ?? 0)];
    const parts = [...share, ...sums];
    return [
      parts.length === 0 ? messages.percent(number(0)) : parts.join(' + '),
      ...(minimum === null || minimum === undefined ? [] : [messages.atLeast(sum(minimum))]),
      ...(maximum === null || maximum === undefined ? [] : [messages.atMost(sum(maximum))]),
    ].join(', ');
  };
}
