// The provider's own test numbers and amounts, which count in its environment `sandbox` only, whose
// currency (EUR) no other environment has.

import type { Operation } from '../core/operation.ts';

export interface OwnOutcome {
  /** The reason of the failure; empty where it does not fail. */
  reason: string;
  /** Deciding digits that make the engine do it. */
  digits: number;
}

const prefix = '46733123';
const forever = 8007;
const slow = 8001;
const failLater = 9118;
const waits = (reason: string): OwnOutcome => ({ reason, digits: forever });
const fails = (reason: string): OwnOutcome => ({ reason, digits: failLater });

/** Suffixes of payers, and of recipients of `deposit`. */
const payers: { readonly [suffix: string]: OwnOutcome } = {
  450: fails('INTERNAL_PROCESSING_ERROR'),
  451: fails('APPROVAL_REJECTED'),
  452: fails('EXPIRED'),
  453: waits('ONGOING'),
  454: waits('DELAYED'),
  455: fails('PAYER_NOT_FOUND'),
  456: fails('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
  457: fails('NOT_ALLOWED'),
  458: fails('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  459: fails('INVALID_CALLBACK_URL_HOST'),
  460: fails('INVALID_CURRENCY'),
  461: fails('INTERNAL_PROCESSING_ERROR'),
  462: fails('SERVICE_UNAVAILABLE'),
  463: fails('COULD_NOT_PERFORM_TRANSACTION'),
  464: fails('TRANSFER_TYPE_UNKNOWN'),
};

/** Suffixes of recipients of `transfer`. */
const payees: { readonly [suffix: string]: OwnOutcome } = {
  450: fails('INTERNAL_PROCESSING_ERROR'),
  451: fails('REJECTED'),
  452: fails('EXPIRED'),
  453: waits('ONGOING'),
  454: waits('DELAYED'),
  455: fails('NOT_ENOUGH_FUNDS'),
  456: fails('PAYER_LIMIT_REACHED'),
  457: fails('PAYEE_NOT_FOUND'),
  458: fails('NOT_ALLOWED'),
  459: fails('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  460: fails('INVALID_CALLBACK_URL_HOST'),
  461: fails('INVALID_CURRENCY'),
  462: fails('INTERNAL_PROCESSING_ERROR'),
  463: fails('SERVICE_UNAVAILABLE'),
  464: fails('TRANSFER_TYPE_UNKNOWN'),
};

const amounts: { readonly [amount: string]: OwnOutcome } = {
  2000: fails('INTERNAL_PROCESSING_ERROR'),
  3000: { reason: '', digits: slow },
  4000: fails('INTERNAL_PROCESSING_ERROR'),
  5000: waits(''),
  6000: waits(''),
  7000: fails('TRANSFER_TYPE_UNKNOWN'),
};

/** What the provider's own tables say of an order; null: nothing. */
export function ownOutcomeOf(
  order: Pick<Operation, 'amount' | 'currency' | 'party' | 'service'>,
): OwnOutcome | null {
  if (order.currency !== 'EUR') return null;
  const table = order.service === 'transfer' ? payees : payers;
  const byNumber = order.party.startsWith(prefix)
    ? table[order.party.slice(prefix.length)]
    : undefined;
  return byNumber ?? amounts[order.amount] ?? null;
}

/** Codes of the account holder query by suffix: what it answers instead of `{result}`. */
const holders: { readonly [suffix: string]: { status: number; code: string } } = {
  450: { status: 404, code: 'RESOURCE_NOT_FOUND' },
  452: { status: 400, code: 'NOT_ALLOWED' },
  453: { status: 500, code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' },
  454: { status: 500, code: 'INTERNAL_PROCESSING_ERROR' },
  455: { status: 503, code: 'SERVICE_UNAVAILABLE' },
};

/** `inactive` for 451. */
export function holderOf(number: string): 'active' | 'inactive' | { status: number; code: string } {
  if (!number.startsWith(prefix)) return 'active';
  const suffix = number.slice(prefix.length);
  return suffix === '451' ? 'inactive' : (holders[suffix] ?? 'active');
}
