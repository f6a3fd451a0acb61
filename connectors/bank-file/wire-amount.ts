// Reads amounts of ISO 20022: decimal, at most five decimals, the currency beside them.

import type { Claims } from '@jokko/connectors/kit';
import { amountFromWire } from '@jokko/connectors/kit';
import type { XmlElement } from './xml/read-xml.ts';

/** Ten-thousandths, or null when it cannot be an amount. */
export function readAmount(text: string): bigint | null {
  // A fifth decimal that is not zero is no amount of a currency that we know.
  return amountFromWire(text.replace(/(\.\d{4})0$/, '$1'));
}

/** What an element such as `<InstdAmt Ccy="XOF">1350</InstdAmt>` claims. */
export function amountClaims(element: XmlElement | undefined): Pick<Claims, 'amount' | 'currency'> {
  const amount = element === undefined ? null : readAmount(element.text);
  const currency = element?.attributes['Ccy'];
  return {
    ...(amount === null ? {} : { amount }),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** A claim of a party where an account is named. */
export function partyClaims(account: string | undefined): Pick<Claims, 'party'> {
  return account === undefined ? {} : { party: account };
}
