// Sends a sample callback to a receiver: made up, signed as real ones are, sent once through the
// same transport. Nothing of it is stored.

import { hash, randomBytes } from 'node:crypto';
import { composeHashInput } from '@jokko/contract';
import { commissionOf, type Catalogue, type Service } from '../catalogue/index.ts';
import type { CallbackAccount, CallbackState, CallbackTerms } from './callback.ts';
import { composeBody } from './compose.ts';
import { destinationOf } from './destination.ts';
import { sendCallback, type Exchange, type SendDeps } from './send.ts';

const sampleAmount = 1_000n * 10_000n;
const sampleBalance = 250_000n * 10_000n;
const sampleId = '1000000000000';
const sampleExternalId = 'TEST-EXTERNAL-ID';

const hashWith = (apiKey: string | null): string | null =>
  apiKey === null ? null : hash('sha256', composeHashInput(sampleId, sampleExternalId, apiKey));

export interface Tester {
  /**
   * `apiKey`: a whole key of the account, for `sha256Hash`; null where none can be opened, the hash is empty then.
   * Throws only when pins or secrets cannot be read.
   */
  test(given: {
    accountId: number;
    language: CallbackAccount['language'];
    url: string;
    service: Service;
    apiKey: string | null;
  }): Promise<{
    webhookId: string;
    body: string;
    exchange: Exchange;
  }>;
}

/** `url` has been judged before (`callbackAddressProblem`). */
export function createTester(deps: SendDeps & { catalogue(): Catalogue }): Tester {
  return {
    async test({ accountId, language, url, service, apiKey }) {
      const operationId = `test_${randomBytes(6).toString('hex')}`;
      const account = {
        language,
        mirrorFields: false,
        callbackGraceMs: 0,
        secondCallbackUrl: null,
      };
      const commission = commissionOf(service.price, sampleAmount);
      const balances = {
        balanceBefore: sampleBalance,
        balanceAfter: sampleBalance - sampleAmount - commission,
      };
      const terms = {
        ...termsOf(service, accountId),
        commission,
        callbackUrl: url,
        callbackHash: hashWith(apiKey),
      };
      const composed = composeBody(
        deps.catalogue(),
        { terms, state, account, ...balances, currentBalance: balances.balanceAfter },
        url,
      );
      // The member says that no money moved, whatever else the body says.
      const body = JSON.stringify({ test: true, ...(JSON.parse(composed.body) as object) });
      const exchange = await sendCallback(deps, {
        accountId,
        operationId,
        second: false,
        destination: destinationOf(url),
        url,
        body,
        attempts: 0,
      });
      return { webhookId: `cb_${operationId}`, body, exchange };
    },
  };
}

/** No operation gets it: it is reported of one that never was. */
const sampleState = 'SUCCESS';
const state: CallbackState = {
  state: sampleState,
  errorId: null,
  providerReference: 'TEST-REFERENCE',
  voucher: null,
};

const termsOf = ({ code, direction }: Service, accountId: number): CallbackTerms => ({
  accountId,
  id: sampleId,
  externalId: sampleExternalId,
  codeService: code,
  direction,
  phoneGiven: '771234567',
  amount: sampleAmount,
  commission: 0n,
  clientData: null,
  callbackUrl: null,
  callbackHash: null,
});
