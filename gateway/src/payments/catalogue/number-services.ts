// Tells which services reach the wallet of a phone number, from what the number plan knows of it.

import type { Service } from './service.ts';

export interface NumberInfo {
  /** ISO 3166. */
  country: string;
  /** Null: no operator lists the number's prefix. */
  operator: string | null;
  isPorted: boolean;
  /** Names of the country's operators. */
  operators: readonly string[];
}

/** `e164` with plus; null: no mobile number of the number plan. */
export type NumberInfoOf = (e164: string) => Promise<NumberInfo | null>;

/**
 * Whether a service is of the operator of a number. Null: it cannot be told, since the provider of
 * the service is no operator of the number's country, as a wallet for all operators, or a bank.
 */
export function agreesWith(
  { provider }: Pick<Service, 'provider'>,
  number: NumberInfo | null,
): boolean | null {
  if (number === null || number.operator === null) return null;
  // Documents of their own name them: the catalogue for people, the routing as a code.
  const isIt = (operator: string): boolean => operator.toUpperCase() === provider.toUpperCase();
  return number.operators.some(isIt) ? isIt(number.operator) : null;
}

/** The first of the services that is of the number's operator and country, by its kind. */
export function serviceFor(
  services: readonly Service[],
  kind: Service['kind'],
  number: NumberInfo,
): string | null {
  const found = services.find(
    (service) =>
      service.kind === kind &&
      service.country === number.country &&
      agreesWith(service, number) === true,
  );
  return found?.code ?? null;
}
