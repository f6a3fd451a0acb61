// Maps our orders to the calls of Orange Sonatel and builds their requests. Neither PIN nor
// one-time code is ever in them.

import {
  amountToNumber,
  errorIds,
  fitsCurrency,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { Intent, Prepared, ProviderError, Refs, StepInput } from '@jokko/connectors/kit';
import { nationalNumber } from './config.ts';
import type { OrangeSonatelConfig } from './config.ts';
import type { SonatelOperation } from './outcome-table.ts';

export const cashInPath = '/api/eWallet/v1/cashins';
export const qrCodePath = '/api/eWallet/v4/qrcode';
export const oneStepPath = '/api/eWallet/v1/payments/onestep';
/** Nothing is sent: the payer makes a code first. */
export const waitForCode = 'one-time code';
export const otpDigits = 6;
/** The value of `refs.session` while the payer's code is awaited, and nothing is under way. */
export const awaitsCode = 'otp';

const countryCode = '+221';
const validityMaxSeconds = 86_400;
const currency = 'XOF';

export function operationOf({ kind }: Intent): SonatelOperation {
  if (kind !== 'collect' && kind !== 'payout')
    throw new Error(`orange-sonatel does not offer ${kind}`);
  return kind;
}

/** Whether the payer gets a QR code or links; else a one-time code is asked for. */
export const hasLink = ({ extra }: Intent): boolean =>
  extra.type === 'wallet' && extra.link !== 'none';

/** Nine digits without the country code. */
const nationalOf = ({ phone }: Intent): string =>
  phone.startsWith(countryCode) ? phone.slice(countryCode.length) : '';

export function validate(config: OrangeSonatelConfig, intent: Intent): ProviderError | null {
  const isPayout = operationOf(intent) === 'payout';
  if (!nationalNumber.test(nationalOf(intent)))
    return { ...refusalRow(errorIds.invalidPhone, 'never'), provider: 'not a Senegalese number' };
  if (intent.currency !== currency || !fitsCurrency(intent.amount, currency))
    return { ...refusalRow(errorIds.belowMinimum, 'never'), provider: 'not whole francs' };
  if (isPayout && config.partnerNumber === undefined)
    return {
      ...refusalRow(errorIds.executionError, 'otherRoute', 'config'),
      provider: 'no partner number',
    };
  if (!config.sandbox || hasLink(intent)) return null;
  const digits = sandboxDigitsOf(intent);
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/**
 * Pure. A collection by one-time code sends nothing at first: the step that brings the code is the
 * payment.
 */
export function prepare(config: OrangeSonatelConfig, intent: Intent, ourRef: string): Prepared {
  if (operationOf(intent) === 'payout')
    return stored(ourRef, cashInPath, {
      partner: { idType: 'MSISDN', id: config.partnerNumber },
      customer: { idType: 'MSISDN', id: nationalOf(intent) },
      amount: amountOf(intent),
      reference: ourRef,
      receiveNotification: true,
    });
  if (!hasLink(intent)) return stored(ourRef, waitForCode, {});
  return stored(ourRef, qrCodePath, {
    code: config.merchantCode,
    name: config.merchantName,
    amount: amountOf(intent),
    validity: Math.min(Math.ceil(intent.payerWindowMs / 1000), validityMaxSeconds),
    reference: ourRef,
    // The call has no phone: the payer scans. The simulator reads its outcome digits here.
    metadata: config.sandbox ? { customer: nationalOf(intent) } : {},
    callbackSuccessUrl: intent.urls.success,
    callbackCancelUrl: intent.urls.error,
    restrictions: { isSingleUse: true },
  });
}

/** Pure: the payment with the payer's code, which is put in when it is sent. */
export function prepareStep(
  config: OrangeSonatelConfig,
  intent: Intent,
  refs: Refs,
  ourRef: string,
  { otp }: StepInput,
): Prepared | ProviderError {
  if (refs.session !== awaitsCode || otp === undefined || !isCode(otp))
    return { ...refusalRow(errorIds.badAuth, 'sameAttempt'), provider: 'no one-time code' };
  const step = stored(ourRef, oneStepPath, {
    customer: { idType: 'MSISDN', id: nationalOf(intent), walletType: 'PRINCIPAL' },
    partner: { idType: 'CODE', id: config.merchantCode },
    amount: amountOf(intent),
    reference: ourRef,
  });
  const until = refs['until'];
  return {
    ...step,
    refs: until === undefined ? step.refs : { ...step.refs, until },
    step: 'onestep',
  };
}

export const isCode = (otp: string): boolean => /^\d+$/.test(otp) && otp.length === otpDigits;

const amountOf = ({ amount }: Intent): object => ({
  value: amountToNumber(amount),
  unit: currency,
});

function stored(ours: string, path: string, body: object): Prepared {
  return { refs: { ours }, method: 'POST', path, body: JSON.stringify(body) };
}
