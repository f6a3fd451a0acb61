// Presents an operation for the payment page.

import { defined, toDecimalString } from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  isFinal,
  paymentPageUrl,
  type Operation,
  type OperationState,
} from '../operations/index.ts';
import type { PageStep, PaymentPageStatus, PaymentPageView } from './payment-page-view.ts';

/** The payer's window, counted from the opening while the provider has not named an end. */
const payerWindowMs = 15 * 60_000;

export interface PaymentPageContext {
  account: Account | null;
  catalogue: Catalogue;
  publicUrl: string;
  /** The database's clock, in ms. */
  now: number;
}

export function paymentPageViewOf(
  operation: Operation,
  { account, catalogue, publicUrl, now }: PaymentPageContext,
): PaymentPageView {
  const { terms, state, createdAt } = operation;
  const { extra, successUrl, errorUrl, bankReturnUrl, sender } = terms.details;
  const apps = Object.entries(state.challenge?.deepLinks ?? {});
  const providerUrl =
    state.challenge?.authUrl ??
    state.challenge?.deepLinkUrl ??
    (apps.length === 1 ? apps[0]![1] : undefined);
  const qrText = state.challenge?.qrText;
  const step = stepOf(state);
  const expiresAt = new Date(state.challenge?.expiresAt ?? createdAt.getTime() + payerWindowMs);
  const ready =
    providerUrl !== undefined || qrText !== undefined || step !== undefined || apps.length > 0;
  return {
    transactionId: terms.id,
    // Payers know their wallet; a service's own name is the operator's word.
    serviceName: catalogue.service(terms.codeService)?.payerName ?? terms.codeService,
    merchantName: sender ?? account?.name ?? '',
    amountText: toDecimalString(terms.amount),
    currency: terms.currency,
    status: statusOf(operation, ready, expiresAt.getTime() <= now),
    kind:
      extra.type === 'card'
        ? 'authPage'
        : extra.type === 'wallet' && extra.link === 'qr'
          ? 'qr'
          : 'deepLink',
    ...defined({ providerUrl, qrText }),
    ...(apps.length > 1 && { apps: Object.fromEntries(apps) }),
    ...defined({ step }),
    attempt: state.attempts,
    pageUrl: paymentPageUrl(publicUrl, terms),
    expiresAt,
    ...defined({
      successUrl,
      errorUrl,
      bankReturn:
        bankReturnUrl === undefined
          ? undefined
          : {
              url: bankReturnUrl,
              continueUrl: `${paymentPageUrl(publicUrl, terms)}/result`,
            },
    }),
    language: account?.language ?? 'fr',
  };
}

function statusOf({ state }: Operation, ready: boolean, expired: boolean): PaymentPageStatus {
  if (isFinal(state.state) || state.state === 'REFUNDING')
    return state.state === 'FAILED' || state.state === 'CANCELED' ? 'failed' : 'succeeded';
  // Who has acted in time is not told that it is too late.
  if (stepOf(state) !== undefined && (state.state !== 'ACCEPTED' || state.stage !== 'payer'))
    return 'checking';
  if (expired) return 'expired';
  return ready ? 'waiting' : 'notReady';
}

function stepOf({ challenge }: OperationState): PageStep | undefined {
  if (challenge?.collect !== undefined) return { kind: 'collect', form: challenge.collect };
  if (challenge?.post !== undefined) return { kind: 'post', form: challenge.post };
  if (challenge?.otp === undefined) return undefined;
  const { otp, lastStep } = challenge;
  return { kind: 'otp', ...otp, ...defined({ lastStep }) };
}
