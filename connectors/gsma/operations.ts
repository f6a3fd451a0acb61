// Maps our operations to GSMA transactions and builds their requests.

import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import { amountToWire, refusedByDigits, sandboxDigitsOf } from '@jokko/connectors/kit';
import type { GsmaConfig } from './config.ts';
import type { GsmaOperation } from './error-table.ts';

export const operations: OperationKind[] = ['collect', 'payout', 'bill_pay'];

/**
 * The row of the error table; throws on an operation that the capabilities do not list, which is a
 * bug of the caller.
 */
export function operationOf(intent: Intent): 'collect' | 'payout' | 'bill_pay' {
  switch (intent.kind) {
    case 'collect':
    case 'payout':
    case 'bill_pay':
      return intent.kind;
    default:
      throw new Error(`gsma does not offer ${intent.kind}`);
  }
}

/** A reversal takes the money back the other way. */
export function refundOperationOf(intent: Intent): GsmaOperation {
  return operationOf(intent) === 'collect' ? 'refundCollect' : 'refundPayout';
}

/**
 * Sandbox digits 7NNN refuse at once. Only for services without a link: with one, the simulator
 * refuses in its answer, because that answer is awaited anyway.
 */
export function validate(config: GsmaConfig, intent: Intent): ProviderError | null {
  if (!config.sandbox || (intent.extra.type === 'wallet' && intent.extra.link !== 'none'))
    return null;
  const digits = sandboxDigitsOf(intent);
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

type Party = { key: string; value: string }[];

/**
 * Pure: `ourRef` is the correlation id (a UUID), and it is inside the body too, as the second
 * search key.
 */
export function prepare(config: GsmaConfig, intent: Intent, ourRef: string): Prepared {
  const us: Party = [{ key: config.ownAccountType, value: config.ownAccountValue }];
  const operation = operationOf(intent);
  const common = {
    amount: amountToWire(intent.amount),
    currency: intent.currency,
    requestingOrganisationTransactionReference: ourRef,
  };
  switch (operation) {
    case 'collect':
      return stored(ourRef, '/transactions/type/merchantpay', {
        ...common,
        debitParty: wallet(intent),
        creditParty: us,
        ...payerLink(intent),
      });
    case 'payout':
      return stored(ourRef, '/transactions/type/disbursement', {
        ...common,
        debitParty: us,
        creditParty: wallet(intent),
      });
    case 'bill_pay':
      return stored(ourRef, '/transactions/type/billpay', {
        ...common,
        debitParty: us,
        creditParty: biller(intent),
        ...bill(intent),
      });
  }
}

/**
 * Pure: a reversal of the whole transaction. The original must be known by the provider's
 * reference, as a success always is.
 */
export function prepareRefund(
  _config: GsmaConfig,
  _intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  if (original.theirs === undefined)
    throw new Error('a reversal needs the transaction reference of the original');
  const body = { type: 'reversal', requestingOrganisationTransactionReference: ourRef };
  return stored(ourRef, `/transactions/${encodeURIComponent(original.theirs)}/reversals`, body);
}

function stored(ourRef: string, path: string, body: object): Prepared {
  return { refs: { ours: ourRef }, method: 'POST', path, body: JSON.stringify(body) };
}

function wallet(intent: Intent): Party {
  return [{ key: 'msisdn', value: intent.phone }];
}

function biller(intent: Intent): Party {
  if (intent.extra.type !== 'bill') throw new Error('a bill payment needs its bill');
  return [
    { key: 'msisdn', value: intent.phone },
    { key: 'serviceprovider', value: intent.codeService },
    { key: 'consumerno', value: intent.extra.accountNumber },
  ];
}

function bill(intent: Intent): { metadata: Party } | undefined {
  return intent.extra.type === 'bill'
    ? { metadata: [{ key: 'billReference', value: intent.extra.billReference }] }
    : undefined;
}

function payerLink(intent: Intent): { metadata: Party } | undefined {
  if (intent.extra.type !== 'wallet' || intent.extra.link === 'none') return undefined;
  return {
    metadata: [
      { key: 'challenge', value: intent.extra.link },
      { key: 'successUrl', value: intent.urls.success },
      { key: 'errorUrl', value: intent.urls.error },
    ],
  };
}
