// What does the callback of a result say? Composed once, when the result is recorded; every attempt sends the same bytes (rule C1).

import { fillAmount, publicStatus, texts, toDecimalString, toJsonNumber, type Language } from '@jokko/contract';
import { errorCodeAndText, type Catalogue } from '../catalogue/index.ts';
import type { CallbackFacts, ComposedCallback } from './callback.ts';
import { laneOf } from './lane-name.ts';

/** The callback of a result, but for who sends it. Member order of the body as documented by the interface. */
export function composeCallback(catalogue: Catalogue, callback: CallbackFacts): Omit<ComposedCallback, 'leaseOwner'> {
  const { facts, state, account } = callback;
  const url = facts.callbackUrl ?? '';
  const service = catalogue.service(facts.codeService);
  const succeeded = state.state === 'SUCCESS';
  const status = succeeded ? publicStatus.success : publicStatus.failed;
  const amount = toJsonNumber(facts.amount);
  const body = {
    msg: texts[account.language].callback({
      typeOperation: facts.direction,
      service: service?.name ?? facts.codeService,
      provider: service?.provider ?? '',
      voucher: state.voucher,
    }),
    status,
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
      errorType: succeeded ? null : errorOf(catalogue, callback, account.language),
      data: facts.clientData ?? {},
      ...(account.mirrorFields ? { status } : {}),
    },
    ...(account.mirrorFields ? { externalTransactionId: facts.externalId, transactionId: facts.id, amount } : {}),
  };
  return { facts, second: false, lane: laneOf(url), url, status, body: JSON.stringify(body) };
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
