// GET balance: returns the account's balance.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';

export const balanceQuery = Type.Object({
  currency: Type.Optional(
    Type.String(
      described('Only the balance of this currency.', 'Seulement le solde de cette devise.'),
    ),
  ),
});

export const balanceResponse = successEnvelope(
  Type.Object(
    {
      currency: Type.String(
        described(
          'Main currency of the account, such as XOF.',
          'Devise principale du compte, par exemple XOF.',
        ),
      ),
      balance: Type.Number(
        described(
          'Available balance, with at most four decimals.',
          'Solde disponible, avec quatre décimales au plus.',
        ),
      ),
      balances: Type.Optional(
        Type.Array(
          Type.Object(
            { currency: Type.String(), balance: Type.Number() },
            { additionalProperties: false },
          ),
          described(
            'The balance of each currency of the account, the main one first.',
            'Le solde de chaque devise du compte, la principale en premier.',
          ),
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type BalanceResponse = Static<typeof balanceResponse>;

export const balanceEndpoint = {
  interface: 'payments',
  name: 'balance',
  method: 'GET',
  path: '/api-services/balance',
  summary: { en: 'Read the balance', fr: 'Lire le solde' },
  description: {
    en: 'The available balance in the main currency of the account, and of each other currency. `?currency=XAF` returns that one alone. Amounts held by operations in progress are not included.',
    fr: 'Le solde disponible dans la devise principale du compte, et celui de chaque autre devise. `?currency=XAF` renvoie celui-là seul. Les montants retenus par les opérations en cours ne sont pas compris.',
  },
  request: null,
  query: balanceQuery,
  requestExamples: [],
  responses: [balanceResponse, refusalResponse],
  responseExamples: [
    {
      name: 'balance',
      title: { en: 'Balance', fr: 'Solde' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: {
          currency: 'XOF',
          balance: 9938,
          balances: [
            { currency: 'XOF', balance: 9938 },
            { currency: 'XAF', balance: 1200 },
          ],
        },
      },
    },
  ],
  codes: [codes.done, codes.badKey, codes.notActivated, codes.notFound, codes.internal],
} satisfies Endpoint;
