// Maps our orders to the calls of PI-SPI and builds their requests.

import {
  amountFromWire,
  errorIds,
  fitsCurrency,
  refusalRow,
  refusedByDigits,
  sandboxDigitsOf,
} from '@jokko/connectors/kit';
import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import type { PiSpiConfig } from './config.ts';
import type { PiSpiOperation } from './outcome-table.ts';
import { transactionIdOf } from './transaction-id.ts';

export const paymentsPath = '/paiements';
export const requestsPath = '/demandes-paiements';

const currency = 'XOF';
const unit = 10_000n;
const reasonMax = 140;

export const operationsOf = ({ bankTransferBy }: PiSpiConfig): OperationKind[] =>
  bankTransferBy === 'accountNumber'
    ? ['collect', 'payout', 'bank_transfer']
    : ['collect', 'payout'];

export function operationOf({ kind }: Intent): Exclude<PiSpiOperation, 'return'> {
  switch (kind) {
    case 'collect':
      return 'collect';
    case 'payout':
    case 'bank_transfer':
      return 'payout';
    default:
      throw new Error(`pi-spi does not offer ${kind}`);
  }
}

export function validate(config: PiSpiConfig, intent: Intent): ProviderError | null {
  if (intent.currency !== currency || !fitsCurrency(intent.amount, currency))
    return { ...refusalRow(errorIds.belowMinimum, 'never'), provider: 'not whole francs' };
  if (!operationsOf(config).includes(intent.kind))
    return {
      ...refusalRow(errorIds.executionError, 'otherRoute', 'config'),
      provider: `no ${intent.kind}`,
    };
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  return digits?.kind === 'refuseNow' ? refusedByDigits(digits.catalogueId) : null;
}

/** Pure. The payer's limit of a request is put in when it is sent. */
export function prepare(config: PiSpiConfig, intent: Intent, ourRef: string): Prepared {
  const txId = transactionIdOf(ourRef);
  const montant = montantOf(config, intent.amount);
  const motif = motifOf(intent);
  if (operationOf(intent) === 'collect')
    return stored(ourRef, requestsPath, {
      txId,
      payeurAlias: intent.phone,
      payeAlias: config.ourAlias,
      categorie: config.category ?? '521',
      montant,
      motif,
      confirmation: false,
    });
  const recipient =
    intent.extra.type === 'bank' ? { payeNumero: intent.extra.rib } : { payeAlias: intent.phone };
  return stored(ourRef, paymentsPath, {
    txId,
    payeurAlias: config.ourAlias,
    ...recipient,
    montant,
    motif,
    confirmation: false,
  });
}

/** Pure: the return of a payment that we received, whole. Idempotent at the participant. */
export function prepareRefund(
  _config: PiSpiConfig,
  _intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  if (original.theirs === undefined) throw new Error('a return needs the end2endId of the payment');
  return {
    refs: { ours: ourRef, session: original.theirs },
    method: 'PUT',
    path: `${paymentsPath}/${encodeURIComponent(original.theirs)}/retours`,
    body: JSON.stringify({ motif: 'Remboursement' }),
  };
}

function motifOf({ extra, transactionId }: Intent): string {
  const text = extra.type === 'bank' ? extra.description : '';
  return (text || transactionId).slice(0, reasonMax);
}

/** Whole francs, or hundredths where the participant counts so. */
export function montantOf({ amountUnit }: PiSpiConfig, amount: bigint): number {
  return Number((amount / unit) * BigInt(amountUnit ?? '1'));
}

/** Ten-thousandths; null for what is no amount. */
export function amountOf({ amountUnit }: PiSpiConfig, montant: unknown): bigint | null {
  const told = amountFromWire(montant);
  return told === null || told % unit !== 0n ? null : told / BigInt(amountUnit ?? '1');
}

function stored(ours: string, path: string, body: object): Prepared {
  return { refs: { ours }, method: 'POST', path, body: JSON.stringify(body) };
}
