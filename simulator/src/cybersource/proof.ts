// What the bank of a recognised payer, or the card's network for it, hands over for the payment
// that follows: in Visa's words, or in Mastercard's.

import { randomBytes, randomUUID } from 'node:crypto';
import { authenticationOf } from './cards.ts';

type Proof = { [member: string]: string };

/** The numbers of Mastercard begin with 5, or with 2. */
const isMastercard = (number: string): boolean => /^[25]/.test(number);

export function proofOf(number: string): Proof {
  const code = randomBytes(20).toString('base64');
  const isAttempt = authenticationOf(number) === 'attempted';
  const common = {
    veresEnrolled: 'Y',
    paresStatus: isAttempt ? 'A' : 'Y',
    specificationVersion: '2.2.0',
    directoryServerTransactionId: randomUUID(),
    threeDSServerTransactionId: randomUUID(),
  };
  if (isMastercard(number)) {
    const eci = isAttempt ? '01' : '02';
    return {
      ...common,
      eci,
      eciRaw: eci,
      ...indicators('spa'),
      cavv: code,
      ucafAuthenticationData: code,
      ucafCollectionIndicator: isAttempt ? '1' : '2',
    };
  }
  const eci = isAttempt ? '06' : '05';
  const indicator = isAttempt ? 'vbv_attempted' : 'vbv';
  return { ...common, eci, eciRaw: eci, ...indicators(indicator), cavv: code, xid: code };
}

/** The proof of a payer whom the bank did not recognise. */
export const noProof: Proof = {
  veresEnrolled: 'Y',
  paresStatus: 'N',
  specificationVersion: '2.2.0',
  ...indicators('internet'),
};

/** One thing under two names: of the answer to an authentication, and of the payment. */
function indicators(indicator: string): Proof {
  return { indicator, ecommerceIndicator: indicator };
}
