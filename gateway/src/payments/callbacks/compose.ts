// Composes the callback of a result, once, when the result is recorded; every attempt sends the
// same bytes (rule C1).

import {
  defined,
  checkoutStatus,
  fillAmount,
  publicStatus,
  texts,
  toDecimalString,
  toJsonNumber,
  type Language,
} from '@jokko/contract';
import { errorCodeAndText, type Catalogue } from '../catalogue/index.ts';
import type { CallbackSource, ComposedCallback } from './callback.ts';
import { destinationOf } from './destination.ts';

/**
 * The callback of a result, or of a later end to the account's second address, but for who sends
 * it.
 */
export function composeCallback(
  catalogue: Catalogue,
  callback: CallbackSource,
): Omit<ComposedCallback, 'leaseOwner'> {
  const { terms, state, account } = callback;
  const second = state.state === 'CANCELED' || state.state === 'REFUNDED';
  const url = (second ? account.secondCallbackUrl : terms.callbackUrl)!;
  return {
    terms,
    second,
    destination: destinationOf(url),
    url,
    ...composeBody(catalogue, callback, url),
  };
}

/** Status and body text. Member order as documented by the interface. */
export function composeBody(
  catalogue: Catalogue,
  callback: CallbackSource,
  url: string,
): { status: string; body: string } {
  const { terms, state, account } = callback;
  const service = catalogue.service(terms.codeService);
  const status = statusOf(state.state);
  const amount = toJsonNumber(terms.amount);
  const paidCheckout = state.state === 'SUCCESS' ? terms.details?.checkout : undefined;
  const body = {
    msg: texts[account.language].callback({
      typeOperation: terms.direction,
      service: service?.name ?? terms.codeService,
      provider: service?.provider ?? '',
      voucher: state.voucher?.code ?? null,
    }),
    status,
    ...defined({ reason: callback.reason }),
    sha256Hash: terms.callbackHash ?? '',
    transaction: {
      phone: terms.phoneGiven,
      amount,
      codeService: terms.codeService,
      nameService: service?.name ?? terms.codeService,
      // Nothing was charged for what failed or was cancelled (rule O9).
      commission: toJsonNumber(isUnexecuted(state.state) ? 0n : terms.commission),
      transactionId: terms.id,
      sousServiceTransactionId: state.providerReference ?? '',
      currentBalance: toJsonNumber(callback.currentBalance),
      balanceBeforeTransactionInit: toJsonNumber(callback.balanceBefore),
      balanceAfterTransactionInit: toJsonNumber(callback.balanceAfter),
      externalTransactionId: terms.externalId,
      callbackUrl: url,
      errorType: state.state !== 'FAILED' ? null : errorOf(catalogue, callback, account.language),
      data: terms.clientData ?? {},
      ...defined({ voucher: state.voucher, status: account.mirrorFields ? status : undefined }),
    },
    ...(account.mirrorFields
      ? { externalTransactionId: terms.externalId, transactionId: terms.id, amount }
      : {}),
    ...defined({
      checkout:
        paidCheckout === undefined
          ? undefined
          : {
              id: paidCheckout.id,
              status: checkoutStatus.paid,
              attempt: paidCheckout.attempt,
              ...defined({ link: paidCheckout.link }),
            },
    }),
  };
  return { status, body: JSON.stringify(body) };
}

const isUnexecuted = (state: CallbackSource['state']['state']): boolean =>
  state === 'FAILED' || state === 'CANCELED';

function statusOf(state: CallbackSource['state']['state']): string {
  if (state === 'FAILED') return publicStatus.failed;
  if (state === 'CANCELED') return publicStatus.canceled;
  return state === 'REFUNDED' ? publicStatus.refunded : publicStatus.success;
}

function errorOf(catalogue: Catalogue, { terms, state }: CallbackSource, language: Language) {
  const { code, text } = errorCodeAndText(catalogue, state.errorId, language);
  return {
    message: fillAmount(text, toDecimalString(terms.amount)),
    code,
    codeService: terms.codeService,
    id: state.errorId,
  };
}
