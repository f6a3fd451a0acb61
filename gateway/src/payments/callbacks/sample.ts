// Composes callbacks of transactions that never were, as those of real ones are composed, and posts
// them by the same way. For tests of receivers; nothing is stored.

import { hash } from 'node:crypto';
import { defined, composeHashInput } from '@jokko/contract';
import { commissionOf, type Catalogue, type Service } from '../catalogue/index.ts';
import type { CallbackAccount, CallbackTerms } from './callback.ts';
import { composeBody } from './compose.ts';
import { destinationOf } from './destination.ts';
import { sendCallback, type Exchange, type SendDeps } from './send.ts';

const sampleAmount = 1_000n * 10_000n;
const sampleBalance = 250_000n * 10_000n;

export interface SampleOrder {
  accountId: number;
  language: CallbackAccount['language'];
  url: string;
  service: Service;
  /** A whole key of the account, for `sha256Hash`; null: the hash is empty. */
  apiKey: string | null;
  transactionId: string;
  externalId: string;
  /** A success unless given. */
  ended?: { as: 'SUCCESS' | 'FAILED' | 'REFUNDED'; errorId: number | null; reason?: string };
  data?: { [member: string]: unknown };
}

const success: NonNullable<SampleOrder['ended']> = { as: 'SUCCESS', errorId: null };

/** The body's text. Its member `test` says that no money moved, whatever else it says. */
export function composeSample(catalogue: Catalogue, order: SampleOrder): string {
  const { language, url, service, transactionId, externalId, apiKey, ended } = order;
  const account = { language, mirrorFields: false, callbackGraceMs: 0, secondCallbackUrl: url };
  const commission = commissionOf(service.price, sampleAmount);
  const balances = {
    balanceBefore: sampleBalance,
    balanceAfter: sampleBalance - sampleAmount - commission,
  };
  const callbackHash =
    apiKey === null ? null : hash('sha256', composeHashInput(transactionId, externalId, apiKey));
  const terms = { ...termsOf(order), commission, callbackUrl: url, callbackHash };
  const { as, errorId, reason } = ended ?? success;
  // No operation gets it: it is reported of one that never was.
  const state = { state: as, errorId, providerReference: 'TEST-REFERENCE', voucher: null };
  const composed = composeBody(
    catalogue,
    {
      terms,
      state,
      account,
      ...balances,
      currentBalance: balances.balanceAfter,
      ...defined({ reason }),
    },
    url,
  );
  return JSON.stringify({ test: true, ...(JSON.parse(composed.body) as object) });
}

const termsOf = (order: SampleOrder): CallbackTerms => ({
  accountId: order.accountId,
  id: order.transactionId,
  externalId: order.externalId,
  codeService: order.service.code,
  direction: order.service.direction,
  phoneGiven: '771234567',
  amount: sampleAmount,
  commission: 0n,
  clientData: order.data ?? null,
  callbackUrl: null,
  callbackHash: null,
});

export interface SignedSample {
  accountId: number;
  url: string;
  headers: { [name: string]: string };
  body: string;
}

/** One POST of exactly these headers and bytes. Throws only when pins cannot be read. */
export function sendSample(
  deps: Omit<SendDeps, 'sign'>,
  { accountId, url, headers, body }: SignedSample,
): Promise<Exchange> {
  return sendCallback(
    { ...deps, sign: () => Promise.resolve(headers) },
    {
      accountId,
      operationId: '',
      second: false,
      destination: destinationOf(url),
      url,
      body,
      attempts: 0,
    },
  );
}
