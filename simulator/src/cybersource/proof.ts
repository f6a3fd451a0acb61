// What the bank of a recognised payer hands over for the payment that follows: in Visa's words, or in Mastercard's.

import { randomBytes, randomUUID } from 'node:crypto';

type Proof = { [member: string]: string };

/** The numbers of Mastercard begin with 5, or with 2. */
const isMastercard = (number: string): boolean => /^[25]/.test(number);

export function proofOf(number: string): Proof {
  const code = randomBytes(20).toString('base64');
  const common = {
    veresEnrolled: 'Y',
    paresStatus: 'Y',
    specificationVersion: '2.2.0',
    directoryServerTransactionId: randomUUID(),
    threeDSServerTransactionId: randomUUID(),
  };
  if (isMastercard(number))
    return {
      ...common,
      eci: '02',
      eciRaw: '02',
      ...indicators('spa'),
      cavv: code,
      ucafAuthenticationData: code,
      ucafCollectionIndicator: '2',
    };
  return { ...common, eci: '05', eciRaw: '05', ...indicators('vbv'), cavv: code, xid: code };
}

/** Of a payer whom the bank did not recognise. */
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
