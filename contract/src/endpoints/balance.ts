// GET balance: how is the account's balance answered?
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';

export const balanceResponse = successEnvelope(
  Type.Object(
    {
      currency: Type.String(described('Main currency of the account, such as XOF.', 'Devise principale du compte, par exemple XOF.')),
      balance: Type.Number(described('Available balance, at most four decimals.', 'Solde disponible, quatre décimales au plus.')),
    },
    { additionalProperties: false },
  ),
);
export type BalanceResponse = Static<typeof balanceResponse>;

export const balanceEndpoint: Endpoint = {
  interface: 'payments',
  name: 'balance',
  method: 'GET',
  path: '/api-services/balance',
  summary: { en: 'Read the balance', fr: 'Lire le solde' },
  description: {
    en: 'The available balance in the main currency of the account: what operations in progress hold is not part of it.',
    fr: 'Le solde disponible dans la devise principale du compte : ce que les opérations en cours retiennent n’en fait pas partie.',
  },
  request: null,
  requestExamples: [],
  responses: [balanceResponse, refusalResponse],
  responseExamples: [
    {
      name: 'balance',
      title: { en: 'Balance', fr: 'Solde' },
      body: { code: 2000, msg: 'Successfully operation', error: false, data: { currency: 'XOF', balance: 9938 } },
    },
  ],
  codes: [codes.done, codes.badKey, codes.notActivated, codes.internal],
};
