// Reads what an element of ISO 20022 claims of a transfer of ours.

import { defined } from '@jokko/contract';
import type { Claims } from '@jokko/connectors/kit';
import { readAmount } from '@jokko/connectors/kit/bank-statement';
import type { XmlElement } from '@jokko/connectors/kit/xml';

/** What an element such as `<InstdAmt Ccy="XOF">1350</InstdAmt>` claims. */
export function amountClaims(element: XmlElement | undefined): Pick<Claims, 'amount' | 'currency'> {
  const amount = element === undefined ? null : readAmount(element.text);
  const currency = element?.attributes['Ccy'];
  return {
    ...defined({ amount, currency }),
  };
}

/** A claim of a party where an account is named. */
export function partyClaims(account: string | undefined): Pick<Claims, 'party'> {
  return account === undefined ? {} : { party: account };
}
