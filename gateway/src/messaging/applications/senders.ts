// Lists the senders that a message may use, by operator, from the routing in force.

import type { Routing } from '../routing/index.ts';

export interface SendersOfOperator {
  /** ISO 3166. */
  country: string;
  operator: string;
  currency: string;
  /** Ten-thousandths of the currency unit. */
  pricePerPart: bigint;
  /** As registered; null: every sender. */
  allowed: string[] | null;
  /** Shown in place of a sender that is not allowed; null: a message with one is refused. */
  replacement: string | null;
}

/** A sender that any connection of the operator shows can be used. */
export function listSenders(routing: Pick<Routing, 'tariffs'>): SendersOfOperator[] {
  return routing.tariffs.map(({ country, operator, currency, pricePerPart, connections }) => {
    const rules = connections.map(({ senders }) => senders);
    const isFree = rules.some(({ allowed }) => allowed === null);
    const names = new Set(rules.flatMap(({ allowed }) => [...(allowed?.values() ?? [])]));
    return {
      country,
      operator,
      currency,
      pricePerPart,
      allowed: isFree ? null : [...names],
      replacement: isFree
        ? null
        : (rules.find(({ numericFallback }) => numericFallback !== null)?.numericFallback ?? null),
    };
  });
}
