// Maps our operations to the provider's calls, and builds their requests.

import {
  amountToNumber,
  fitsCurrency,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { Intent, OperationKind, Prepared, ProviderError } from '@jokko/connectors/kit';
import type { AirtelOperation } from './code-table.ts';
import { settingsOf } from './config.ts';
import type { AirtelConfig } from './config.ts';

/** Where each operation is created, and where its status is, followed by our id. */
export const placeOf: {
  readonly [operation in AirtelOperation]: { create: string; status: string };
} = {
  collect: { create: '/merchant/v1/payments/', status: '/standard/v1/payments/' },
  payout: { create: '/standard/v1/disbursements/', status: '/standard/v1/disbursements/' },
};

/** Payouts need a PIN. */
export const operationsOf = (config: AirtelConfig): OperationKind[] =>
  settingsOf(config).pin === null ? ['collect'] : ['collect', 'payout'];

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf({ kind }: Intent): AirtelOperation {
  if (kind === 'collect' || kind === 'payout') return kind;
  throw new Error(`airtel does not offer ${kind}`);
}

const misrouted = (provider: string): ProviderError => ({
  ...refusalRow(29, 'otherRoute', 'config'),
  provider,
});
const noSuchAmount: ProviderError = {
  ...refusalRow(116, 'never'),
  provider: 'more decimals than the currency has',
};
const abroad: ProviderError = { ...refusalRow(1, 'otherRoute'), provider: 'number of no customer' };

/** Refuses what the provider cannot express, and sandbox digits 7NNN. */
export function validate(config: AirtelConfig, intent: Intent): ProviderError | null {
  if (!fitsCurrency(intent.amount, intent.currency)) return noSuchAmount;
  // The payer gets a prompt on the phone; a service that promises a link must not be routed here.
  if (intent.extra.type === 'wallet' && intent.extra.link !== 'none')
    return misrouted('no links for payers');
  if (intent.kind === 'payout' && settingsOf(config).pin === null) return misrouted('no PIN');
  if (!intent.phone.startsWith(`+${config.callingCode}`)) return abroad;
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/** Pure: `ourRef` (a UUID) is the transaction id. The PIN of a payout is put in when it is sent. */
export function prepare(config: AirtelConfig, intent: Intent, ourRef: string): Prepared {
  const operation = operationOf(intent);
  const { country, callingCode } = config;
  const { currency } = intent;
  const msisdn = intent.phone.slice(1 + callingCode.length);
  const amount = amountToNumber(intent.amount);
  const { reference } = settingsOf(config);
  const body =
    operation === 'collect'
      ? {
          reference,
          subscriber: { country, currency, msisdn },
          transaction: { amount, country, currency, id: ourRef },
        }
      : { payee: { msisdn }, reference, transaction: { amount, id: ourRef } };
  return {
    refs: { ours: ourRef },
    method: 'POST',
    path: placeOf[operation].create,
    body: JSON.stringify(body),
  };
}
