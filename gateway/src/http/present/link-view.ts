// What does the payer's link page show of an operation?

import { toDecimalString } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import type { Catalogue } from '../../domain/catalogue/index.ts';
import { isFinal, type Operation } from '../../domain/operations/index.ts';
import type { LinkStatus, LinkView } from '../pages/link-view.ts';

/** The payer's window, counted from the opening while the provider has not named an end. */
const payerWindowMs = 15 * 60_000;

export function linkViewOf(operation: Operation, account: Account | null, catalogue: Catalogue, now: number): LinkView {
  const { facts, state, createdAt } = operation;
  const { extra, successUrl, errorUrl, sender } = facts.details;
  const providerUrl = state.challenge?.authUrl ?? state.challenge?.deepLinkUrl;
  const qrText = state.challenge?.qrText;
  const expiresAt = new Date(state.challenge?.expiresAt ?? createdAt.getTime() + payerWindowMs);
  const ready = providerUrl !== undefined || qrText !== undefined;
  return {
    transactionId: facts.id,
    serviceName: catalogue.service(facts.codeService)?.name ?? facts.codeService,
    merchantName: sender ?? account?.name ?? '',
    amountText: toDecimalString(facts.amount),
    currency: facts.currency,
    status: statusOf(operation, ready, expiresAt.getTime() <= now),
    kind: extra.type === 'card' ? 'authPage' : extra.type === 'wallet' && extra.link === 'qr' ? 'qr' : 'deepLink',
    ...(providerUrl === undefined ? {} : { providerUrl }),
    ...(qrText === undefined ? {} : { qrText }),
    expiresAt,
    ...(successUrl === null ? {} : { successUrl }),
    ...(errorUrl === null ? {} : { errorUrl }),
    language: account?.language ?? 'fr',
  };
}

function statusOf({ state }: Operation, ready: boolean, expired: boolean): LinkStatus {
  if (isFinal(state.state) || state.state === 'REFUNDING')
    return state.state === 'FAILED' || state.state === 'CANCELED' ? 'failed' : 'succeeded';
  if (expired) return 'expired';
  return ready ? 'waiting' : 'notReady';
}
