// Maps our operations to the provider's calls and builds their requests.

import {
  amountToWire,
  fitsCurrency,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import { settingsOf, wireCurrency } from './config.ts';
import type { MtnMomoConfig, Product } from './config.ts';
import type { MtnOperation } from './reason-table.ts';

/** Where each operation is created; its status is below it, under our reference. */
export const placeOf: {
  readonly [operation in MtnOperation]: { product: Product; path: string };
} = {
  collect: { product: 'collection', path: '/collection/v1_0/requesttopay' },
  payout: { product: 'disbursement', path: '/disbursement/v1_0/transfer' },
  refund: { product: 'disbursement', path: '/disbursement/v1_0/refund' },
};

/** What an account with these products can do. */
export function operationsOf(config: MtnMomoConfig): OperationKind[] {
  const { credentials } = settingsOf(config);
  return [
    ...(credentials.collection === undefined ? [] : ['collect' as const]),
    ...(credentials.disbursement === undefined ? [] : ['payout' as const]),
  ];
}

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf({ kind }: Intent): 'collect' | 'payout' {
  if (kind === 'collect' || kind === 'payout') return kind;
  throw new Error(`mtn-momo does not offer ${kind}`);
}

const noLink: ProviderError = {
  ...refusalRow(29, 'otherRoute', 'config'),
  provider: 'no links for payers',
};
const noSuchAmount: ProviderError = {
  ...refusalRow(116, 'never'),
  provider: 'more decimals than the currency has',
};

/** Refuses what the provider cannot express, and sandbox digits 7NNN. */
export function validate(config: MtnMomoConfig, intent: Intent): ProviderError | null {
  if (!fitsCurrency(intent.amount, wireCurrency(config, intent.currency))) return noSuchAmount;
  // The payer gets a prompt on the phone; a service that promises a link must not be routed here.
  if (intent.extra.type === 'wallet' && intent.extra.link !== 'none') return noLink;
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/**
 * Pure: `ourRef` (a UUID) becomes the id of the provider's resource, and stands in the body too.
 */
export function prepare(config: MtnMomoConfig, intent: Intent, ourRef: string): Prepared {
  const operation = operationOf(intent);
  const party = { partyIdType: 'MSISDN', partyId: intent.phone.slice(1) };
  return stored(ourRef, operation, {
    ...common(config, intent, ourRef),
    ...(operation === 'collect' ? { payer: party } : { payee: party }),
  });
}

/**
 * Pure: a collection is given back whole by the Disbursement product, named by our own reference.
 */
export function prepareRefund(
  config: MtnMomoConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  const body = { ...common(config, intent, ourRef), referenceIdToRefund: original.ours };
  return stored(ourRef, 'refund', body);
}

function common(config: MtnMomoConfig, intent: Intent, ourRef: string) {
  const { message } = settingsOf(config);
  return {
    amount: amountToWire(intent.amount),
    currency: wireCurrency(config, intent.currency),
    externalId: ourRef,
    payerMessage: message,
    payeeNote: message,
  };
}

function stored(ourRef: string, operation: MtnOperation, body: object): Prepared {
  const { path } = placeOf[operation];
  return { refs: { ours: ourRef }, method: 'POST', path, body: JSON.stringify(body) };
}
