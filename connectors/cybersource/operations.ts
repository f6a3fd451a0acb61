// Builds the stored requests of a card payment: the set-up of its authentication, the steps after
// it, and the refund.

import type { Intent, Prepared, ProviderError, Refs, StepInput } from '@jokko/connectors/kit';
import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';
import { amountToCybersource } from './wire-amount.ts';

/** In `refs.stage`: which call an attempt is. Only the last two can move money. */
export type Stage = 'setup' | 'enroll' | 'validate';

export const setupPath = '/risk/v1/authentication-setups';
export const paymentsPath = '/pts/v2/payments';

/** Pure. Digits are not read here: the provider itself refuses. */
export function validate(_config: CybersourceConfig, intent: Intent): ProviderError | null {
  if (amountToCybersource(intent.amount, intent.currency) !== null) return null;
  return {
    ...refusalRow(errorIds.belowMinimum, 'never'),
    provider: `no such amount of ${intent.currency}`,
  };
}

/** Pure. The first call asks how the payer's device is recognised; it moves no money. */
export function prepare(_config: CybersourceConfig, _intent: Intent, ourRef: string): Prepared {
  return {
    refs: { ours: ourRef, stage: 'setup' },
    method: 'POST',
    path: setupPath,
    body: JSON.stringify({ clientReferenceInformation: { code: ourRef } }),
  };
}

/**
 * Pure. After the device was recognised: authentication and payment in one call, which ends with a
 * result or with the bank's own page. After that page: the check of what the bank said and the
 * payment, in one call.
 */
export function prepareStep(
  config: CybersourceConfig,
  intent: Intent,
  refs: Refs,
  ourRef: string,
  input: StepInput,
): Prepared | ProviderError {
  if (refs['stage'] === 'setup') {
    if (input.browser === undefined) return notThisStep('no browser data');
    return payment(config, intent, { ours: ourRef, stage: 'enroll' }, 'CONSUMER_AUTHENTICATION', {
      referenceId: refs.session,
      returnUrl: intent.urls.success,
      deviceChannel: 'Browser',
    });
  }
  const authentication = refs['authentication'];
  if (refs['stage'] !== 'enroll' || authentication === undefined)
    return notThisStep('nothing to authenticate');
  if (input.returned === undefined) return notThisStep('nothing came back from the bank');
  // The bank's word is asked for by our own reference of it; another one is another payment's.
  const named = input.returned['TransactionId'];
  if (named !== undefined && named !== authentication) return notThisStep('another authentication');
  const next = { ours: ourRef, stage: 'validate', authentication };
  return payment(config, intent, next, 'VALIDATE_CONSUMER_AUTHENTICATION', {
    authenticationTransactionId: authentication,
  });
}

function payment(
  config: CybersourceConfig,
  intent: Intent,
  refs: Refs & { stage: string },
  action: string,
  consumerAuthenticationInformation: object,
): Prepared {
  const body = JSON.stringify({
    clientReferenceInformation: { code: refs.ours, transactionId: transactionIdOf(refs.ours) },
    processingInformation: { capture: true, actionList: [action] },
    orderInformation: { amountDetails: amountDetails(intent), billTo: billTo(config, intent) },
    consumerAuthenticationInformation,
  });
  return { refs, method: 'POST', path: paymentsPath, body, step: refs.stage };
}

/**
 * Our own id of a request, by which it can be taken back when its answer is lost. Without dashes,
 * since processors keep few characters.
 */
export const transactionIdOf = (ours: string): string => ours.replaceAll('-', '');

export function amountDetails({ amount, currency }: Intent): object {
  const totalAmount = amountToCybersource(amount, currency);
  if (totalAmount === null) throw new Error(`an amount that ${currency} cannot express`);
  return { totalAmount, currency };
}

function billTo(config: CybersourceConfig, { extra, phone }: Intent): object {
  if (extra.type !== 'card') throw new Error(`cybersource does not offer ${extra.type}`);
  return {
    firstName: extra.firstName.slice(0, nameLengthMax),
    lastName: extra.lastName.slice(0, nameLengthMax),
    address1: config.billingAddress,
    locality: config.billingCity,
    country: config.billingCountry,
    email: extra.email ?? config.billingEmail,
    phoneNumber: phone.replace('+', ''),
  };
}

const nameLengthMax = 60;

function notThisStep(provider: string): ProviderError {
  return { ...refusalRow(errorIds.partial3ds, 'never'), provider };
}

/**
 * Pure: the whole amount. It is tried as a void first, which only works before settlement
 * (`refund.ts`).
 */
export function prepareRefund(
  _config: CybersourceConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: `${paymentsPath}/${encodeURIComponent(original.theirs ?? '')}/refunds`,
    body: JSON.stringify({
      clientReferenceInformation: { code: ourRef, transactionId: transactionIdOf(ourRef) },
      orderInformation: { amountDetails: amountDetails(intent) },
    }),
  };
}

/** CyberSource keeps the last four digits of a card. Pure. */
export function isParty({ extra }: Intent, party: string): boolean {
  return extra.type === 'card' && party === partyOf(extra.lastFour);
}

export const partyOf = (lastFour: string): string => `card ${lastFour}`;
