// Which operation do the scenarios order? One pay-out to a wallet, as clients write it; the phone's last four digits choose the outcome.

import { numberMark } from './load/command.ts';

/** A pay-out: the developer's balance is held at initiation, which is the dearest kind of opening. */
export const codeService = 'OPA_SN_API_CASH_IN';
/** The route of that service in the default catalogue. */
export const route = 'OPA_SN';
export const amount = 100;
/** design.md section 5: stays pending for ever. */
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
