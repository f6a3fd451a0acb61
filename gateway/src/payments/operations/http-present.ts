// Presents an operation in the answer to its initiation. One function for first answers and
// repeats, so that both have one form (rules O5, O13). Member order as documented.

import {
  defined,
  amountLabel,
  codes,
  errorIds,
  notMultipleOf,
  publicStatus,
  suggestions,
  texts,
  toDecimalString,
  toJsonNumber,
  type Language,
  type OperationFailedResponse,
  type OperationResponse,
  type PublicStatus,
} from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { paymentPageUrl, type Operation, type State } from './index.ts';
import { errorRecord } from '../api/http-refusal.ts';

export interface PresentContext {
  catalogue: Catalogue;
  language: Language;
  publicUrl: string;
  /** Whose own limit may be the reason of a refusal. */
  account?: Pick<Account, 'currency' | 'operationMax'>;
}

/** The status that callers see for an internal state (rule S3). */
export function publicStatusOf(
  state: State,
  stage: 'payer' | 'provider' | null,
  direction: 'DEBIT' | 'CREDIT',
): PublicStatus {
  switch (state) {
    case 'READY':
    case 'PARKED':
    case 'SENDING':
      return publicStatus.pending;
    case 'ACCEPTED':
      return direction === 'CREDIT' && stage === 'payer'
        ? publicStatus.pending
        : publicStatus.processing;
    case 'UNKNOWN':
      return publicStatus.processing;
    case 'SUCCESS':
    case 'REFUNDING':
      return publicStatus.success;
    case 'FAILED':
      return publicStatus.failed;
    case 'CANCELED':
      return publicStatus.canceled;
    case 'REFUNDED':
      return publicStatus.refunded;
  }
}

/**
 * Code 2000 with the transaction, or 4000 with its error when it is FAILED. `first`: the answer
 * that opened it says PENDING.
 */
export function presentOperation(
  operation: Operation,
  context: PresentContext,
  first: boolean,
): OperationResponse | OperationFailedResponse {
  const { terms, state } = operation;
  const { catalogue, language } = context;
  const failed = state.state === 'FAILED';
  const status =
    first && !failed
      ? publicStatus.pending
      : publicStatusOf(state.state, state.stage, terms.direction);
  const transaction = {
    phone: terms.phoneGiven,
    amount: toJsonNumber(terms.amount),
    codeService: terms.codeService,
    transactionId: terms.id,
    status,
    externalTransactionId: terms.externalId,
    ...defined({ callbackUrl: terms.callbackUrl }),
  };
  if (failed) {
    const errorType = errorRecord(
      catalogue,
      state.errorId,
      terms.codeService,
      language,
      toDecimalString(terms.amount),
    );
    const limits = limitsOf(operation, context);
    return {
      code: codes.refused,
      msg: limits === null ? errorType.message : `${errorType.message} ${limits}`,
      error: true,
      data: { ...transaction, errorType },
    };
  }
  const chat = terms.details.extra.type === 'chat';
  const msg = chat
    ? texts[language].chatAccepted({ phoneE164: terms.phone })
    : texts[language].operationAccepted({ withCallback: terms.callbackUrl !== null });
  return {
    code: codes.done,
    msg,
    error: false,
    data: {
      ...transaction,
      ...paymentPageMembers(operation, context),
      ...(chat ? { errorType: null } : {}),
    },
  };
}

const amountErrors = new Set<number | null>([
  errorIds.belowMinimum,
  errorIds.aboveMaximum,
  ...Object.values(notMultipleOf),
]);

/**
 * Which amounts the service takes, where the amount is outside of them; null: that is not the
 * reason.
 */
function limitsOf(
  { terms: { amount, currency, codeService }, state: { errorId } }: Operation,
  { catalogue, language, account }: PresentContext,
): string | null {
  const service = catalogue.service(codeService);
  if (service === undefined || !amountErrors.has(errorId)) return null;
  const { minimum, maximum, multipleOf } = service;
  const say = suggestions[language];
  const isOutside =
    (minimum !== null && amount < minimum) ||
    (maximum !== null && amount > maximum) ||
    (multipleOf !== null && amount % multipleOf !== 0n);
  const own = account?.currency === currency ? account.operationMax : null;
  if (!isOutside)
    return own !== null && amount > own ? say.ownMaximum(amountLabel(own, currency)) : null;
  return say.limits(
    defined({
      minimum: minimum === null ? undefined : amountLabel(minimum, currency),
      maximum: maximum === null ? undefined : amountLabel(maximum, currency),
      multipleOf: multipleOf === null ? undefined : amountLabel(multipleOf, currency),
    }),
  );
}

function paymentPageMembers(
  { terms }: Operation,
  { catalogue, language, publicUrl }: PresentContext,
): Partial<OperationResponse['data']> {
  if (terms.paymentPageToken === null) return {};
  const service = catalogue.service(terms.codeService);
  const link = paymentPageUrl(publicUrl, terms);
  const words = {
    link,
    service: service?.name ?? terms.codeService,
    amount: amountLabel(terms.amount, terms.currency),
  };
  const { extra } = terms.details;
  const say = texts[language];
  const notificationMessage =
    extra.type === 'wallet' && extra.link === 'qr'
      ? say.qrNotification(words)
      : say.linkNotification(words);
  if (extra.type !== 'card') return { notificationMessage, deepLinkUrl: link };
  return {
    notificationMessage,
    authLinkUrl: link,
    orderId: `${service?.orderPrefix ?? 'JOKKO'}-BK-${terms.id}`,
  };
}
