// Builds the first test request of a developer: a customer pays the merchant, by a service that
// needs only a phone number and an amount. Where there is none, money goes the other way.

import type { Catalogue, Service } from './service.ts';

export interface FirstOrder {
  service: Service;
  /** A number that succeeds in the sandbox, as people of the country write it. */
  phone: string;
  /** Ten-thousandths. */
  amount: bigint;
}

// By country, since each has digits of its own; the last ones choose no outcome.
const phones: { readonly [country: string]: string } = {
  SN: '770000001',
  CI: '0700000001',
  BJ: '0190000001',
  ML: '70000001',
  CM: '670000001',
  BF: '70000001',
};
const amountWanted = 5_000_000n;

/** The first of the account's services that fits; null when none does. */
export function firstOrderOf(catalogue: Catalogue, codes: readonly string[]): FirstOrder | null {
  for (const kind of ['collect', 'payout', 'airtime'] as const) {
    const service = catalogue.services.find(
      (candidate) =>
        candidate.kind === kind &&
        candidate.requiredFields.length === 0 &&
        phones[candidate.country ?? ''] !== undefined &&
        codes.includes(candidate.code),
    );
    if (service !== undefined)
      return { service, phone: phones[service.country!]!, amount: amountFor(service) };
  }
  return null;
}

/** 500 units, or as near as the service's limits let it be. */
function amountFor({ minimum, maximum, multipleOf }: Service): bigint {
  const step = multipleOf ?? 1n;
  const least = minimum !== null && minimum > amountWanted ? minimum : amountWanted;
  const rounded = ((least + step - 1n) / step) * step;
  return maximum !== null && rounded > maximum ? (maximum / step) * step : rounded;
}
