// Calls this connector with a scripted CyberSource, and writes its answers.

import {
  createScripted,
  ourRef,
  sampleIntent,
  type Scripted,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult, Outcome, Prepared, Refs } from '@jokko/connectors/kit';
import { cybersourceConnector as connector } from '../index.ts';
import type { CybersourceConfig } from '../index.ts';
import { browser } from './payer.ts';

export const config: CybersourceConfig = {
  baseUrl: 'https://api.cybersource.com',
  merchantId: 'shop_sn',
  auth: 'httpSignature',
  keyId: 'key-1',
  sharedSecret: Buffer.from('a shared secret of 32 bytes, so.').toString('base64'),
  billingAddress: '1 rue de la Gare',
  billingCity: 'Dakar',
  billingCountry: 'SN',
  billingEmail: 'paiements@shop.example',
  sandbox: false,
};
export const card = { number: '4456530000001005', cvc: '920' };
export const intent = sampleIntent('card', { digits: '1005', vaultHandle: 'handle-1' });
export const setupRefs: Refs = { ours: ourRef, stage: 'setup', session: 'reference-1' };
export const input = { browser };

/** A context that holds the card of `intent`. */
export function scripted(
  answers: readonly HttpResult[],
  changes: Partial<CybersourceConfig> = {},
): Scripted<CybersourceConfig> {
  const context = createScripted({ ...config, ...changes }, answers);
  context.cards.set('handle-1', {
    number: Buffer.from(card.number),
    expireMonth: '09',
    expireYear: '39',
    cvc: Buffer.from(card.cvc),
  });
  return context;
}

export const enrolStep = connector.prepareStep!(
  config,
  intent,
  setupRefs,
  ourRef,
  input,
) as Prepared;

export const pay = (context: Scripted<CybersourceConfig>): Promise<Outcome> =>
  connector.executeStep!(context, intent, enrolStep, input);

type Members = { [member: string]: unknown };

/** A transaction of the search under our reference. */
export const transaction = (
  reasonCode: string,
  services: readonly string[],
  members: Members = {},
): Members => ({
  id: '7000000000000000000001',
  clientReferenceInformation: { code: ourRef },
  applicationInformation: {
    reasonCode,
    applications: services.map((name) => ({ name, reasonCode: '100' })),
  },
  ...members,
});

export const found = (ids: readonly string[]): Members => ({
  totalCount: ids.length,
  count: ids.length,
  _embedded: { transactionSummaries: ids.map((id) => ({ id })) },
});
