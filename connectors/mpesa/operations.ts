// Maps our operations to the provider's calls, and builds their requests. Passwords and notice
// addresses are put in when they are sent.

import {
  amountToNumber,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { MpesaConfig } from './config.ts';
import type { MpesaOperation } from './result-table.ts';

export const paths: { readonly [operation in MpesaOperation]: string } = {
  collect: '/mpesa/stkpush/v1/processrequest',
  payout: '/mpesa/b2c/v3/paymentrequest',
  refund: '/mpesa/reversal/v1/request',
};

/** What an account with these credentials can do. */
export function operationsOf(config: MpesaConfig): OperationKind[] {
  return [
    ...(config.passkey ? ['collect' as const] : []),
    ...(settingsOf(config).initiator === null ? [] : ['payout' as const]),
  ];
}

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf({ kind }: Intent): 'collect' | 'payout' {
  if (kind === 'collect' || kind === 'payout') return kind;
  throw new Error(`mpesa does not offer ${kind}`);
}

const misrouted = (provider: string): ProviderError => ({
  ...refusalRow(29, 'otherRoute', 'config'),
  provider,
});

/** Whole shillings only. */
const unit = 10_000n;

/** Refuses what the provider cannot express, and sandbox digits 7NNN. */
export function validate(config: MpesaConfig, intent: Intent): ProviderError | null {
  const { currency } = settingsOf(config);
  if (intent.currency !== currency) return misrouted(`the account is in ${currency}`);
  if (intent.amount % unit !== 0n)
    return { ...refusalRow(116, 'never'), provider: 'whole units only' };
  // The payer gets a prompt on the phone; a service that promises a link must not be routed here.
  if (intent.extra.type === 'wallet' && intent.extra.link !== 'none')
    return misrouted('no links for payers');
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/**
 * Pure. A push has no id of ours: its AccountReference (at most 12 characters) is the end of our
 * reference.
 */
export function prepare(config: MpesaConfig, intent: Intent, ourRef: string): Prepared {
  const { initiator, payoutShortCode } = settingsOf(config);
  const phone = intent.phone.slice(1);
  const amount = amountToNumber(intent.amount);
  const operation = operationOf(intent);
  const body =
    operation === 'collect'
      ? {
          TransactionType: config.transactionType,
          Amount: amount,
          PartyA: phone,
          PartyB: config.till || config.shortCode,
          PhoneNumber: phone,
          AccountReference: accountReference(ourRef),
          TransactionDesc: 'Payment',
        }
      : {
          OriginatorConversationID: ourRef,
          InitiatorName: initiator?.name,
          CommandID: 'BusinessPayment',
          Amount: amount,
          PartyA: payoutShortCode,
          PartyB: phone,
          Remarks: 'Payment',
          Occasion: '',
        };
  return stored(ourRef, operation, body);
}

/**
 * Pure: takes a collection back whole, named by its receipt, which only its callback tells; empty:
 * not known.
 */
export function prepareRefund(
  config: MpesaConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  return stored(ourRef, 'refund', {
    Initiator: settingsOf(config).initiator?.name,
    CommandID: 'TransactionReversal',
    TransactionID: original['receipt'] ?? '',
    Amount: amountToNumber(intent.amount),
    ReceiverParty: config.shortCode,
    // The provider's spelling.
    RecieverIdentifierType: '11',
    Remarks: 'Refund',
    Occasion: ourRef,
  });
}

function stored(ourRef: string, operation: MpesaOperation, body: object): Prepared {
  const path = paths[operation];
  return { refs: { ours: ourRef }, method: 'POST', path, body: JSON.stringify(body) };
}

/** What the payer sees beside the amount, and the statement shows. */
export const accountReference = (ourRef: string): string =>
  ourRef.replaceAll('-', '').slice(-12).toUpperCase();
