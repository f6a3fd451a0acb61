// Presents transactions as MoneyGram does: amounts as numbers beside their currency, a status, and
// for a refusal its sub-status.

import { textOfError } from '../core/catalogue.ts';
import { isUnheardOf } from '../unheard-of.ts';
import { formatAmount } from '../core/money.ts';
import { costsOf, formatRate } from '../core/rates.ts';
import { voucherOf } from '../core/voucher.ts';
import type { Costs } from '../core/rates.ts';
import type { Operation } from '../core/operation.ts';
import type { Session } from './sessions.ts';
import type { MoneygramDeps } from './deps.ts';

type Body = { [member: string]: unknown };

const value = (minor: bigint, currencyCode: string) => ({
  value: Number(formatAmount(minor)),
  currencyCode,
});

export function presentAmounts(costs: Costs, sendCurrency: string, receiveCurrency: string): Body {
  const { amountMinor, feeMinor, taxMinor, receiveMinor } = costs;
  return {
    sendAmount: {
      amount: value(amountMinor, sendCurrency),
      fees: value(feeMinor, sendCurrency),
      taxes: value(taxMinor, sendCurrency),
      discounts: value(0n, sendCurrency),
      total: value(amountMinor + feeMinor + taxMinor, sendCurrency),
    },
    receiveAmount: {
      amount: value(receiveMinor, receiveCurrency),
      fees: value(0n, receiveCurrency),
      taxes: value(0n, receiveCurrency),
      total: value(receiveMinor, receiveCurrency),
    },
    fxRate: Number(formatRate(costs.rateMillionths)),
  };
}

/** A session, while nothing is committed. */
export function presentSession(session: Session): Body {
  const { amount, sendCurrency, receiveCurrency, missing } = session;
  const costs = costsOf(amount, sendCurrency, receiveCurrency);
  return {
    transactionId: session.id,
    ...(session.partnerTransactionId && { partnerTransactionId: session.partnerTransactionId }),
    transactionStatus: 'UNFUNDED',
    serviceOptionCode: session.serviceOptionCode,
    ...(costs !== null && presentAmounts(costs, sendCurrency, receiveCurrency)),
    readyForCommit: missing.length === 0,
    ...(missing.length > 0 && { fieldsToCollect: missing.map((field) => ({ field })) }),
  };
}

const sentWords: { readonly [status in Operation['status']]: string } = {
  pending: 'PROCESSING',
  succeeded: 'AVAILABLE',
  failed: 'REJECTED',
  canceled: 'REJECTED',
  reversed: 'REFUNDED',
};

/** A remittance that was committed. */
export function presentSent(deps: MoneygramDeps, operation: Operation): Body {
  const { amount, currency, status } = operation;
  const receiveCurrency = deps.engine.firstLine(operation).remit?.['receiveCurrency'] || currency;
  const costs = costsOf(amount, currency, receiveCurrency);
  const number = status === 'succeeded' ? voucherOf(operation)?.code : undefined;
  const isCollected = number !== undefined && isPaidOut(deps, number);
  return {
    transactionId: operation.organisationReference,
    partnerTransactionId: operation.reference,
    transactionStatus: isCollected ? 'RECEIVED' : sentWords[status],
    ...(number !== undefined && { referenceNumber: number }),
    ...(costs !== null && presentAmounts(costs, currency, receiveCurrency)),
    ...(status === 'failed' && { subStatus: [reasonOf(operation)] }),
  };
}

/** What is paid out under a number, once an order of ours is committed for it. */
export function presentReceived(operation: Operation): Body {
  const { status, amount, currency } = operation;
  return {
    transactionId: operation.organisationReference,
    partnerTransactionId: operation.reference,
    referenceNumber: operation.service,
    transactionStatus: status === 'succeeded' ? 'RECEIVED' : sentWords[status],
    receiveAmount: { amount: { value: Number(amount), currencyCode: currency } },
    ...(status === 'failed' && { subStatus: [reasonOf(operation)] }),
  };
}

export function isPaidOut({ store }: Pick<MoneygramDeps, 'store'>, number: string): boolean {
  const receiver = store.byReference.get(store.claims.get(`remittance ${number}`) ?? '');
  return receiver?.status === 'succeeded';
}

function reasonOf({ errorId }: Operation): Body {
  if (isUnheardOf({ errorId })) return { subStatus: 'REJECTED', message: textOfError(errorId) };
  const sandboxCatalogueId = String(errorId);
  return { subStatus: 'REJECTED', message: textOfError(errorId), sandboxCatalogueId };
}
