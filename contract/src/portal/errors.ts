// Errors of the portal's interface: an HTTP status and a code of this closed list. The browser has
// the texts.

import type { FieldProblem } from '../field-problem.ts';
import type { AddressReason } from '../messages/suggestions.ts';

/** Every code with its HTTP status. */
export const portalErrors = {
  /** `fields` says which ones and why. */
  invalid: 400,
  notJson: 400,
  tooLarge: 400,
  /** Nobody is signed in, or the session has ended. */
  signedOut: 401,
  /** E-mail and password do not belong together, or there is no such user: the same for both. */
  wrongCredentials: 401,
  /** A code, a recovery code or a passkey that is not right, or was used before. */
  wrongCode: 401,
  /** The sign-in is not finished: the second factor is missing. */
  secondFactorNeeded: 401,
  /** The sign-in is not finished: a second factor must be set up first. */
  secondFactorSetUpNeeded: 401,
  /** The role does not allow it. */
  notAllowed: 403,
  /** An operator looks at a developer's portal: nothing can be changed there. */
  readOnly: 403,
  /** The account is suspended and begins nothing new. */
  accountSuspended: 403,
  /** Money and keys need a user with a second factor, and this one has none. */
  secondFactorMissing: 403,
  /** Prove who you are again (`POST step-up`), then repeat the call. */
  stepUpNeeded: 403,
  /** The call does not come from the portal's own pages. */
  crossSite: 403,
  registrationOff: 403,
  /** Nobody approves an approval request of their own. */
  ownRequest: 403,
  /**
   * Requester and decider were invited by the same user or by each other: they may be the same
   * person.
   */
  notTwoUsers: 403,
  /**
   * One of the two is new and counts as a second person from `countsFrom` on, or once another owner
   * attests to them.
   */
  newMember: 403,
  notFound: 404,
  /** A one-time link that was used, has ended, waits for a second user or never was. */
  linkNotValid: 404,
  /** What was to be changed has changed meanwhile, or does not allow it now. */
  conflict: 409,
  /** The form was sent before with other contents, and that has arrived. */
  rehearsalMoney: 409,
  sentBefore: 409,
  /** Who asked has no right to it any more. */
  askerLeft: 409,
  emailTaken: 409,
  /** The last owner, the last operator admin or the last second factor of an operator cannot go. */
  lastOne: 409,
  /** `retryAfterSeconds` says how long. */
  tooManyTries: 429,
  internal: 500,
  /** The database does not answer. */
  notNow: 503,
} as const;
export type PortalErrorCode = keyof typeof portalErrors;

/** What can be wrong with a field besides what the payments interface knows. */
export const portalFieldProblems = [
  ...([
    'tooShort',
    'notEmail',
    'commonPassword',
    'passwordHoldsName',
    'notTimeZone',
    'unknown',
    'tooMany',
    'aboveHundred',
  ] as const),
  // These are of settlements.
  ...(['notBankAccount', 'notCovered', 'tooSmall', 'known', 'notUsable'] as const),
] as const;
export type PortalFieldProblem = FieldProblem | (typeof portalFieldProblems)[number];

/**
 * `field` is dotted for nested ones. `character`: of `badCharacters`,
 * `U+202E RIGHT-TO-LEFT OVERRIDE`. `address`: why an address is not called.
 */
export type FieldFaults = {
  field: string;
  problem: PortalFieldProblem;
  character?: string;
  address?: AddressReason;
}[];

export interface PortalError {
  error: {
    code: PortalErrorCode;
    fields?: FieldFaults;
    retryAfterSeconds?: number;
    /** ISO 8601, of `newMember`. */
    countsFrom?: string;
  };
}
