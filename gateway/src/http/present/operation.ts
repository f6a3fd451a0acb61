// How does an operation look in the answer to its initiation? One function for first answers and repeats, so that both have one form
// (rules O5, O13). Member order as documented.

import { amountLabel, codes, publicStatus, texts, toDecimalString, toJsonNumber, type Language, type PublicStatus } from '@jokko/contract';
import type { Catalogue } from '../../domain/catalogue/index.ts';
import { linkUrl, type Operation, type State } from '../../domain/operations/index.ts';
import { errorRecord } from './refusal.ts';

export interface PresentContext {
  catalogue: Catalogue;
  language: Language;
  publicUrl: string;
}

/** What callers are told of an internal state (rule S3). */
export function publicStatusOf(state: State, stage: 'payer' | 'provider' | null, direction: 'DEBIT' | 'CREDIT'): PublicStatus {
  switch (state) {
    case 'READY':
    case 'SENDING':
      return publicStatus.pending;
    case 'ACCEPTED':
      return direction === 'CREDIT' && stage === 'payer' ? publicStatus.pending : publicStatus.processing;
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

/** Code 2000 with the transaction, or 4000 with its error when it is FAILED. `first`: the answer that opened it says PENDING. */
export function presentOperation(operation: Operation, context: PresentContext, first: boolean): object {
  const { facts, state } = operation;
  const { catalogue, language } = context;
  const failed = state.state === 'FAILED';
  const status = first && !failed ? publicStatus.pending : publicStatusOf(state.state, state.stage, facts.direction);
  const transaction = {
    phone: facts.phoneGiven,
    amount: toJsonNumber(facts.amount),
    codeService: facts.codeService,
    transactionId: facts.id,
    status,
    externalTransactionId: facts.externalId,
    ...(facts.callbackUrl === null ? {} : { callbackUrl: facts.callbackUrl }),
  };
  if (failed) {
    const errorType = errorRecord(catalogue, state.errorId, facts.codeService, language, toDecimalString(facts.amount));
    return { code: codes.refused, msg: errorType.message, error: true, data: { ...transaction, errorType } };
  }
  const chat = facts.details.extra.type === 'chat';
  const msg = chat
    ? texts[language].chatAccepted({ phoneE164: facts.phone })
    : texts[language].operationAccepted({ withCallback: facts.callbackUrl !== null });
  return {
    code: codes.done,
    msg,
    error: false,
    data: { ...transaction, ...linkMembers(operation, context), ...(chat ? { errorType: null } : {}) },
  };
}

function linkMembers({ facts }: Operation, { catalogue, language, publicUrl }: PresentContext): object {
  if (facts.linkToken === null) return {};
  const service = catalogue.service(facts.codeService);
  const link = linkUrl(publicUrl, facts);
  const words = { link, service: service?.name ?? facts.codeService, amount: amountLabel(facts.amount, facts.currency) };
  const { extra } = facts.details;
  const say = texts[language];
  const notificationMessage = extra.type === 'wallet' && extra.link === 'qr' ? say.qrNotification(words) : say.linkNotification(words);
  if (extra.type !== 'card') return { notificationMessage, deepLinkUrl: link };
  return { notificationMessage, authLinkUrl: link, orderId: `${service?.orderPrefix ?? 'JOKKO'}-BK-${facts.id}` };
}
