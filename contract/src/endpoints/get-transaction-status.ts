// POST get-transaction-status: returns the status of a transaction, by the client's own
// identifier.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField, wide } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { publicStatus } from '../states.ts';
import { voucherSchema } from '../voucher.ts';

/**
 * Any text that is no id of ours is simply unknown (4004): only its type and a bound on its size
 * are checked.
 */
const identifierCharactersMax = 256;

export const getTransactionStatusRequest = Type.Object({
  externalTransactionId: Type.String({
    minLength: 1,
    maxLength: identifierCharactersMax,
    ...described(
      'Your identifier, as sent to operation.',
      'Votre identifiant, tel qu’envoyé à operation.',
    ),
  }),
  apiKey: apiKeyField,
});
export type GetTransactionStatusRequest = Static<typeof getTransactionStatusRequest>;

/** Faults of a get-transaction-status body. */
export const checkGetTransactionStatus = makeCheck(getTransactionStatusRequest);

const timestamp = (en: string, fr: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    ...described(en, fr),
  });

export const transactionStatusSchema = Type.Object(
  {
    transactionId: Type.Integer({
      ...wide,
      ...described(
        'The ID from the response to operation, here as a number.',
        'L’identifiant donné par la réponse à operation, ici un nombre.',
      ),
    }),
    createdAt: timestamp('ISO 8601, UTC.', 'ISO 8601, UTC.'),
    updatedAt: timestamp('ISO 8601, UTC.', 'ISO 8601, UTC.'),
    externalTransactionId: Type.String(),
    status: Type.Enum(Object.values(publicStatus), {
      ...described('Status of the transaction.', 'Statut de la transaction.'),
    }),
    errorType: Type.Union([
      Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: false }),
      Type.Null(),
    ]),
    voucher: Type.Optional(voucherSchema),
  },
  { additionalProperties: false },
);
export type TransactionStatus = Static<typeof transactionStatusSchema>;

export const getTransactionStatusResponse = successEnvelope(transactionStatusSchema);
export type GetTransactionStatusResponse = Static<typeof getTransactionStatusResponse>;

const answered = { createdAt: '2026-10-04T12:21:18.000Z', updatedAt: '2026-10-04T12:21:57.000Z' };

export const getTransactionStatusEndpoint = {
  interface: 'payments',
  name: 'get-transaction-status',
  method: 'POST',
  path: '/api-services/get-transaction-status',
  summary: {
    en: 'Get the status of a transaction',
    fr: 'Consulter le statut d’une transaction',
  },
  description: {
    en: 'At most 3 status queries per minute for one transaction: the 4th is rejected with 4029. Rely on the callback, and use this endpoint for a callback you did not receive. A voucher is answered only to a call with the key.',
    fr: 'Au plus 3 interrogations par minute pour une transaction : la 4e est rejetée avec 4029. Utilisez de préférence le callback, et ce point d’accès si vous ne l’avez pas reçu. Un code acheté (voucher) n’est donné qu’à un appel muni de la clé.',
  },
  request: getTransactionStatusRequest,
  requestExamples: [
    {
      name: 'look-up',
      title: { en: 'Status query', fr: 'Interrogation de statut' },
      body: { externalTransactionId: 'ORDER-0001', apiKey: '<API_KEY>' },
    },
  ],
  responses: [getTransactionStatusResponse, refusalResponse],
  responseExamples: [
    {
      name: 'success',
      title: { en: 'Succeeded', fr: 'Réussie' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: {
          transactionId: 1396639104231,
          ...answered,
          externalTransactionId: 'ORDER-0001',
          status: 'SUCCESS',
          errorType: null,
        },
      },
    },
    {
      name: 'failed',
      title: { en: 'Failed', fr: 'Échouée' },
      body: {
        code: 2000,
        msg: 'Successfully operation',
        error: false,
        data: {
          transactionId: 1396639104231,
          ...answered,
          externalTransactionId: 'ORDER-0001',
          status: 'FAILLED',
          errorType: {
            code: 'payment-timeout',
            message: 'The customer did not validate the payment within 15 minutes.',
          },
        },
      },
    },
    {
      name: 'unknown',
      title: { en: 'Unknown transaction', fr: 'Transaction inconnue' },
      body: { code: 4004, msg: 'The transaction was not found.', error: true, data: {} },
    },
  ],
  codes: [
    codes.done,
    codes.badKey,
    codes.notActivated,
    codes.notFound,
    codes.invalid,
    codes.tooMany,
    codes.internal,
  ],
} satisfies Endpoint;
