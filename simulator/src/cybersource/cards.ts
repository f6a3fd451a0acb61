// The provider's test cards, and what its issuers do about each.

import { decidingDigits } from '../core/digits.ts';

export type Authenticates =
  /** Without a page. */
  | 'frictionless'
  /** Its bank takes no part, and the card's network vouches for the attempt. */
  | 'attempted'
  | 'refused'
  | 'challenge'
  | 'challengeFails';

const challenged = ['4000000000002503', '5200000000002151', '4000000000001091'];
const challengeFails = ['4000000000002370', '4000000000002490'];
const attempted = ['4000000000002719', '5200000000002276'];
const refused = ['4000000000002925'];

/** Every other card is recognised without a page, those with outcome digits among them. */
export function authenticationOf(number: string): Authenticates {
  if (decidingDigits([number]) !== 0) return 'frictionless';
  if (challenged.includes(number)) return 'challenge';
  if (challengeFails.includes(number)) return 'challengeFails';
  if (attempted.includes(number)) return 'attempted';
  return refused.includes(number) ? 'refused' : 'frictionless';
}

/** Our own: the issuer sets money aside that the merchant does not take as it is. */
export const partialEnding = '0110';
export const riskEnding = '0481';

export const isSetAside = (lastFour: string): boolean =>
  lastFour === partialEnding || lastFour === riskEnding;
