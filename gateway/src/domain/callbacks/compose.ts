// What does the callback of a result say? Composed once, when the result is recorded; every attempt sends the same bytes (rule C1).

import { fillAmount, publicStatus, texts, toDecimalString, toJsonNumber, type Language } from '@jokko/contract';
import { errorCodeAndText, type Catalogue } from '../catalogue/index.ts';
import type { CallbackFacts, ComposedCallback } from './callback.ts';
import { laneOf } from './lane-name.ts';

/** The callback of a result, or of a later end to the account's second address, but for who sends it. */
export function composeCallback(catalogue: Catalogue, callback: CallbackFacts): Omit<ComposedCallback, 'leaseOwner'> {
  const { facts, state, account } = callback;
  const second = state.state === 'CANCELED' || state.state === 'REFUNDED';
  const url = (second ? account.secondCallbackUrl : facts.callbackUrl)!;
  return { facts, second, lane: laneOf(url), url, ...composeBody(catalogue, callback, url) };
}

/** Status and body text. Member order as documented by the interface. */
export function composeBody(catalogue: Catalogue, callback: CallbackFacts, url: string): { status: string; body: string } {
  const { facts, state, account } = callback;
  const service = catalogue.service(facts.codeService);
  const status = statusOf(state.state);
  const amount = toJsonNumber(facts.amount);
  const body = {
    msg: texts[account.language].callback({
      typeOperation: facts.direction,
      service: service?.name ?? facts.codeService,
      provider: service?.provider ?? '',
      voucher: state.voucher,
    }),
    status,
    ...(callback.reason === undefined ? {} : { reason: callback.reason }),
    sha256Hash: facts.callbackHash ?? '',
    transaction: {
      phone: facts.phoneGiven,
      amount,
      codeService: facts.codeService,
      nameService: service?.name ?? facts.codeService,
      commission: toJsonNumber(facts.commission),
      transactionId: facts.id,
      sousServiceTransactionId: state.providerReference ?? '',
      currentBalance: toJsonNumber(callback.currentBalance),
      balanceBeforeTransactionInit: toJsonNumber(callback.balanceBefore),
      balanceAfterTransactionInit: toJsonNumber(callback.balanceAfter),
      externalTransactionId: facts.externalId,
      callbackUrl: url,
      errorType: state.state !== 'FAILED' ? null : errorOf(catalogue, callback, account.language),
      data: facts.clientData ?? {},
      ...(account.mirrorFields ? { status } : {}),
    },
    ...(account.mirrorFields ? { externalTransactionId: facts.externalId, transactionId: facts.id, amount } : {}),
  };
  return { status, body: JSON.stringify(body) };
}

function statusOf(state: CallbackFacts['state']['state']): string {
  if (state === 'FAILED') return publicStatus.failed;
  if (state === 'CANCELED') return publicStatus.canceled;
  return state === 'REFUNDED' ? publicStatus.refunded : publicStatus.success;
}

function errorOf(catalogue: Catalogue, { facts, state }: CallbackFacts, language: Language) {
  const { code, text } = errorCodeAndText(catalogue, state.errorId, language);
  return {
    message: fillAmount(text, toDecimalString(facts.amount)),
    code,
    codeService: facts.codeService,
    id: state.errorId,
  };
}
