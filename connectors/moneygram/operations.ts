// Maps our operations to MoneyGram's transactions, and checks what can be checked without asking.

import type { Intent, OperationKind, Prepared, ProviderError, Refs } from '@jokko/connectors/kit';
import { refusedByDigits, sandboxDigitsOf } from '@jokko/connectors/kit';
import type { MoneygramConfig } from './config.ts';
import { settingsOf } from './config.ts';
import { partiesOf } from './parties.ts';
import { noSuchReference, quoteNeeded } from './outcome-table.ts';
import type { MoneygramOperation } from './outcome-table.ts';

export const operations: OperationKind[] = ['remit_send', 'remit_receive'];
export const referencePattern = /^\d{8}$/;

/** Throws on an operation that the capabilities do not list, which is a bug of the caller. */
export function operationOf({ kind }: Intent): MoneygramOperation {
  if (kind === 'remit_send' || kind === 'remit_receive') return kind;
  throw new Error(`moneygram does not offer ${kind}`);
}

/** A remittance is sent under the session of its quote, which names its people. */
export function validate(config: MoneygramConfig, intent: Intent): ProviderError | null {
  const { extra } = intent;
  if (extra.type === 'remit_receive' && !referencePattern.test(extra.referenceNumber))
    return { ...noSuchReference, provider: 'referenceNumber' };
  const digits = config.sandbox ? sandboxDigitsOf(intent) : null;
  if (digits?.kind === 'refuseNow') return refusedByDigits(digits.catalogueId);
  return extra.type === 'remit_send' && extra.quote?.session === undefined
    ? { ...quoteNeeded, provider: 'no session' }
    : null;
}

/**
 * Pure: the body of the update, which names the people and our reference; the commit that follows
 * it has none. The transaction to commit is known before anything is sent: that of the quote, or
 * what waits under the reference number.
 */
export function prepare(_config: MoneygramConfig, intent: Intent, ourRef: string): Prepared {
  const { extra } = intent;
  const common = { partnerTransactionId: ourRef };
  if (extra.type === 'remit_send') {
    const session = extra.quote?.session ?? '';
    return {
      refs: { ours: ourRef, session },
      method: 'PUT',
      path: `/transfer/v1/transactions/${encodeURIComponent(session)}`,
      body: JSON.stringify({ ...common, ...partiesOf(extra.data) }),
    };
  }
  if (extra.type !== 'remit_receive') throw new Error(`moneygram does not offer ${intent.kind}`);
  const receiver = { mobilePhone: { number: intent.phone } };
  return {
    refs: { ours: ourRef, number: extra.referenceNumber },
    method: 'PUT',
    path: '/payout/v1/transactions',
    body: JSON.stringify({ ...common, receiver }),
  };
}

/** Pure: the whole amount and the fee go back to the sender. */
export function prepareRefund(
  config: MoneygramConfig,
  intent: Intent,
  original: Refs,
  ourRef: string,
): Prepared {
  const id = original.session ?? original.theirs;
  if (id === undefined || intent.kind !== 'remit_send')
    throw new Error('only a remittance that was sent can be refunded');
  return {
    refs: { ours: ourRef, original: id },
    method: 'PUT',
    path: `/refund/v1/transactions/${encodeURIComponent(id)}`,
    body: JSON.stringify({
      refundReasonCode: settingsOf(config).refundReason,
      refundFee: true,
      partnerTransactionId: ourRef,
    }),
  };
}
