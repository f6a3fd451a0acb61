// Operation ordered by the scenarios: one payout to a wallet, as clients write it. The phone's
// last four digits choose the outcome.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberMark } from './load/command.ts';

/**
 * A pay-out: the developer's balance is held at initiation, which is the dearest kind of opening.
 */
export const codeService = 'OPA_SN_API_CASH_IN';
/** The route of that service in the default catalogue. */
export const route = 'OPA_SN';
export const amount = 100;

const defaultCatalogue = join(
  import.meta.dirname,
  '../../gateway/src/payments/catalogue/default-catalogue.json',
);

/** The provider's protocol that the operations cross: the connector of their route. */
export function protocol(): string {
  const { routes } = JSON.parse(readFileSync(defaultCatalogue, 'utf8')) as {
    routes: { name: string; connector: string }[];
  };
  return routes.find(({ name }) => name === route)?.connector ?? 'none';
}

/** docs/sandbox.md: stays pending for ever. */
export const pendingForEverPhone = '770008007';
/** Any other digits succeed. */
export const succeedingPhone = '770000042';

/** Request numbers are written with so many digits. */
export const numberDigits = 9;

export interface OrderForm {
  apiKey: string;
  phone: string;
  /** Keeps the runs of one database apart. */
  idPrefix: string;
  callbackUrl: string;
}

/** The JSON body with the number mark in `externalTransactionId`. */
export function operationBody(form: OrderForm): string {
  return JSON.stringify({
    phone: form.phone,
    amount,
    codeService,
    externalTransactionId: `${form.idPrefix}${numberMark}`,
    callbackUrl: form.callbackUrl,
    apiKey: form.apiKey,
    data: { orderId: 'bench' },
  });
}

export function externalIdOf(idPrefix: string, number: number): string {
  return idPrefix + String(number).padStart(numberDigits, '0');
}
